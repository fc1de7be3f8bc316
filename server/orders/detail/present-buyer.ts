/** The buyer of an order, for the API: the whole person, with the figures that the page of the customer shows. */
import { customerLevels, deliveredRate } from '../../../model/customer-rank.ts'
import { spentOf } from '../../../model/customer-spent.ts'
import type { Language } from '../../../model/language.ts'
import type { CustomerRow } from '../../customers/list/customer-rows-store.ts'
import { translate } from '../../i18n/translate.ts'

/** @param customerId the customer of the order's shop, who is of this person */
export function presentSummary(person: CustomerRow, customerId: number, language: Language) {
  const { level, latestOrderAt: latest } = person
  return {
    id: customerId,
    name: person.name || translate(language, 'customer.erased'),
    total_order: person.totalOrder,
    total_order_success: person.totalOrderSuccess,
    ...spentOf(person),
    latest_order_date: latest === null ? null : new Date(latest).toISOString(),
    delivered_rate: deliveredRate(person.totalOrderSuccess, person.totalOrderLost),
    level: { data: { level_value: level, name: translate(language, `rank.${customerLevels[level - 1]}`) } },
  }
}
