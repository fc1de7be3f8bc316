/** Orders of a store: which changed, and what they are. Source: "List all orders" of the REST API v3 documentation. */
import type { OrderPage, OrderResults, Orders } from '../orders.ts'
import type { Period, Session } from '../session.ts'
import type { ChannelOrder } from '../../model/order.ts'
import { findRows, pageSize, readPage } from './lists.ts'
import type { Look } from './lists.ts'
import { toChannelOrder } from './mapping.ts'
import type { Profile } from './profile.ts'
import { keepWebhooks } from './webhooks.ts'
import { describeIssue, idOf, isDraft, orderSchema, statusIn } from './wire.ts'
import type { Failure } from '../results.ts'

export function createOrders(profile: Profile): Orders {
  return {
    async list(session, period, cursor): Promise<OrderPage> {
      if (cursor === null && period.by === 'changed') await keepWebhooks(profile, session)
      const { rows, ...place } = await readPage(session, lookOf(profile, period), cursor)
      return { ...readRows(profile, session, rows), ...place }
    },

    async get(session, channelOrderIds): Promise<OrderResults> {
      const { rows, unknown } = await findRows(session, '/orders', channelOrderIds)
      const { items: read, failures } = readRows(profile, session, rows)
      const gone = unknown.map((id) => failureOf(id, 'the store does not have it any more', null))
      return { items: read, failures: [...failures, ...gone] }
    },

    reopens: true,
  }
}

function lookOf({ orderQuery }: Profile, { by, from, to }: Period): Look {
  const all = { path: '/orders' as const, from, rowsPerPage: pageSize, more: orderQuery }
  if (by === 'changed') return { ...all, after: 'modified_after', isBinRead: true }
  // Nobody needs what was thrown away before a first sync.
  return { ...all, after: 'after', to, isBinRead: false }
}

function readRows(profile: Profile, { credentials }: Session, rows: unknown[]): OrderResults {
  const read: ChannelOrder[] = []
  const failures: Failure[] = []
  for (const raw of rows) {
    if (isDraft(statusIn(raw)) || !profile.isOurs(raw, credentials.more)) continue
    const outcome = readOrder(profile, raw)
    if ('order' in outcome) read.push(outcome.order)
    else failures.push(failureOf(idOf(raw), outcome.reason, raw))
  }
  return { items: read, failures }
}

function failureOf(id: string, reason: string, raw: unknown): Failure {
  return { channelId: id || 'unknown', reason: `order ${id}: ${reason}`, raw }
}

function readOrder(profile: Profile, raw: unknown): { order: ChannelOrder } | { reason: string } {
  const order = orderSchema.safeParse(raw)
  if (!order.success) return { reason: describeIssue(order.error) }
  try {
    return { order: toChannelOrder(order.data, profile) }
  } catch (error) {
    // Amounts that are no amounts. Whatever else it may be, it concerns this order and no other.
    return { reason: error instanceof Error ? error.message : 'refusal.item_unreadable' }
  }
}
