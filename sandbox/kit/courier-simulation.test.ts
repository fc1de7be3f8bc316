import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import { ghnOrder, temporaryPath } from './test-steps.ts'
import { createClock } from './clock.ts'
import { ControlError } from './control-call.ts'
import { countCalls } from './control.ts'
import { courierMarketplace } from './courier-simulation.ts'
import { ghn } from '../couriers/ghn/index.ts'
import { createFaults } from './faults.ts'
import { createImageStore } from './image-store.ts'
import type { World } from './marketplace.ts'

let stateFile: string
beforeEach(() => {
  stateFile = temporaryPath()
})

/** One courier on a port of its own, without the marketplaces and their sample. */
async function start() {
  const world: World = {
    clock: createClock(),
    faults: createFaults(),
    seed: 'test',
    baseUrl: () => '',
    log: countCalls(),
    images: createImageStore(undefined),
  }
  const courier = courierMarketplace(ghn, world, stateFile)
  await courier.load('none')
  const server = createServer((request, response) => {
    void courier.serve(request, response, new URL(request.url ?? '', 'http://sandbox'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    courier,
    async call(path: string, body: object) {
      const reply = await fetch(`http://127.0.0.1:${port}/ghn/shiip/public-api${path}`, {
        method: 'POST',
        headers: { token: '5b0d8d3a-0c5e-11f1-9a3c-02420a000001', shopid: '885' },
        body: JSON.stringify(body),
      })
      return ((await reply.json()) as { data: Record<string, unknown> }).data
    },
    advance(number: unknown, step: string) {
      const route = courier.routes['POST /_sandbox/ghn/parcels/:number/advance']
      const call = { parts: [String(number)], read: () => ({ step }) }
      return route?.(call as unknown as Parameters<NonNullable<typeof route>>[0])
    },
    async stop() {
      courier.close()
      world.clock.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

it('knows its parcels, their ways and its stores after it was started again', async () => {
  const first = await start()
  const { order_code } = await first.call('/v2/shipping-order/create', ghnOrder)
  first.advance(order_code, 'collect')
  const store = { name: 'New', district_id: 1442, ward_code: '020109', address: '1 A', phone: '0987654321' }
  const { shop_id } = await first.call('/v2/shop/register', store)
  await first.stop()
  const second = await start()
  const detail = await second.call('/v2/shipping-order/detail', { order_code })
  expect(detail).toMatchObject({ status: 'picked', log: [{ status: 'ready_to_pick' }, { status: 'picked' }] })
  const { shops } = await second.call('/v2/shop/all', {})
  expect(shops).toMatchObject([{ _id: 885 }, { _id: 886 }, { _id: shop_id }])
  const next = await second.call('/v2/shipping-order/create', ghnOrder)
  expect(next['order_code']).not.toBe(order_code)
  await second.stop()
})

it('gives no two scans of a parcel the same time, and knows what cannot happen', async () => {
  const running = await start()
  const advance = (number: unknown, step: string) => running.advance(number, step)
  const { order_code } = await running.call('/v2/shipping-order/create', ghnOrder)
  const { scans } = ['collect', 'out', 'deliver'].map((step) => advance(order_code, step)).at(-1) as {
    scans: { at: number }[]
  }
  expect(new Set(scans.map(({ at }) => at)).size).toBe(4)
  expect(() => advance('nobody', 'collect')).toThrow(ControlError)
  expect(() => advance(order_code, 'explode')).toThrow(ControlError)
  await running.stop()
})
