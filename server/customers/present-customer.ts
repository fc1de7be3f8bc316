/** Customers for the API. */
import type { Reply } from '../../contract/endpoints.ts'
import { customerLevels, deliveredRate } from '../../model/customer-rank.ts'
import { spentOf } from '../../model/customer-spent.ts'
import type { Language } from '../../model/language.ts'
import type { OrderAddress } from '../../model/order.ts'
import { maskPhone } from '../../model/see-contact.ts'
import { translate } from '../i18n/translate.ts'
import type { CustomerDetail } from './customer-store.ts'
import type { CustomerRow, ShopOfPerson } from './list/customer-rows-store.ts'
import type { Identity } from './persons/identities-store.ts'
import type { LikelyReason } from './persons/pairs-store.ts'

export type LikelyCustomer = { id: number; reason: LikelyReason; row: CustomerRow }

type Brief = Omit<Reply<'GET /customers'>['data'][number], 'addresses'>
type Detail = Reply<'GET /customers/{id}'>['data']

export function presentCustomer(
  row: Omit<CustomerRow, 'latestOrderAt' | 'sortedAt'> & { latestOrderAt: string | Date | null },
  language: Language,
  seesContact: boolean,
): Brief {
  const { level, shopId, latestOrderAt: latest } = row
  return {
    id: row.id,
    name: row.name || translate(language, 'customer.erased'),
    phone: seesContact ? row.phone : maskPhone(row.phone),
    email: seesContact ? row.email : null,
    gender: 0,
    avatar: null,
    shop: { data: { id: shopId, system_name: row.systemName, platform_id: row.platformId } },
    shops: { data: row.shops.map(presentShop) },
    identity_count: row.identities,
    platform_id: row.platformId,
    latest_order_date: latest === null ? null : new Date(latest).toISOString(),
    delivered_rate: deliveredRate(row.totalOrderSuccess, row.totalOrderLost),
    total_order: row.totalOrder,
    total_order_success: row.totalOrderSuccess,
    total_order_lost: row.totalOrderLost,
    ...spentOf(row),
    level: { data: { level_value: level, name: translate(language, `rank.${customerLevels[level - 1]}`) } },
    note: row.note,
    created_at: new Date(row.createdAt).toISOString(),
    is_masked: row.isMasked || !seesContact,
  }
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
    note_by: customer.noteBy,
    noted_at: customer.notedAt?.toISOString() ?? null,
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
