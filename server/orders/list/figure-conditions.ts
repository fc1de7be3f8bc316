/** SQL conditions on an order `o` that leave exactly the orders behind a figure of analytics. */
import { orderStatusIds } from '../../../model/order-status.ts'
import { countedInitiator, countedReason } from '../../analytics/cancel-days-store.ts'
import { isInSegment } from '../../customers/segments/segment-filter-store.ts'
import type { Statement } from '../../db/statement.ts'
import { personParts } from '../../customers/persons/person-parts-store.ts'
import { addDays, startOfDay } from '../../i18n/calendar.ts'
import type { OrderFilter } from './order-filter.ts'
import { isInSoldHours } from './sold-conditions.ts'

export function figureConditions(statement: Statement, filter: OrderFilter): string[] {
  const { cancelReason, cancelInitiator, customerType, customerId, segment, hasCourier } = filter
  const parts: string[] = []
  // A long one may be cut behind a word, and addresses of pages have no space at the end.
  if (cancelReason !== undefined)
    parts.push(`rtrim(${countedReason}) = rtrim(${statement.value(cancelReason)}::text)`)
  if (cancelInitiator !== undefined)
    parts.push(`${countedInitiator} = ${statement.value(cancelInitiator)}::text`)
  if (parts.length > 0) parts.push(`o.status = ${orderStatusIds.canceled}`)
  if (hasCourier !== undefined) parts.push(`o.courier is ${hasCourier ? 'not ' : ''}null`)
  if (customerId !== undefined) parts.push(isOfPerson(statement.value(customerId)))
  if (segment !== undefined) parts.push(isInSegment(statement, segment, 'o.customer_id'))
  if (customerType === 'known') parts.push('o.customer_id is not null')
  else if (customerType !== undefined) parts.push(typeCondition(statement, filter, customerType))
  return parts
}

/** Orders of the whole person. */
function isOfPerson(id: string): string {
  return `o.customer_id = any(array(select i.id from customers i where i.owner_id = $1 and (i.id = ${id}::bigint
    or i.person_id = (select p.person_id from customers p where p.owner_id = $1 and p.id = ${id}::bigint))))`
}

/** By the days, and by the hours and weekdays if the filter names any: steps of a chart may be hours. */
function typeCondition(statement: Statement, filter: OrderFilter, customerType: 'new' | 'returning'): string {
  const { timezone, from, to, soldHours, soldWeekdays } = filter
  if (from === undefined || to === undefined) throw new Error('customers are new on some days')
  const start = statement.value(startOfDay(timezone, from))
  const end = statement.value(startOfDay(timezone, addDays(to, 1)))
  const at = firstSale(statement, filter)
  const within = `${at} >= ${start}::timestamptz and ${at} < ${end}::timestamptz`
  const hasHours = soldHours?.length || soldWeekdays?.length
  const first = hasHours ? `${within} and ${isInSoldHours(statement, filter, at)}` : within
  return `exists (select from customers c where c.owner_id = $1 and c.id = o.customer_id
      and ${customerType === 'new' ? '' : 'not '}(${first}))`
}

/** The person's first sale, in the shops that the list is about. */
function firstSale(statement: Statement, { shops }: OrderFilter): string {
  return personParts(statement, shops).of('c.first_sold_at', 'min(i.first_sold_at)')
}
