/** From orders on a marketplace to what people ask for about them, in a console that a test starts. */
import { expect } from 'vitest'
import { linkShop, until, type Account, type TestConsole } from '../start-test-console.ts'

export const actionChannels = {
  shopee: { code: 'shopee', id: 2, shop: 727720655, waiting: 'READY_TO_SHIP' },
  lazada: { code: 'lazada', id: 1, shop: 100190015, waiting: 'pending' },
  tiktok: { code: 'tiktok', id: 5, shop: '7494726673780148744', waiting: 'AWAITING_SHIPMENT' },
} as const
type Code = keyof typeof actionChannels

export const shipOrder = '/api/v2/logistics/ship_order'

type Row = { id: number; code: string; status: { code: string } }

let made = 0

/** `current` answers the console and the account of the test that runs. */
export function actionSteps(current: () => { running: TestConsole; seller: Account }) {
  const control = (code: Code, path: string, body?: object) =>
    current().running.control(path, body, code) as Promise<Record<string, unknown>>

  /** Orders that wait for the current().seller, by their ids on the channel. */
  async function sell(code: Code, count = 1): Promise<string[]> {
    const { shop, waiting } = actionChannels[code]
    const ids: string[] = []
    while (ids.length < count) {
      const order = { ref: `action-${made++}`, status: waiting, cod: false, lines: [['CUP', 'Cup', 2, 19.9]] }
      const brief = await control(code, 'orders', { shop_id: shop, order, force: true })
      const id = String(brief['order_sn'] ?? brief['order_id'])
      // Few are carried by the seller's own courier, which wants a number: those are another test's.
      if (!(await isOwnFleet(code, id))) ids.push(id)
    }
    return ids
  }

  async function isOwnFleet(code: Code, id: string): Promise<boolean> {
    if (code === 'shopee')
      return current().running.sandbox.shopee.book.find(id)?.parcel.carrier.modes[0] === 'non_integrated'
    if (code === 'lazada') return false
    const { order } = (await control(code, `orders/${id}`)) as { order: { shipping_type: string } }
    return order.shipping_type === 'SELLER'
  }

  /** Links the shop and waits for its orders; answers their ids here, in the order asked for. */
  async function arrive(code: Code, sns: string[]): Promise<number[]> {
    await linkShop(
      current().running.sandbox.url,
      current().seller,
      actionChannels[code].shop,
      actionChannels[code],
    )
    const rows = await until('the orders to arrive', async () => {
      const { body } = await current().seller.call('GET /orders/filter?limit=100')
      const found = new Map((body as { data: Row[] }).data.map((row) => [row.code, row.id]))
      return sns.every((sn) => found.has(sn)) && found
    })
    return sns.map((sn) => rows.get(sn) ?? 0)
  }

  const orderOf = (id: number, who = current().seller) => who.call(`GET /orders/${id}`)
  const statusOf = async (id: number) => (await orderOf(id)).at<string>('data.status.code')
  const untilStatus = (id: number, status: string) =>
    until(`order ${id} to be ${status}`, async () => (await statusOf(id)) === status)
  const untilEnded = (id: number, state: string) =>
    until(`the action of order ${id} to be ${state}`, async () => {
      const order = await orderOf(id)
      return order.at('data.latest_action.state') === state && order
    })

  async function faults(plan: object): Promise<void> {
    const reply = await fetch(`${current().running.sandbox.url}/_sandbox/faults`, {
      method: 'POST',
      body: JSON.stringify(plan),
    })
    expect(reply.status).toBe(200)
  }

  /** Counts the calls of this path that the marketplace received. */
  async function callsOf(path: string): Promise<number> {
    const stats = await (await fetch(`${current().running.sandbox.url}/_sandbox/stats`)).json()
    return (stats as { calls: Record<string, { calls: number }> }).calls[path]?.calls ?? 0
  }

  return { control, sell, arrive, orderOf, statusOf, untilStatus, untilEnded, faults, callsOf }
}
