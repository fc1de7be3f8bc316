import { expect, test } from 'vitest'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import { cancelling } from './cancelling.ts'

const now = new Date('2026-01-31T12:00:00Z')
const daily =
  'The total API call number made by your APP has reached the daily API call limit, please try again after 00: 00 (UTC+08:00)'

/** Outcome of an order that is called off while Shopee answers so. */
async function calledOff(error: string, message: string): Promise<unknown> {
  await using channel = await startRecordedChannel(() => ({ body: { error, message } }))
  const app = { SHOPEE_PARTNER_ID: '2001887', SHOPEE_PARTNER_KEY: 'key', SHOPEE_API_BASE: channel.url }
  const request = { channelOrderId: 'A', channelReasonId: 'CUSTOMER_REQUEST' }
  return await cancelling.cancel(createSession(app, now), request).catch((failure: unknown) => failure)
}

test.each([
  ['error_limit', daily],
  ['common.error_limit', daily],
])('[daily-quota] %s ends at midnight in Singapore', async (error, message) => {
  expect(await calledOff(error, message)).toMatchObject({ kind: 'slow-down', retryAfterSeconds: 4 * 3600 })
})

test.each([
  ['order.error_limit', 'Can not cancel this order'],
  ['logistics.error_limit', 'Can not update order logistics in current status.'],
  ['order.order_split_failed', 'Split order failed, please try again.'],
  ['error_busi_update_item_failed', 'Update item failed, please try later.'],
  ['logistics.error_param', 'The order status is not ready to ship.'],
])('[daily-quota] %s is a refusal: %s', async (error, message) => {
  expect(await calledOff(error, message)).toMatchObject({ kind: 'refused', message, channelCode: error })
})

test.each([
  ['logistics.error_param', 'System error, please try again later.'],
  ['logistics.error_other', 'System error, please try again later.'],
  ['error_auth', 'System error, please try again later.'],
  ['error_config', 'Something is wrong, please try again later.'],
  ['error_data', 'Something wrong. Please try later. [20]'],
  ['error_data', 'Query order info failed. Please try later.'],
  ['error_param', 'Inner error, please try later. [1].'],
  ['error_limit', 'Core server error.'],
  ['logistics.error_timeout', 'Timeout to call external system.'],
  ['logistics.error_third_party_server', 'Failed to call external system.'],
  ['logistics.error_too_many_invoke_function', 'Failed to get lock.'],
  ['logistics.logistic_order_is_locked_on_creating', 'Fail to get the lock.'],
])('[faults-in-words] %s passes: %s', async (error, message) => {
  const failure = await calledOff(error, message)
  expect(failure).toMatchObject({ kind: 'try-later', channelCode: error })
  expect(failure).toHaveProperty('retryAfterSeconds', undefined)
})
