import { expect, it } from 'vitest'
import { orderStatuses } from './order-status.ts'
import { countedCode, scannedCode, scanRefusalOf, type ScanRefusal } from './scan-check.ts'

const refusals = (isCancelRequested: boolean, ships: boolean) =>
  Object.fromEntries(
    orderStatuses.map((status) => [status, scanRefusalOf({ status, isCancelRequested }, { ships })]),
  )

const ended: Partial<Record<string, ScanRefusal>> = {
  unpaid: 'unpaid',
  shipped: 'gone',
  delivered: 'gone',
  canceled: 'canceled',
  returned: 'gone',
  failed: 'gone',
}

it('checks what is arranged and still here, and elsewhere says why not', () => {
  const arranged = { pending: 'not_arranged', confirmed: 'not_arranged', ready_to_ship: null }
  expect(refusals(false, true)).toEqual({ ...ended, ...arranged })
})

it('checks orders of a channel that the console hands nothing over for as soon as they are paid', () => {
  expect(refusals(false, false)).toEqual({ ...ended, pending: null, confirmed: null, ready_to_ship: null })
})

it('lets the buyer who asked to cancel be answered first, whatever the channel', () => {
  const asked = {
    pending: 'cancel_requested',
    confirmed: 'cancel_requested',
    ready_to_ship: 'cancel_requested',
  }
  for (const ships of [true, false]) expect(refusals(true, ships)).toEqual({ ...ended, ...asked })
})

it('compares codes however they are written', () => {
  expect(scannedCode(' cup-01 \r\n')).toBe('CUP-01')
  expect(scannedCode('MY 123 456')).toBe('MY123456')
  expect(scannedCode('ＣＵＰ－０１　')).toBe('CUP-01')
  expect(scannedCode('赤-01')).toBe('赤-01')
  expect(['４９０１２３４５６７８９４', ' 4901 ', 'Ａ－１', '赤１'].map(countedCode)).toEqual([
    '4901234567894',
    '4901',
    'Ａ－１',
    '赤１',
  ])
})
