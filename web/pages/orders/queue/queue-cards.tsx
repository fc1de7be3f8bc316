import type { ReactNode } from 'react'
import type { QueueRow } from '../../../parts/queries/queue-queries.ts'
import type { Selection } from '../../../parts/list/use-selection.ts'
import type { ChosenOrder } from '../list/chosen-order.ts'
import type { NextStepRunner } from '../list/next-step.tsx'
import { OrderCards } from '../list/order-cards.tsx'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import styles from './queue.module.css'
import type { QueueGroup } from './use-queue.ts'

type Props = {
  rows: QueueRow[] | undefined
  skeletons: number
  washed: ReadonlySet<number>
  stale: boolean
  groups: QueueGroup[]
  lineOf: (group: QueueGroup) => ReactNode
  selection: Selection<QueueRow, ChosenOrder>
  next: NextStepRunner
}

/** The queue on a phone: a card per order, under the line of its group. */
export function QueueCards({ rows, groups, lineOf, selection, ...list }: Props) {
  const toggle = (row: OrderRow) => {
    const found = rows?.find(({ id }) => id === row.id)
    if (found) selection.toggle(found)
  }
  const cards = (ofGroup: QueueRow[] | undefined) => (
    <OrderCards {...list} rows={ofGroup} selection={{ chosen: selection.chosen, toggle }} onStar={null} />
  )
  if (!rows) return cards(undefined)
  return (
    <div className={styles['cards']}>
      {groups.map((group) => (
        <section key={group.due}>
          {lineOf(group)}
          {group.isOpen && group.rows.length > 0 && cards(group.rows)}
        </section>
      ))}
    </div>
  )
}
