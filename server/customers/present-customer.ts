/** Customers for the API. */
import type { Reply } from '../../contract/endpoints.ts'
import { deliveredRate } from '../../model/customer-rank.ts'
import { spentOf } from '../../model/customer-spent.ts'
import type { Language } from '../../model/language.ts'
import type { OrderAddress } from '../../model/order.ts'
import { maskPhone } from '../../model/see-contact.ts'
import { instantOf } from '../http/edit-versions-store.ts'
import { coded, levelLabels } from '../i18n/coded-labels.ts'
import { translate } from '../i18n/translate.ts'
import type { CustomerDetail } from './customer-store.ts'
import type { CustomerRow, ShopOfPerson } from './list/customer-rows-store.ts'
import type { Identity } from './persons/identities-store.ts'
import type { LikelyReason } from './persons/pairs-store.ts'

export type LikelyCustomer = { id: number; reason: LikelyReason; row: CustomerRow }

type Brief = Omit<Reply<'GET /customers'>['data'][number], 'addresses'>
type Detail = Reply<'GET /customers/{id}'>['data']

export function presentCustomer(
  row: Omit<CustomerRow, 'latestOrderAt'> & { latestOrderAt: string | Date | null },
  language: Language,
  seesContact: boolean,
): Brief {
  const { level, latestOrderAt: latest } = row
  const shop = { id: row.shopId, system_name: row.systemName, platform_id: row.platformId }
  return {
    id: row.id,
    name: row.name || translate(language, 'customer.erased'),
    phone: seesContact ? row.phone : maskPhone(row.phone),
    email: seesContact ? row.email : null,
    gender: 0,
    avatar: null,
    shop: { data: shop },
    shops: { data: row.shops?.map(presentShop) ?? [shop] },
    identity_count: row.identities,
    platform_id: row.platformId,
    latest_order_date: latest === null ? null : isoOf(latest),
    delivered_rate: deliveredRate(row.totalOrderSuccess, row.totalOrderLost),
    total_order: row.totalOrder,
    total_order_success: row.totalOrderSuccess,
    total_order_lost: row.totalOrderLost,
    ...spentOf(row),
    level: { data: { level_value: level, name: coded(levelLabels[language], level).name } },
    note: row.note,
    created_at: isoOf(row.createdAt),
    is_masked: row.isMasked || !seesContact,
  }
}

/** Text is an instant of a list's JSON, in UTC and to the microsecond: cutting it takes a tenth of the time that reading and writing it does. */
function isoOf(at: string | Date): string {
  if (typeof at !== 'string') return at.toISOString()
  return `${at.slice(0, 19)}.${at.slice(20, -6).slice(0, 3).padEnd(3, '0')}Z`
}

export function presentAddresses(addresses: OrderAddress[], seesContact: boolean) {
  const data = addresses.map((one) => ({
    name: one.name,
    phone: seesContact ? one.phone : maskPhone(one.phone),
    street: seesContact ? one.street : null,
    district: one.district ?? null,
    province: one.province ?? null,
    city: one.city ?? null,
    postcode: one.postcode ?? null,
    country: one.country,
  }))
  return { addresses: { data } }
}

function presentShop({ id, systemName, platformId }: ShopOfPerson) {
  return { id, system_name: systemName, platform_id: platformId }
}

/** @param likely customers who may be the same person */
export function presentCustomerDetail(
  customer: CustomerDetail,
  likely: LikelyCustomer[],
  language: Language,
  seesContact: boolean,
): Detail {
  const { identities } = customer
  return {
    ...presentCustomer({ ...customer, identities: identities.length }, language, seesContact),
    identities: { data: identities.map((one) => presentIdentity(one, language, seesContact)) },
    likely: {
      data: likely.map(({ id, reason, row }) => ({
        id,
        reason,
        customer: presentCustomer(row, language, seesContact),
      })),
    },
    ...presentAddresses(customer.addresses, seesContact),
    is_erased: identities.every(({ isErased }) => isErased),
    note_by: customer.noteBy,
    noted_at: customer.notedAt?.toISOString() ?? null,
    note_updated_at: customer.noteVersion === null ? null : instantOf(customer.noteVersion),
    shortlists: { data: customer.segments },
  }
}

function presentIdentity(
  row: Identity,
  language: Language,
  seesContact: boolean,
): Detail['identities']['data'][number] {
  return {
    id: row.id,
    name: row.name || translate(language, 'customer.erased'),
    phone: seesContact ? row.phone : maskPhone(row.phone),
    email: seesContact ? row.email : null,
    is_masked: row.isMasked || !seesContact,
    shop: { data: { id: row.shopId, system_name: row.systemName, platform_id: row.platformId } },
    total_order: row.totalOrder,
    ...spentOf(row),
    latest_order_date: row.latestOrderAt?.toISOString() ?? null,
    note: row.note,
    joined_how: row.joinedHow,
    joined_by: row.joinedBy,
    joined_at: row.joinedAt?.toISOString() ?? null,
  }
}
