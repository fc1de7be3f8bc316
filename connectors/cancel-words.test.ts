import { expect, it } from 'vitest'
import { cancelReasonIn } from './cancel-words.ts'

it.each([
  ['Out of Stock', 'out_of_stock'],
  ['Sourcing Delay (cannot meet deadline)', 'out_of_stock'],
  ['Incorrect Pricing', 'wrong_price'],
  ['Change of Mind', 'buyer_changed_mind'],
  ['Change of mind', 'buyer_changed_mind'],
  ['No longer needed', 'buyer_changed_mind'],
  ['Khách không còn nhu cầu', 'buyer_changed_mind'],
  ['Need to change delivery address', 'wrong_address'],
  ['Unpaid Order', 'payment_timeout'],
  ['Payment time-out', 'payment_timeout'],
  ['Customer overdue to pay', 'payment_timeout'],
  ['Failed delivery', 'delivery_failed'],
  ['Duplicate order', 'duplicate_order'],
  ['Others', 'other'],
])('%s is %s, with the words beside', (text, cancelReason) => {
  expect(cancelReasonIn(text)).toEqual({ cancelReason, cancelText: text })
})

it.each(['Too late', 'Please change my mind about the colour', 'Nobody told me that it is out of stock'])(
  'leaves what a buyer wrote: %s',
  (text) => {
    expect(cancelReasonIn(text)).toEqual({ cancelReason: text })
  },
)

it('leaves no words where there are none, nor beside our own code', () => {
  expect(cancelReasonIn('')).toEqual({ cancelReason: null })
  expect(cancelReasonIn('out_of_stock')).toEqual({ cancelReason: 'out_of_stock' })
})
