import { describe, expect, it } from 'vitest'
import {
  refusalOf,
  actionKinds,
  type ChannelAbilities,
  type OrderFacts,
  type RefusalCode,
  type ActionKind,
} from './order-action.ts'
import { orderStatuses } from './order-status.ts'

const channels: Record<string, ChannelAbilities> = {
  marketplace: {
    isMarketplace: true,
    ships: true,
    fulfilment: 'channel',
    packs: false,
    splits: true,
    cancels: true,
    edits: false,
  },
  packing: {
    isMarketplace: true,
    ships: true,
    fulfilment: 'channel',
    packs: true,
    splits: false,
    cancels: true,
    edits: false,
  },
  plain: {
    isMarketplace: true,
    ships: false,
    fulfilment: 'channel',
    packs: false,
    splits: false,
    cancels: false,
    edits: false,
  },
  store: {
    isMarketplace: false,
    ships: false,
    fulfilment: 'own-courier',
    packs: false,
    splits: false,
    cancels: true,
    edits: true,
  },
}

const facts = (order: Partial<OrderFacts> = {}): OrderFacts => ({
  status: 'pending',
  pickupFailed: false,
  isCancelRequested: false,
  isOnHold: false,
  isDigital: false,
  hasOpenAction: false,
  isShopLinked: true,
  shipment: 'none',
  packages: 1,
  hasBookedPackage: false,
  isDivisible: true,
  ...order,
})

/** y: may be done. s: not in this status. h: no shipping. p: no packing step. d: no dividing. 1: one parcel. 0: no parcel. c: no cancelling. n: nobody asked. e: no editing. */
const marks: Partial<Record<RefusalCode, string>> = {
  status: 's',
  no_shipping_yet: 'h',
  no_packing_step: 'p',
  no_splitting: 'd',
  not_split: '1',
  no_cancelling_yet: 'c',
  no_editing: 'e',
  no_cancel_request: 'n',
  no_shipment: '0',
}

// Columns: unpaid pending confirmed ready_to_ship shipped delivered canceled returned failed
const plainOrders: Record<string, Record<ActionKind, string>> = {
  marketplace: {
    confirm: 'sysssssss',
    pack: 'spsssssss',
    split: 'sysssssss',
    unsplit: 's1sssssss',
    cancel: 'syyysssss',
    accept_cancel: 'nnnnnnnnn',
    reject_cancel: 'nnnnnnnnn',
    edit: 'eeeeeeeee',
    cancel_shipment: 's000ss0ss',
  },
  packing: {
    confirm: 'sysssssss',
    pack: 'sysssssss',
    split: 'sdsssssss',
    unsplit: 'sdsssssss',
    cancel: 'syyysssss',
    accept_cancel: 'nnnnnnnnn',
    reject_cancel: 'nnnnnnnnn',
    edit: 'eeeeeeeee',
    cancel_shipment: 's000ss0ss',
  },
  plain: {
    confirm: 'shsssssss',
    pack: 'shsssssss',
    split: 'sdsssssss',
    unsplit: 'sdsssssss',
    cancel: 'scccsssss',
    accept_cancel: 'nnnnnnnnn',
    reject_cancel: 'nnnnnnnnn',
    edit: 'eeeeeeeee',
    cancel_shipment: 's000ss0ss',
  },
  store: {
    confirm: 'syyssssss',
    pack: 'spsssssss',
    split: 'sdsssssss',
    unsplit: 'sdsssssss',
    cancel: 'yyyysssss',
    accept_cancel: 'nnnnnnnnn',
    reject_cancel: 'nnnnnnnnn',
    edit: 'yyyssssss',
    cancel_shipment: 's000ss0ss',
  },
}

describe('what may be done with an order', () => {
  for (const [name, rows] of Object.entries(plainOrders))
    it.each(actionKinds)(`of a ${name} channel: %s`, (kind) => {
      const row = orderStatuses.map((status) => {
        const refusal = refusalOf(kind, facts({ status }), channels[name]!)
        return refusal === null ? 'y' : marks[refusal]
      })
      expect(row.join('')).toBe(rows[kind])
    })

  it.each<[string, Partial<OrderFacts>, Record<ActionKind, RefusalCode | null>]>([
    [
      'whose buyer asked to cancel is answered before anything else',
      { isCancelRequested: true },
      {
        confirm: 'cancel_requested',
        pack: 'cancel_requested',
        split: 'no_splitting',
        unsplit: 'no_splitting',
        cancel: 'cancel_requested',
        accept_cancel: null,
        reject_cancel: null,
        edit: 'no_editing',
        cancel_shipment: 'no_shipment',
      },
    ],
    [
      'that somebody is at work on waits',
      { hasOpenAction: true, isCancelRequested: true },
      {
        confirm: 'action_open',
        pack: 'action_open',
        split: 'no_splitting',
        unsplit: 'no_splitting',
        cancel: 'action_open',
        accept_cancel: 'action_open',
        reject_cancel: 'action_open',
        edit: 'no_editing',
        cancel_shipment: 'no_shipment',
      },
    ],
    [
      'that the channel keeps back can be canceled but not handed over',
      { isOnHold: true },
      {
        confirm: 'on_hold',
        pack: 'on_hold',
        split: 'no_splitting',
        unsplit: 'no_splitting',
        cancel: null,
        accept_cancel: 'no_cancel_request',
        reject_cancel: 'no_cancel_request',
        edit: 'no_editing',
        cancel_shipment: 'no_shipment',
      },
    ],
    [
      'of digital goods has nothing to hand over',
      { isDigital: true },
      {
        confirm: 'digital',
        pack: 'digital',
        split: 'no_splitting',
        unsplit: 'no_splitting',
        cancel: null,
        accept_cancel: 'no_cancel_request',
        reject_cancel: 'no_cancel_request',
        edit: 'no_editing',
        cancel_shipment: 'no_shipment',
      },
    ],
    [
      'of a shop that is unlinked stays as it is',
      { isShopLinked: false },
      {
        confirm: 'shop_unlinked',
        pack: 'shop_unlinked',
        split: 'no_splitting',
        unsplit: 'no_splitting',
        cancel: 'shop_unlinked',
        accept_cancel: 'no_cancel_request',
        reject_cancel: 'no_cancel_request',
        edit: 'no_editing',
        cancel_shipment: 'no_shipment',
      },
    ],
    [
      'that the courier did not get is confirmed again, not packed again',
      { status: 'ready_to_ship', pickupFailed: true },
      {
        confirm: null,
        pack: 'status',
        split: 'status',
        unsplit: 'status',
        cancel: null,
        accept_cancel: 'no_cancel_request',
        reject_cancel: 'no_cancel_request',
        edit: 'no_editing',
        cancel_shipment: 'no_shipment',
      },
    ],
  ])('one %s', (_, order, expected) => {
    const found = actionKinds.map((kind) => [kind, refusalOf(kind, facts(order), channels['packing']!)])
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it.each([
    ['none', 'yyy', '000'],
    ['open', 'yyy', 'yyy'],
    ['gone', 'yss', '000'],
    ['unanswered', 'uuu', 'uuu'],
  ] as const)('with a parcel of the owner’s own courier that is %s', (shipment, confirm, cancelShipment) => {
    const row = (kind: ActionKind) =>
      (['pending', 'confirmed', 'ready_to_ship'] as const)
        .map((status) => {
          const order = facts({ status, shipment, pickupFailed: shipment !== 'gone' })
          const refusal = refusalOf(kind, order, channels['store']!)
          return refusal === null ? 'y' : refusal === 'shipment_unanswered' ? 'u' : marks[refusal]
        })
        .join('')
    expect([row('confirm'), row('cancel_shipment')]).toEqual([confirm, cancelShipment])
  })

  it.each<[string, Partial<OrderFacts>, string, string]>([
    ['is in one parcel', {}, 'y', 'not_split'],
    ['is in two', { packages: 2 }, 'split_already', 'y'],
    [
      'is in two of which one is booked',
      { packages: 2, hasBookedPackage: true },
      'parcel_booked',
      'parcel_booked',
    ],
    ['is in one that is booked', { hasBookedPackage: true }, 'parcel_booked', 'not_split'],
    ['has to stay together', { isDivisible: false }, 'nothing_to_split', 'not_split'],
    ['is digital', { isDigital: true, packages: 2 }, 'digital', 'digital'],
    ['is kept back', { isOnHold: true }, 'on_hold', 'not_split'],
    ['is kept back in two parcels', { isOnHold: true, packages: 2 }, 'split_already', 'on_hold'],
    ['is to be canceled', { isCancelRequested: true }, 'cancel_requested', 'not_split'],
    ['somebody is at work on', { hasOpenAction: true, packages: 2 }, 'split_already', 'action_open'],
    ['is of a shop that is unlinked', { isShopLinked: false }, 'shop_unlinked', 'not_split'],
  ])('that %s', (_, order, split, unsplit) => {
    const found = (['split', 'unsplit'] as const).map(
      (kind) => refusalOf(kind, facts(order), channels['marketplace']!) ?? 'y',
    )
    expect(found).toEqual([split, unsplit])
  })

  it('is over for good once the order ended, whoever asks to cancel', () => {
    for (const status of ['shipped', 'delivered', 'canceled', 'returned', 'failed'] as const)
      for (const kind of actionKinds.filter((one) => one !== 'cancel_shipment'))
        expect(refusalOf(kind, facts({ status, isCancelRequested: true }), channels['packing']!)).toBe(
          kind === 'edit' ? 'no_editing' : 'status',
        )
  })

  it('of an own store is corrected unless something is under way or the shop is unlinked', () => {
    const edit = (order: Partial<OrderFacts>) => refusalOf('edit', facts(order), channels['store']!)
    expect([edit({ isCancelRequested: true }), edit({ isOnHold: true }), edit({ isDigital: true })]).toEqual([
      null,
      null,
      null,
    ])
    expect([edit({ hasOpenAction: true }), edit({ isShopLinked: false })]).toEqual([
      'action_open',
      'shop_unlinked',
    ])
    // A courier has the parcel, with the old address on it.
    expect([edit({ shipment: 'open' }), edit({ shipment: 'unanswered' })]).toEqual([
      'status',
      'shipment_unanswered',
    ])
  })
})
