import { expect, it } from 'vitest'
import { temporaryPath } from '../../kit/test-steps.ts'
import { createClock } from '../../kit/clock.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

const malaysia = '7494726673780148744'
const app = { appKey: '29a39d', appSecret: 'e59af819cc', redirectUrl: 'https://console.test/back' }

it('a sandbox that starts again knows its tokens, orders and goods', async () => {
  const stateFile = temporaryPath()
  let nowMs = Date.UTC(2026, 0, 15)
  const start = () => startSandbox({ stateFile, clock: createClock(() => nowMs), tiktok: app })
  const read = async ({ url }: Sandbox, what: string) =>
    (await (await fetch(`${url}/_sandbox/oracle/tiktok/${what}?shop_id=${malaysia}`)).text())
      .replaceAll(url, '')
      .split('\n')
      .toSorted((a, b) => (a < b ? -1 : 1))
  const control = async ({ url }: Sandbox, path: string, body: object) => {
    const reply = await fetch(`${url}/_sandbox/tiktok/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    return (await reply.json()) as Record<string, string>
  }
  const requestTokens = async ({ url }: Sandbox, kind: string, query: Record<string, string>) => {
    const all = { app_key: app.appKey, app_secret: app.appSecret, ...query }
    const reply = await fetch(`${url}/api/v2/token/${kind}?${new URLSearchParams(all).toString()}`)
    return (await reply.json()) as { code: number; data: Record<string, string> }
  }

  const first = await start()
  const { location = '' } = await control(first, 'authorize', { shop_id: malaysia })
  const code = new URL(location).searchParams.get('code') ?? ''
  const { data } = await requestTokens(first, 'get', { grant_type: 'authorized_code', auth_code: code })
  const order = { ref: 'a', lines: [['85123A', 'Heart', 2, 9.9]] }
  const { order_id: id = '' } = await control(first, 'orders', { shop_id: malaysia, order })
  for (const action of ['pay', 'release', 'move_house', 'split', 'ship_part'])
    await control(first, `orders/${id}/advance`, { action })
  const onHold = await control(first, 'orders', { shop_id: malaysia, order: { ...order, ref: 'b' } })
  await control(first, `orders/${onHold['order_id']}/advance`, { action: 'pay' })
  const [orders, products] = [await read(first, 'orders'), await read(first, 'products')]
  expect(orders.join()).toContain('PARTIALLY_SHIPPING')
  await first.close()

  const second = await start()
  expect(await read(second, 'orders')).toEqual(orders)
  expect(await read(second, 'products')).toEqual(products)
  // The hold of the order still ends after the restart.
  nowMs += 3_601_000
  second.clock.shift(0)
  expect(second.tiktok.book.find(onHold['order_id'] ?? '')).toMatchObject({ status: 'AWAITING_SHIPMENT' })
  const query = { grant_type: 'refresh_token', refresh_token: data['refresh_token'] ?? '' }
  expect((await requestTokens(second, 'refresh', query)).code).toBe(0)
  await second.close()
  // A refresh token that was spent stays spent.
  const third = await start()
  expect((await requestTokens(third, 'refresh', query)).code).toBe(36004004)
  await third.close()
})
