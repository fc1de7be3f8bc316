/** The buyer of an order, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import { customerLevels, deliveredRate } from '../../../model/customer-rank.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { maskPhone } from '../../../model/see-contact.ts'
import { translate } from '../../i18n/translate.ts'
import type { CustomerSummary } from './order-store.ts'

export function presentSummary(customer: CustomerSummary, language: Language) {
  const { level } = customer
  const [total, currency] =
    customer.spent === 0 ? [customer.totalPrice, customer.currency] : [customer.spent, customer.spentIn]
  return {
    id: customer.id,
    name: customer.name || translate(language, 'customer.erased'),
    total_order: customer.totalOrder,
    total_order_success: customer.totalOrderSuccess,
    total_price: fromMinor(total, currency as Currency),
    currency,
    latest_order_date: customer.latestOrderAt,
    delivered_rate: deliveredRate(customer.totalOrderSuccess, customer.totalOrderLost),
    level: { data: { level_value: level, name: levelName(level, language) } },
  }
}

function levelName(level: number, language: Language): string {
  return translate(language, `rank.${customerLevels[level - 1]}`)
}

export function presentBuyer(
  customer: CustomerSummary,
  language: Language,
  seesContact: boolean,
): Reply<'GET /orders/{id}/customer'>['data'] {
  return {
    ...presentSummary(customer, language),
    phone: seesContact ? customer.phone : maskPhone(customer.phone),
    email: seesContact ? customer.email : null,
    note: customer.note,
    is_masked: customer.isMasked || !seesContact,
  }
}
