import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { contentOf, orderHint } from './order-labels.ts'
import { noParcelFilter, parcelFilter, parcelStateOf, parcelStates, parcelStatesIn } from './parcel-state.ts'
import { dueOf, stateOf } from './queue/queue-state.ts'

const t = ((key: string, values?: object) =>
  [key, ...Object.values(values ?? {})].join(' ')) as unknown as TFunction
const now = new Date('2026-11-30T07:00:00Z')
const clock = { language: 'en', locale: 'en-US', timeZone: 'UTC' } as const
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()

type Row = Parameters<typeof stateOf>[0]
const row = (more: object = {}): Row =>
  ({
    status: { code: 'pending' },
    cancel_requested_at: null,
    cancel_deadline_at: null,
    cancel_reason: null,
    ship_by_at: null,
    packed_at: null,
    checked_at: null,
    printed_at: null,
    scanned_quantity: 0,
    total_quantity: 3,
    return_status: null,
    latest_action: null,
    deadline_at: null,
    step: 'confirm',
    ...more,
  }) as never

const hint = (more: object) => {
  const found = orderHint(row(more), t, now)
  return found && [found.tone, found.label.split(' ')[0]]
}

describe('the one thing beside an order’s status', () => {
  it('is what is under way, then what failed, before all else', () => {
    const failed = { kind: 'confirm', is_under_way: false, error: { code: 'refused', message: 'No stock' } }
    const asked = { cancel_requested_at: inHours(-1) }
    expect(hint({ ...asked, latest_action: { ...failed, is_under_way: true } })).toEqual([
      'muted',
      'orderAction.short.confirm',
    ])
    expect(hint({ ...asked, latest_action: failed })).toEqual(['danger', 'orderAction.failedShort.confirm'])
    expect(orderHint(row({ latest_action: failed }), t, now)?.more).toBe('No stock')
  })

  it('is a buyer who wants to cancel, with the time that is left to answer', () => {
    const asked = { cancel_requested_at: inHours(-1), cancel_reason: 'Found cheaper' }
    expect(hint(asked)).toEqual(['danger', 'orders.cancelAsked'])
    expect(hint({ ...asked, cancel_deadline_at: inHours(2) })).toEqual(['danger', 'orders.answerWithin'])
    expect(hint({ ...asked, cancel_deadline_at: inHours(-2) })).toEqual(['danger', 'orders.cancelAsked'])
    expect(orderHint(row(asked), t, now)?.more).toBe('Found cheaper')
    // Where it is too late to answer, nothing is asked.
    expect(hint({ ...asked, status: { code: 'shipped' } })).toBeNull()
  })

  it('is a canceled parcel that was checked and lies among the others', () => {
    expect(hint({ status: { code: 'canceled' }, checked_at: inHours(-1) })).toEqual([
      'warning',
      'orders.takeOut',
    ])
    expect(hint({ status: { code: 'canceled' } })).toBeNull()
  })

  it.each([
    [-1, 'danger', 'orders.overdueBy'],
    [0, 'danger', 'orders.overdueBy'],
    [3, 'warning', 'orders.shipWithin'],
    [4, 'muted', 'orders.shipWithin'],
  ])('is the time to ship in %s hours', (hours, tone, label) => {
    expect(hint({ ship_by_at: inHours(hours) })).toEqual([tone, label])
    expect(hint({ ship_by_at: inHours(hours), status: { code: 'shipped' } })).toBeNull()
  })
})

describe('the state of a parcel', () => {
  const state = (more: object) => parcelStateOf(row(more), t, now, clock)

  it('is the last that was done', () => {
    expect(state({})).toBe('queue.notPrinted')
    expect(state({ printed_at: inHours(-1) })).toBe('queue.printedAt 06:00')
    expect(state({ printed_at: inHours(-1), scanned_quantity: 2 })).toBe('queue.scannedOf 2 3')
    expect(state({ scanned_quantity: 3, checked_at: inHours(-2) })).toBe('queue.checkedAt 05:00')
  })

  it.each(parcelStates)('%s is one filter, in the place of any other', (one) => {
    expect(parcelStatesIn(parcelFilter(one))).toEqual([one])
    expect(Object.keys(parcelFilter(one))).toEqual(Object.keys(noParcelFilter))
  })

  it('is no filter where none is chosen', () => {
    expect(parcelFilter(undefined)).toEqual(noParcelFilter)
    expect(parcelStatesIn(noParcelFilter)).toEqual([])
  })
})

describe('a row of the queue', () => {
  it.each([
    [row({ step: 'answer' }), 'danger', 'orders.cancelAsked'],
    [row({ status: { code: 'ready_to_ship' } }), 'danger', 'queue.pickupFailed'],
    [row({ status: { code: 'confirmed' } }), 'muted', 'queue.notBooked'],
    [row(), 'muted', 'queue.notConfirmed'],
    [row({ step: 'print' }), 'muted', 'queue.notPrinted'],
  ])('says what it waits for', (of, tone, label) => {
    expect(stateOf(of, t, now, clock, undefined)).toEqual({ tone, label })
  })

  it('names the channel that it waits for, where it is known', () => {
    expect(stateOf(row({ step: 'waiting' }), t, now, clock, 'A shop').label).toBe('queue.waitingFor A shop')
    expect(stateOf(row({ step: 'waiting' }), t, now, clock, undefined).label).toBe('queue.waitingForChannel')
  })

  it.each([
    [-2, 'danger', 'queue.late', 'queue.was'],
    [2, 'warning', 'queue.left', 'queue.by'],
    [3, undefined, 'queue.left', 'queue.by'],
  ])('is due in %s hours', (hours, tone, left, by) => {
    const due = dueOf(row({ deadline_at: inHours(hours) }), t, now, clock)
    expect([due?.tone, due?.left.split(' ')[0], due?.by.split(' ')[0]]).toEqual([tone, left, by])
  })

  it('without a deadline is due at no time', () => {
    expect(dueOf(row(), t, now, clock)).toBeNull()
  })
})

it('names what lies in a package, by the code where the name is not known', () => {
  const line = (sku: string, name: string) => ({ shop_sku: sku, product_sku: { data: { name } } })
  const order = { order_product_skus: { data: [line('A', 'Tea cup')] } } as never
  const packed = [
    { shop_sku: 'A', quantity: 1200 },
    { shop_sku: 'B', quantity: 1 },
  ] as never
  expect(contentOf(order, packed)).toBe('1.200 × Tea cup, 1 × B')
  expect(contentOf(order, null)).toBeNull()
})
