import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { never } from '../../session.ts'
import type { Session } from '../../session.ts'
import { createHttp } from '../../http.ts'
import { startRecordedChannel } from '../../recorded-channel.ts'
import { createWebhooks, keepWebhooks, secretOf } from '../../woocommerce/webhooks.ts'
import { profile } from './wire.ts'

const webhooks = createWebhooks(profile)
const app = { POS_WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef' }
const pushUrl = 'https://console.example/hooks/pos'
const body = '{"id":901,"status":"completed","created_via":"pos-rest-api"}'

function sent(location: string, signedFor = `shop.example#${location}`) {
  const secret = secretOf(profile, app, signedFor) ?? ''
  return {
    app,
    url: `${pushUrl}?location=${location}`,
    body,
    headers: {
      'x-wc-webhook-source': 'https://www.shop.example/',
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-signature': createHmac('sha256', secret).update(body).digest('base64'),
    },
  }
}

test('[hooks-by-place] a message is of the place that its address names, and no place speaks for another', () => {
  expect(webhooks.verify(sent('2'))).toBe(true)
  expect(webhooks.read(sent('2')).channelShopId).toBe('shop.example#2')
  expect(webhooks.verify(sent('2', 'shop.example#1'))).toBe(false)
  expect(webhooks.verify(sent('2', 'shop.example'))).toBe(false)
  expect(webhooks.verify({ ...sent('', 'shop.example'), url: pushUrl })).toBe(true)
})

test('[hooks-by-place] each place makes its own, and leaves those of the others alone', async () => {
  const others = [1, 2].map((id) => ({
    id,
    topic: 'order.created',
    status: 'disabled',
    delivery_url: id === 1 ? pushUrl : `${pushUrl}?location=1`,
  }))
  await using channel = await startRecordedChannel(({ on }) => ({ body: on.startsWith('GET') ? others : {} }))
  const session: Session = {
    app,
    http: createHttp(),
    credentials: {
      accessToken: 'ck',
      refreshToken: 'cs',
      accessExpiresAt: never,
      refreshExpiresAt: never,
      channelShopId: 'shop.example#2',
      more: { address: channel.url, root: 'path', location: '2', isDefault: 'no' },
    },
    now: () => new Date(),
    currency: 'MYR',
    pushUrl,
  }
  await keepWebhooks(profile, session)
  const { create, update } = (channel.calls[1]?.body ?? {}) as {
    create: Record<string, string>[]
    update: object[]
  }
  expect(update).toEqual([])
  expect(create).toHaveLength(8)
  const secret = secretOf(profile, app, 'shop.example#2')
  for (const hook of create) expect(hook).toMatchObject({ delivery_url: `${pushUrl}?location=2`, secret })
})
