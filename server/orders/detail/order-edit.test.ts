/** Addresses of own stores: from what a person types to what the store has, over a real console and the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkStore,
  linkWebStore,
  startTestConsole,
  until,
  type Account,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  await linkStore(running.sandbox.url, seller, website)
  await linkWebStore(running.sandbox.url, seller, webStore)
})
afterAll(() => running?.stop())

const website = 'aoi-gifts'
const webStore = 'hana-home'

const address = {
  name: 'Nur Aisyah binti Rahman',
  phone: '+60 12-345 6789',
  street: '12, Jalan Telawi',
  city: 'Kuala Lumpur',
  province: 'Selangor',
  postcode: '59100',
  country: 'MY',
}

type Row = { id: number; channel_order_id: string }

/** An order of the store as it has just arrived. */
async function sell(code: 'website' | 'web-store', status?: string): Promise<{ id: number; code: string }> {
  const order = status && { ref: `edit-${status}-${made++}`, status, lines: [['CUP', 'Cup', 1, 9.9]] }
  const shop = code === 'website' ? website : webStore
  const sold = await running.control('orders', { shop_id: shop, force: true, ...(order && { order }) }, code)
  const own = String((sold as { id: number | string }).id)
  const row = await until('the order to arrive', async () => {
    const { body } = await seller.call('GET /orders/filter?limit=100')
    return (body as { data: Row[] }).data.find((one) => one.channel_order_id === own)
  })
  return { id: row.id, code: own }
}
let made = 0

const read = (id: number) => seller.call(`GET /orders/${id}`)
const told = (answer: Answer) => [answer.status, answer.at('code')]

async function untilMoved(id: number): Promise<Answer> {
  return until('the address to be told back', async () => {
    const order = await read(id)
    return order.at('data.address.street') === address.street && order
  })
}

async function fault(plan: object): Promise<void> {
  const body = JSON.stringify(plan)
  expect((await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'POST', body })).status).toBe(200)
}

describe('an order of an own store', () => {
  it.each([
    ['website', /\/wp-admin\/post\.php\?post=\d+&action=edit$/],
    ['web-store', /\/app\/orders\/order_\w+$/],
  ] as const)(
    'of a %s tells its page there, what the shop lists of it and where it goes',
    async (code, page) => {
      const { id } = await sell(code)
      const { data } = (await until('its listings', async () => {
        const { body } = await read(id)
        const { order_product_skus: lines } = (body as { data: Detail }).data
        return lines.data.every(({ product_sku: sku }) => sku.data.product_id !== null) && body
      })) as { data: Detail }
      expect(data.channel_url).toMatch(page)
      expect(data.order_product_skus.data[0]?.product_sku.data).toMatchObject({
        id: expect.any(Number),
        product_id: expect.any(Number),
        sku_id: expect.any(Number),
      })
      expect(data.order_status).toEqual(data.status)
      expect(data.is_on_hold).toBe(false)
      expect(data.customer.data.addresses.data).toEqual([data.address])
    },
  )
})

type Detail = {
  channel_url: string
  status: object
  order_status: object
  is_on_hold: boolean
  address: object
  customer: { data: { addresses: { data: object[] } } }
  order_product_skus: { data: { product_sku: { data: { product_id: number | null } } }[] }
}

describe('an address', () => {
  it.each(['website', 'web-store'] as const)(
    'of a %s is changed at the store, and comes back as a fact',
    async (code) => {
      const { id } = await sell(code, code === 'website' ? 'processing' : undefined)
      const before = await read(id)
      expect(before.at('data.allowed_actions')).toContain('edit')
      const country = before.at<string>('data.address.country')
      const version = before.at<string>('data.updated_at')
      const asked = await seller.call(`PUT /orders/${id}`, {
        address: { ...address, country },
        updated_at: version,
      })
      expect([asked.status, asked.at('data.action')]).toMatchObject([
        200,
        { kind: 'edit', is_under_way: true, requested_by: { name: 'seller' } },
      ])
      const after = await untilMoved(id)
      expect(after.at('data.address')).toMatchObject({ ...address, country, is_masked: false })
      const history = await seller.call(`GET /orders/${id}/history`)
      expect(history.at<{ event: string }[]>('data').map(({ event }) => event)).toContain('asked_edit')

      // Somebody who read it before that is told who was faster.
      const late = await seller.call(`PUT /orders/${id}`, {
        address: { ...address, country },
        updated_at: version,
      })
      expect([told(late), late.at('message')]).toEqual([
        [409, 'conflict'],
        'seller changed this order first. Reload the order.',
      ])
    },
  )

  it('is not told twice when the answer is lost behind the effect', async () => {
    const { id, code } = await sell('website', 'processing')
    await fault({ method: 'PUT', reset: 1, count: 1 })
    expect((await seller.call(`PUT /orders/${id}`, { address })).status).toBe(200)
    const after = await until('the action to end', async () => {
      const order = await read(id)
      return order.at('data.latest_action.state') === 'done' && order
    })
    expect(after.at('data.latest_action.error')).toBeNull()
    await untilMoved(id)
    const stats = await (await fetch(`${running.sandbox.url}/_sandbox/stats`)).json()
    const calls = Object.entries((stats as { calls: Record<string, { calls: number }> }).calls)
    // Orders are read by their list, so that this is what was written.
    const written = calls.filter(([path]) => path.endsWith(`/orders/${code}`))
    expect(written.map(([, { calls: count }]) => count)).toEqual([1])
  })

  it('is refused for what is packed or sent, and on a marketplace', async () => {
    const sent = await sell('website', 'completed')
    expect((await read(sent.id)).at('data.refused_actions.edit')).toBe('status')
    const packed = await seller.call(`PUT /orders/${sent.id}`, { address })
    expect(told(packed)).toEqual([409, 'order_action_refused'])
    const shop = await addShop(running, seller.ownerId, 'market')
    const order = orderOf({ channelOrderId: '2603050M', address: addressOf({ name: 'Aoi' }) })
    const [id] = (await putOrders(running, seller.ownerId, shop, [order])).created
    const kept = await seller.call(`PUT /orders/${id}`, { address })
    expect([told(kept), kept.at('message')]).toEqual([
      [409, 'order_action_refused'],
      'The marketplace manages the address of this order. Only the buyer can change it there.',
    ])
    expect((await read(id ?? 0)).at('data.channel_url')).toBeNull()
    // Its note is the team's all the same.
    expect((await seller.call(`PUT /orders/${id}`, { note: ' Wrap it ' })).at('data')).toEqual({
      id,
      note: 'Wrap it',
      note_version: 1,
      action: null,
    })
  })

  it('keeps the note of whoever was faster, and says who that was', async () => {
    const { id } = await sell('website', 'processing')
    const mei = await running.addStaff(seller.ownerId, { email: 'mei@example.test', role: 'operator' })
    const { note_version: version } = (await read(id)).at<{ note_version: number }>('data')
    const both = await Promise.all([
      seller.call(`PUT /orders/${id}`, { note: 'Wrap it', note_version: version }),
      mei.call(`PUT /orders/${id}`, { note: 'Ring twice', note_version: version }),
    ])
    const [saved, refused] = both.toSorted((a, b) => a.status - b.status)
    expect([saved?.status, refused?.status]).toEqual([200, 409])
    const name = (await (refused === both[0] ? mei : seller).call('GET /users/me')).at<string>('data.name')
    expect(refused?.body).toEqual({
      code: 'conflict',
      message: `${name} changed this note first. Your note is not saved.`,
    })
    const now = await read(id)
    expect(now.at('data.note')).toBe(saved?.at('data.note'))
    // A user who has read the newer note may overwrite it.
    const late = { note: 'Both', note_version: now.at<number>('data.note_version') }
    expect((await seller.call(`PUT /orders/${id}`, late)).status).toBe(200)
    expect((await read(id)).at('data.note')).toBe('Both')
  })

  it('has its mistakes told by field', async () => {
    const { id } = await sell('website', 'processing')
    const wrong = { ...address, name: ' ', phone: 'call me', street: '', country: 'Malaysia' }
    const answer = await seller.call(`PUT /orders/${id}`, { address: wrong })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.at('invalid_fields')).toSorted()).toEqual([
      'address.country',
      'address.name',
      'address.phone',
      'address.street',
    ])
    for (const body of [{}, { updated_at: new Date().toISOString() }, { note: 'x', updated_at: 'yesterday' }])
      expect([body, (await seller.call(`PUT /orders/${id}`, body)).status]).toEqual([body, 422])
  })

  it('is nobody else’s to change', async () => {
    const { id } = await sell('website', 'processing')
    const stranger = await running.signUp('stranger')
    const viewer = await running.addStaff(seller.ownerId, { email: 'viewer@example.test', role: 'viewer' })
    expect(told(await stranger.call(`PUT /orders/${id}`, { address }))).toEqual([404, 'not_found'])
    expect(told(await viewer.call(`PUT /orders/${id}`, { address }))).toEqual([403, 'forbidden'])
  })
})
