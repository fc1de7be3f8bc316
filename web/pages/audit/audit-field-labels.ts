import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shipmentStatusIds, type ShipmentStatus } from '../../../model/delivery.ts'
import type { Language } from '../../../model/language.ts'
import { paymentMethodIds } from '../../../model/order.ts'
import { returnStatuses } from '../../../model/return-case.ts'
import { staffStatuses } from '../../../model/staff-rights.ts'
import { api } from '../../api.ts'
import { languageNames, locale } from '../../page-language.ts'
import { countryName } from '../../parts/country-name.ts'
import { couriersQuery } from '../../parts/queries/courier-queries.ts'
import { ranksQuery } from '../../parts/queries/customer-rank-queries.ts'
import { fullTime } from '../../parts/dates.ts'
import { shopsQuery } from '../../parts/queries/shop-queries.ts'
import { warehousesQuery } from '../../parts/queries/warehouse-queries.ts'
import { useClock } from '../../parts/when.tsx'
import type { AuditRow } from './audit-rows.ts'
import { auditChoicesQuery, type AuditEntry } from './audit-search.ts'

/** Labels of a field's parts, the same as in the forms that set them. */
const partLabels = {
  name: 'account.name',
  phone: 'account.phone',
  email: 'account.email',
  street: 'warehouse.street',
  address2: 'courier.place.address2',
  ward: 'warehouse.ward',
  district: 'warehouse.district',
  city: 'courier.place.city',
  province: 'warehouse.province',
  state: 'courier.place.state',
  postcode: 'warehouse.postcode',
  country: 'warehouse.country',
  serviceId: 'book.service',
  feePayer: 'courier.defaults.payer',
  isInsured: 'courier.defaults.insurance',
  inspection: 'courier.defaults.note_code',
  mode: 'courier.defaults.pickup_mode',
  parcel: 'courier.defaults.package',
  weight: 'courier.defaults.weight',
  length: 'courier.defaults.length',
  width: 'courier.defaults.width',
  height: 'courier.defaults.height',
  shipmentType: 'courier.defaults.shipment_type',
  transportation: 'courier.defaults.transportation',
  remark: 'courier.defaults.remark',
  isAutoPrint: 'courier.defaults.auto_print',
  paper_size: 'waybill.paper',
  orientation: 'waybill.orientation',
  copies: 'waybill.copies',
  show: 'waybill.shows',
  header: 'waybill.header',
  footer: 'waybill.footer',
  logo: 'waybill.logo',
  threshold: 'lowStock.threshold',
  is_told: 'lowStock.switch',
  dialect: 'courier.key.dialect',
  user: 'audit.who',
  action: 'audit.what',
  target: 'audit.target',
  keyword: 'audit.searched',
  status: 'orders.status',
  shop_id: 'list.shop',
  payment_method: 'orders.payment',
  range: 'orders.date',
  from: 'audit.from',
  to: 'audit.to',
  is_star: 'orders.starred',
  has_cancel_request: 'orders.cancelsToAnswer',
  has_return_request: 'orders.returnsToAnswer',
  sort: 'audit.sorted',
} as const

const sortLabels = {
  created_at: 'orders.created',
  updated_at: 'orders.updated',
  total_price: 'orders.total',
  ship_by_at: 'orders.shipBy',
} as const

const units: Record<string, string> = { weight: 'g', length: 'cm', width: 'cm', height: 'cm' }

/** The words of an entry's fields and values: those of the pages on which they are set. What has none stays as it is. */
export function useAuditLabels({ target, changes }: AuditEntry) {
  const { t, i18n } = useTranslation()
  const clock = useClock()
  const namesOf = useNames(changes)
  const subject = target?.type
  const said = (key: string, otherwise: unknown) =>
    i18n.exists(key) ? t(key as 'audit.yes') : String(otherwise)
  const currency = (code: string) =>
    `${code} · ${new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code}`
  const yesOrNo = (value: unknown) => t(value === true || value === 1 ? 'audit.yes' : 'audit.no')

  const statusLabels: Partial<Record<string, (value: number | string) => string>> = {
    user: (value) =>
      t(
        value === staffStatuses.invited
          ? 'staff.invited'
          : value === staffStatuses.disabled
            ? 'staff.disabled'
            : 'audit.active',
      ),
    shop: (value) => t(value === 1 ? 'shop.auth.ok' : 'shop.auth.unlinked'),
    warehouse: (value) => t(value === 1 ? 'audit.active' : 'staff.disabled'),
    courier: (value) => t(value === 1 ? 'courier.connected' : 'courier.refusedKeys'),
    shipment: (value) => {
      const known = Object.entries(shipmentStatusIds).find(([, id]) => id === value)
      return known ? t(`audit.parcel.${known[0] as ShipmentStatus}`) : String(value)
    },
    return: (value) => said(`returns.status.${returnStatuses[Number(value) - 1]}`, value),
    order: (value) => said(`self.step.${value}`, value),
    filter: (value) => said(`status.${value}`, value),
  }

  const valueLabels: Partial<Record<string, (value: number | string) => string>> = {
    roles: (value) => said(`role.${value}`, value),
    scope: (value) => (value === 'staff' ? t('setting.staff') : said(`role.${value}`, value)),
    group_permissions: (value) => said(`group.${value}`, value),
    permissions: (value) => said(`permission.${value}`, value),
    shop_ids: namesOf.shop,
    shop_id: namesOf.shop,
    warehouse_id: namesOf.warehouse,
    gender: namesOf.gender,
    language: (value) => languageNames[value as Language] ?? String(value),
    auth_state: (value) => said(`shop.auth.${value}`, value),
    kind: (value) =>
      subject === 'warehouse'
        ? t(value === 'physical' ? 'audit.physical' : 'audit.virtual')
        : said(`print.kind.${value}`, value),
    status: (value) => statusLabels[subject ?? '']?.(value) ?? String(value),
    booking: (value) => t(`audit.booked.${value as 'wanted'}`),
    reason_code: (value) => said(`cancelReason.${value}`, value),
    country: (value) => countryName(String(value)),
    currency: (value) => currency(String(value)),
    timezone: (value) => String(value).replaceAll('_', ' '),
    printed_at: (value) => fullTime(new Date(value), clock),
    received_at: (value) => fullTime(new Date(value), clock),
    feePayer: (value) => said(`courier.choice.payer.${value}`, value),
    isInsured: (value) => t(value ? 'courier.choice.insurance.1' : 'courier.choice.insurance.0'),
    inspection: (value) => said(`courier.choice.note_code.${value}`, value),
    mode: (value) => said(`courier.choice.pickup_mode.${value}`, value),
    shipmentType: (value) => said(`courier.choice.shipment_type.${value}`, value),
    transportation: (value) => said(`courier.choice.transportation.${value}`, value),
    isAutoPrint: (value) => t(value ? 'courier.choice.auto_print.1' : 'courier.choice.auto_print.0'),
    logo: () => t('audit.picture'),
    dialect: (value) => said(`courier.keyChoice.${value}`, value),
    user: namesOf.person,
    action: namesOf.action,
    target: namesOf.subject,
    list: (value) => t(value === 'audit' ? 'setting.audit' : 'area.orders'),
    payment_method: (value) => {
      const known = Object.entries(paymentMethodIds).find(([, id]) => id === value)
      return said(`payment.${known?.[0]}`, value)
    },
    range: (value) => said(`range.${value}`, value),
    sort: (value) => {
      const field = String(value).replace('-', '') as keyof typeof sortLabels
      return `${sortLabels[field] ? t(sortLabels[field]) : field} ${String(value).startsWith('-') ? '↓' : '↑'}`
    },
    is_star: yesOrNo,
    has_cancel_request: yesOrNo,
    has_return_request: yesOrNo,
  }

  function partName([field]: AuditRow['path'], part: string, depth: number): string {
    if (field === 'customer_ranks') return namesOf.rank(part)
    if (field === 'delivery' && depth === 1) return namesOf.courier(part)
    if (field === 'couriers') return namesOf.sender(part)
    if (field === 'keys') return said(`courier.key.${part}`, said(`courier.${part}.label`, part))
    if (field === 'print' && depth === 2) return said(`waybill.part.${part}`, part)
    const known = partLabels[part as keyof typeof partLabels]
    return known ? t(known) : part
  }

  function textOf(path: AuditRow['path'], value: unknown): string {
    if (value === null || value === undefined || value === '') return ''
    if (Array.isArray(value)) return value.map((one) => textOf(path, one)).join(', ')
    const [field] = path
    const last = path.at(-1) ?? field
    if (field === 'couriers') return namesOf.courier(value as number)
    const text = field === 'print' && last !== 'logo' ? undefined : valueLabels[last]
    if (text) return text(value as number | string)
    if (typeof value === 'boolean') return yesOrNo(value)
    const unit = units[last]
    return unit ? `${value as number} ${unit}` : String(value as string | number)
  }

  return {
    nameOf: ({ path, name }: AuditRow) =>
      [name, ...path.slice(1).map((part, at) => partName(path, part, at + 1))].join(' · '),
    textOf,
  }
}

/** Requests the names behind ids, only where an entry has such ids. */
function useNames(changes: AuditEntry['changes']) {
  const { t } = useTranslation()
  const fields = new Set(changes.map(({ field }) => field))
  const wants = (...some: string[]) => some.some((field) => fields.has(field))
  const shops = useQuery({ ...shopsQuery, enabled: wants('shop_ids', 'shop_id', 'couriers', 'filters') }).data
  const warehouses = useQuery({ ...warehousesQuery, enabled: wants('warehouse_id') }).data
  const couriers = useQuery({ ...couriersQuery, enabled: wants('delivery', 'couriers') }).data
  const ranks = useQuery({ ...ranksQuery, enabled: wants('customer_ranks') }).data?.data
  const choices = useQuery(auditChoicesQuery).data
  const genders = useQuery({
    queryKey: ['genders'],
    queryFn: async ({ signal }) => (await api('GET /config', { signal })).data.gender,
    enabled: wants('gender'),
    staleTime: Infinity,
  }).data
  type Wanted = string | number
  const number = (wanted: Wanted) => `#${wanted}`
  const shop = (wanted: Wanted) =>
    shops?.find(({ id }) => id === Number(wanted))?.system_name ?? number(wanted)
  return {
    shop,
    warehouse: (wanted: Wanted) =>
      warehouses?.find(({ id }) => id === Number(wanted))?.name ?? number(wanted),
    courier: (wanted: Wanted) =>
      Number(wanted) === 0
        ? t('courier.default.self')
        : (couriers?.find(({ id }) => id === Number(wanted))?.name ?? number(wanted)),
    /** "2/0": a channel, "2/17": one shop of it. */
    sender: (wanted: string) => {
      const [platformId, shopId] = wanted.split('/').map(Number)
      if (shopId) return shop(shopId)
      const platform = shops?.find((one) => one.platform_id === platformId)?.platform?.data
      return platform?.name ?? number(wanted)
    },
    rank: (wanted: Wanted) =>
      ranks?.find(({ level_value: level }) => level === Number(wanted))?.name ?? number(wanted),
    gender: (wanted: Wanted) => genders?.find(({ id }) => id === Number(wanted))?.name ?? String(wanted),
    person: (wanted: Wanted) =>
      choices?.people.find(({ id }) => id === Number(wanted))?.name ?? number(wanted),
    action: (wanted: Wanted) => choices?.actions.find(({ code }) => code === wanted)?.name ?? String(wanted),
    subject: (wanted: Wanted) =>
      choices?.subjects.find(({ code }) => code === wanted)?.name ?? String(wanted),
  }
}
