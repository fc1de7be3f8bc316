import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiver } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

const app = { key: '29a39d', secret: 'e59af819cc' }
const malaysia = '7494726673780148744'
let sandbox: Sandbox

beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none', tiktok: { appKey: app.key, appSecret: app.secret } })
  const redirect = 'https://console.test/back'
  const { location } = await control('tiktok/authorize', { shop_id: malaysia, redirect })
  const query = new URLSearchParams({
    app_key: app.key,
    app_secret: app.secret,
    grant_type: 'authorized_code',
    auth_code: new URL(String(location)).searchParams.get('code') ?? '',
  })
  expect((await fetch(`${sandbox.url}/api/v2/token/get?${query.toString()}`)).status).toBe(200)
})
afterEach(() => sandbox.close())

async function control(path: string, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${sandbox.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Record<string, unknown>
}

test('webhooks are signed over key and body, and come again until they are taken', async () => {
  const receiver = await startReceiver()
  const { received } = receiver
  receiver.answer.status = 500
  await control('tiktok/push', { url: receiver.url })
  const { order_id: id } = await control('tiktok/orders', { shop_id: malaysia })
  await sandbox.tiktok.pushes.settled()
  expect(received).toHaveLength(1)
  receiver.answer.status = 200
  await control('clock', { shift: 121 })
  await sandbox.tiktok.pushes.settled()
  expect(received).toHaveLength(2)
  const [first, second] = received
  expect(second).toEqual(first)
  const sign = createHmac('sha256', app.secret)
    .update(app.key + String(first?.body))
    .digest('hex')
  expect(first?.headers.authorization).toBe(sign)
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    type: 1,
    shop_id: malaysia,
    data: { order_id: id },
  })
})
