import { describe, expect, it } from 'vitest'
import { orderStatusIds, type OrderStatus } from '../../../../model/order-status.ts'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { chosenOrder } from './chosen-order.ts'
import { nextStepOf, requestOf } from './next-step.tsx'

type Row = Parameters<typeof nextStepOf>[0]
const row = (status: OrderStatus, more: object = {}): Row =>
  ({
    id: 1,
    code: 'A1',
    shop: { data: { id: 3, system_name: 'Shop', platform_id: 2 } },
    status: { id: orderStatusIds[status], code: status, name: status },
    latest_action: null,
    cancel_requested_at: null,
    cancel_reason: null,
    return_status: null,
    packed_at: null,
    is_printed: 0,
    checked_at: null,
    tracking_number: null,
    ...more,
  }) as unknown as Row
const at = '2026-11-30T01:00:00Z'
const statuses = Object.keys(orderStatusIds) as OrderStatus[]
const step = (status: OrderStatus, more: object = {}) => nextStepOf(row(status, more))

describe('the one thing that an order waits for', () => {
  it('is to be confirmed first, and then its label', () => {
    expect(step('pending')).toBe('confirm')
    expect(step('confirmed')).toBeNull()
    expect(step('confirmed', { tracking_number: 'MY1' })).toBe('print')
    expect(step('ready_to_ship')).toBe('print')
  })

  it('is the check of its content once it is printed, and nothing after that', () => {
    expect(step('ready_to_ship', { is_printed: 1 })).toBe('scan')
    expect(step('ready_to_ship', { is_printed: 1, checked_at: at })).toBeNull()
    expect(step('confirmed', { tracking_number: 'MY1', is_printed: 1 })).toBeNull()
  })

  it('is to be confirmed again where the queue knows that the courier came in vain', () => {
    expect(step('ready_to_ship', { is_printed: 1, step: 'confirm' })).toBe('confirm')
    expect(step('confirmed', { step: 'confirm' })).toBe('confirm')
  })

  it.each(statuses)('is nothing while something is under way: %s', (status) => {
    const under = { latest_action: { kind: 'confirm', is_under_way: true }, cancel_requested_at: at }
    expect(step(status, under)).toBeNull()
  })

  it('is the answer to a buyer who wants to cancel, as long as the order can be held back', () => {
    const asked = statuses.filter((status) => step(status, { cancel_requested_at: at }) === 'answer')
    expect(asked).toEqual(['pending', 'confirmed', 'ready_to_ship'])
  })

  it.each(statuses)('is the answer to a return whatever became of the order: %s', (status) => {
    expect(step(status, { return_status: { code: 'requested' } })).toBe('answer')
    expect(requestOf(row(status, { return_status: { code: 'accepted' } }))).toBeNull()
  })

  it('is nothing of an order that has left or ended', () => {
    const over = ['unpaid', 'shipped', 'delivered', 'canceled', 'returned', 'failed'] as const
    expect(over.filter((status) => step(status) !== null)).toEqual([])
  })
})

it('keeps of a chosen order what dialogs show and send', () => {
  const asked = row('pending', { cancel_requested_at: at, cancel_reason: 'Too late' }) as OrderRow
  expect(chosenOrder(asked)).toEqual({
    code: 'A1',
    shop: { id: 3, system_name: 'Shop', platform_id: 2 },
    status: 'pending',
    request: 'cancel',
    reason: 'Too late',
  })
})
