import { expect, it } from 'vitest'
import { temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'
import { createClock } from '../../kit/clock.ts'
import { startLinked, MY } from './sign-call.ts'

it('a sandbox that starts again goes on where it stopped, days later', async () => {
  const stateFile = temporaryPath()
  let nowMs = Date.UTC(2026, 0, 15)
  const clock = () => createClock(() => nowMs)
  const truth = async ({ url }: Sandbox) =>
    (await fetch(`${url}/_sandbox/oracle/shopee/orders?shop_id=${MY}`)).text()

  const client = await startLinked({ stateFile, clock: clock() })
  const { book } = client.sandbox.shopee
  const [first] = book.inStatus(MY, 'READY_TO_SHIP')
  const inputs = [...book.inStatus(MY, 'IN_CANCEL')].map((order) => order.sn)
  const { order_sn: sold } = await client.control('/shopee/orders', { shop_id: MY })
  await client.post('logistics/ship_order', { order_sn: first?.sn, dropoff: {} })
  await client.control(`/shopee/orders/${first?.sn}/advance`, { action: 'arrange' })
  await client.post('order/set_note', { order_sn: sold, note: 'gift' })
  const before = (await truth(client.sandbox)).replaceAll(client.sandbox.url, '')
  expect(before).toContain('"note":"gift"')
  await client.sandbox.close()

  nowMs += 3 * 86_400_000
  const again = await startSandbox({ stateFile, clock: clock() })
  const after = (await truth(again)).replaceAll(again.url, '')
  expect(again.shopee.book.find(first?.sn ?? '')).toMatchObject({ status: 'PROCESSED' })
  for (const sn of inputs) expect(again.shopee.book.find(sn)?.status).toBe('CANCELLED')
  // The promised tracking number came meanwhile, and unanswered inputs were granted; nothing else is different.
  const untouched = (text: string) =>
    text
      .split('\n')
      .filter((line) => ![first?.sn, ...inputs].some((sn) => line.includes(`"order_sn":"${sn}"`)))
  expect(untouched(after)).toEqual(untouched(before))
  expect(again.shopee.tokens.isLinked(MY)).toBe(true)
  const pair = again.shopee.tokens.renew(client.tokens.refresh_token, MY)
  expect(pair).toMatchObject({ expire_in: 14_400 })
  await again.close()
})
