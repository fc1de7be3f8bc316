import { expect, test } from 'vitest'
import { createSession, startRecordedChannel } from '../../recorded-channel.ts'
import type { RecordedCall } from '../../recorded-channel.ts'
import type { ArrangeRequest } from '../../shipping.ts'
import { choiceOf } from '../../../test/steps/choice-of.ts'
import { orders } from './orders.ts'
import { shipping } from './shipping.ts'

const packageOf = (order: string, id: string): ArrangeRequest => ({
  parcel: { channelOrderId: order, channelPackageId: id },
  choice: choiceOf('dropoff'),
})

async function arranged(answer: (call: RecordedCall) => object, requests: ArrangeRequest[]) {
  await using channel = await startRecordedChannel((call) => ({ body: answer(call) }))
  const app = { TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: channel.url }
  return await shipping.arrange(createSession(app, new Date()), requests).catch((error: unknown) => error)
}

test.each([
  [21001011, 'System process error, please try again later.'],
  [11001027, 'System timeout. If this error persists, please contact the platform for assistance.'],
  [11006010, 'Internal package status error, please try again later.'],
  [12056001, 'System error, try again later'],
])('[faults-with-numbers] %i passes: %s', async (code, message) => {
  const requests = [packageOf('A', '1')]
  expect(await arranged(() => ({ code, message }), requests)).toMatchObject({ kind: 'try-later' })
  // Nobody knows what became of A, which has another package, so nothing is told of it. B alone was handed over.
  const errors = [{ code, message, detail: { package_id: '2' } }]
  const several = [packageOf('A', '1'), packageOf('A', '2'), packageOf('B', '3')]
  expect(await arranged(() => ({ code: 0, data: { errors } }), several)).toMatchObject([
    { channelOrderId: 'B', isDone: true },
  ])
})

test.each([
  [21042104, "Documents couldn't be printed before shipped.Please check shipping is arranged and try again."],
  [11006021, 'Package has been shipped. Please not ship the package again.'],
])('%i is a refusal: %s', async (code, message) => {
  expect(await arranged(() => ({ code, message }), [packageOf('A', '1')])).toMatchObject([
    { isDone: false, reason: message, channelCode: String(code) },
  ])
})

test('[faults-with-numbers] orders that could not be looked up are not taken for unknown ones', async () => {
  const message =
    'Failed to get orders, If multiple retry have failed, please contact the platform for assistance'
  await using channel = await startRecordedChannel(() => ({ body: { code: 10002014, message } }))
  const app = { TIKTOK_APP_KEY: 'k', TIKTOK_APP_SECRET: 's', TIKTOK_API_BASE: channel.url }
  await expect(orders.get(createSession(app, new Date()), ['1', '2'])).rejects.toMatchObject({
    kind: 'try-later',
    channelCode: '10002014',
  })
})
