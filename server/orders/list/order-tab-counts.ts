/** Numbers of orders per status, kept (order_counts) where the filter allows it. */
import { orderStatuses, orderStatusIds } from '../../../model/order-status.ts'
import type { Statement } from '../../db/statement.ts'
import { conditions } from './order-conditions.ts'
import { countedRows, isCounted } from './order-count-ranges.ts'
import type { OrderFilter } from './order-filter.ts'
import { grouped } from './order-page-store.ts'

const statusSums = orderStatuses
  .map((status) => `${orderStatusIds[status]}, coalesce(sum(c.${status}), 0)`)
  .join(', ')

/** Orders per status under the filter, the status filter itself left out: the figures on the tabs. */
export function countsOf(statement: Statement, filter: OrderFilter): string {
  if (isCounted(filter)) {
    return `select json_build_object(${statusSums}) from (${countedRows(statement, filter)}) c`
  }
  const rest = conditions(statement, { ...filter, statuses: [] })
  return grouped(`select o.status from orders o where o.owner_id = $1 and ${rest}`)
}
