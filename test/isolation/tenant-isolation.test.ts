/**
 * Isolation of owners from each other, and of scoped users from other shops. Limits of roles: roles.test.ts; row-level security
 * alone: policies.test.ts.
 */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allEndpoints, type EndpointName } from '../../contract/endpoints.ts'
import {
  call,
  startTestConsole,
  testPassword,
  type Account,
  type TestConsole,
} from '../start-test-console.ts'
import { addShop } from '../steps/stored-orders.ts'
import { putFailedExport, settleOwner, type Owned } from '../steps/settled-owner.ts'
import { sendSomething } from '../steps/settled-shipments.ts'
import { openStream } from '../steps/stream.ts'
import { auditRuleOf } from '../../server/audit/audited-calls.ts'
import { saveAvatar } from '../../server/auth/users/avatar-store.ts'
import { saveEvent } from '../../server/notifications/events-store.ts'

type Listing = { id: number; product_id: number; shop: { data: { id: number } } }

let running: TestConsole
let admin: pg.Client
let mine: Owned
let theirs: Owned

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  mine = await settleOwner(running, 'mine', 'Aoi')
  theirs = await settleOwner(running, 'theirs', 'Bao')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const idsOf = async (account: Account, query = '') => {
  const answer = await account.call(`GET /orders/filter?limit=100&${query}`)
  return answer.at<{ id: number }[]>('data').map(({ id }) => id)
}

/** Beside the session that its account has. */
async function signInAgain({ account }: Owned): Promise<void> {
  const email = (await account.call('GET /users/me')).at<string>('data.email')
  await call(running.url, 'POST /authorization', { email, password: testPassword })
}

const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b)

async function entriesOf({ account }: Owned): Promise<number> {
  const { rows } = await admin.query<{ entries: number }>(
    'select count(*)::int as entries from audit_entries where owner_id = $1',
    [account.ownerId],
  )
  return rows[0]?.entries ?? 0
}

describe('the API', () => {
  it("has no word of another owner's orders and shops, whatever is asked of them", async () => {
    // Programs beside printers show a token of their own. Categories have their channels’ ids; the shop that a call names is what is checked.
    const foreign = Object.keys(allEndpoints).filter(
      (key) => key.includes('{id}') && !key.includes('/categories/') && !key.includes('/print-agent/'),
    )
    expect(foreign.length).toBeGreaterThan(5)
    const bodies: Record<string, object> = {
      'PUT /orders/{id}/star': { is_star: 1 },
      'PUT /orders/{id}': { note: 'Fragile' },
      'POST /orders/{id}/cancel': { reason_code: 'other' },
      'POST /orders/{id}/buyer-mails': {
        kind: 'delay',
        language: 'en',
        subject: 'Your order',
        text: 'It takes longer.',
        previous_id: null,
      },
      'POST /orders/{id}/scan-checked': { lines: [{ id: '1-0', quantity: 1 }] },
      'POST /orders/{id}/split': {
        parcels: [{ items: [{ id: '1-0', quantity: 1 }] }, { items: [{ id: '1-1', quantity: 1 }] }],
      },
      'PUT /orders/{id}/parcels': { parcels: [{ items: [{ id: '1-0', quantity: 1 }] }] },
      'PUT /saved-filters/{id}': { name: 'renamed' },
      'PUT /orders/{id}/status-self-delivery': { status: 'delivering' },
      'POST /shipments/{id}/found': { tracking_number: 'MYT1234' },
      'PUT /shops/{id}': { system_name: 'renamed' },
      'POST /returns/{id}/receive': { lines: [{ position: 0, restock: 1, write_off: 0 }] },
      'POST /orders/{id}/take-back': { lines: [{ position: 0, restock: 1, write_off: 0 }] },
      'POST /pick-waves/{id}/ticks': { ticks: [{ line: 1, picked: 1 }] },
      'POST /print-jobs/{id}/answer': { is_printed: true },
      'POST /stock-takes/{id}/scans': { scans: [{ id: 'scan-0001', sku_id: theirs.otherSku, add: 1 }] },
      'PUT /warehouses/{id}': { name: 'renamed' },
      'PUT /sales-areas/{id}': { name: 'renamed' },
      'PUT /users/{id}': { name: 'renamed' },
      'PUT /deliveries/warehouse/ninjavan/{id}': { name: 'renamed' },
    }
    const place = await theirs.account.call('POST /deliveries/warehouse/ninjavan', {
      name: 'Back room',
      contact_name: 'Bao',
      phone: '0123456789',
      address1: '1 Jalan Ipoh',
      city: 'Kuala Lumpur',
      state: 'Selangor',
      postcode: '51200',
    })
    const warehouse = await theirs.account.call('POST /warehouses', { name: 'Back room' })
    const failedExport = async () => {
      const asked = await theirs.account.call('GET /orders/export')
      const key = { ownerId: theirs.account.ownerId, exportId: asked.at<number>('export_id') }
      await running.db.asOwner(key.ownerId, (tx) => putFailedExport(tx, key))
      return key.exportId
    }
    let sent = 0
    const unanswered = () => {
      const orderId = theirs.orders[4 + sent++] ?? 0
      return sendSomething(running, theirs.account.ownerId, { orderId, shopId: theirs.shops[1] })
    }
    const ownSession = async () => {
      await signInAgain(theirs)
      const all = await theirs.account.call('GET /users/sessions')
      return all.at<{ id: number; is_current: boolean }[]>('data').find((one) => !one.is_current)?.id ?? 0
    }
    /** Returns a user: the owner for calls about one's own profile, an invited user for calls about others. */
    const someone = async (key: string) => {
      const { ownerId } = theirs.account
      const whose = { ownerId, userId: theirs.userId }
      if (key.endsWith('/avatar'))
        await running.db.asOwner(ownerId, (tx) => saveAvatar(tx, whose, Buffer.of(1)))
      return /end-first-login|avatar/.test(key) ? theirs.userId : theirs.invite()
    }
    const listed = await theirs.account.call(`GET /sku-centers/${theirs.otherSku}`)
    const [listing] = listed.at<Listing[]>('data.listings.data')
    const product = await theirs.account.call(`GET /products/${theirs.otherProduct}`)
    bodies['PUT /products/{id}'] = {
      variants: [{ id: product.at<number>('data.product_skus.data.0.id'), price: 12.5 }],
    }
    bodies['PATCH /products/{id}/status'] = { status: 0 }
    bodies['PUT /customers/{id}/note'] = { note: 'Calls on Sundays' }
    bodies['PUT /customers/shortlists/{id}'] = { description: 'Who comes back' }
    bodies['POST /customers/shortlists/{id}/add-customers'] = { customer_ids: [theirs.customer] }
    bodies['POST /customers/shortlists/{id}/remove-customers'] = { customer_ids: [theirs.customer] }
    bodies['POST /customers/shortlists/{id}/compare'] = {
      rules: [{ field: 'orders', test: 'at_least', value: 2 }],
    }
    bodies['POST /customers/shortlists/{id}/push'] = { shop_id: theirs.shops[0] }
    bodies['PUT /product-template/{id}'] = { name: 'Renamed' }
    bodies['POST /product-template/{id}/upload-to-platform'] = {}
    bodies['POST /product-template/{id}/cancel-upload-to-platform'] = {}
    bodies['POST /product-template/{id}/writing-help'] = { task: 'name' }
    bodies['PUT /shop-product-template/{id}'] = { is_cod_allowed: 1 }
    bodies['PUT /imports/{id}/columns'] = { columns: ['seller_code'] }
    bodies['PUT /imports/{id}/rows/{row}'] = { column: 0, value: 'B' }
    bodies['PUT /sku-centers/{id}'] = { threshold: 3 }
    bodies['PUT /sku-centers/{id}/stock-rules/{shop_id}'] = { cap: 3 }
    bodies['POST /sku-centers/{id}/listings'] = { product_sku_ids: [listing?.id] }
    let fresh = 0
    /** A SKU that has the listing, and no stock. */
    const freshSku = async () => {
      const values = { prime_sku: `FRESH-${++fresh}`, name: 'Listed by another' }
      const ids = { product_sku_ids: [listing?.id], move: true }
      return (await theirs.account.call('POST /sku-centers', { ...values, ...ids })).at<number>('data.id')
    }
    const split = { prime_sku: 'SPLIT', name: 'Split off another', product_sku_ids: [listing?.id] }
    const splitOff = async () =>
      (await theirs.account.call(`POST /sku-centers/${await freshSku()}/split`, split)).at<number>(
        'meta.merge.id',
      )
    /** Only an empty SKU can be deleted, and one that nobody counts be merged or split. */
    const skuFor = async (key: string) => {
      if (key.endsWith('/split')) {
        bodies[key] = { ...split, prime_sku: 'SPLIT-AGAIN' }
        return freshSku()
      }
      if (key.endsWith('/merge')) {
        bodies[key] = { sku_ids: [await freshSku()] }
        return freshSku()
      }
      if (key !== 'DELETE /sku-centers/{id}') return theirs.otherSku
      const ids = { product_sku_ids: [listing?.id], move: true }
      const again = { ...ids, prime_sku: 'AGAIN', name: 'Listed by another' }
      const made = await theirs.account.call('POST /sku-centers', again)
      await theirs.account.call(`POST /sku-centers/${theirs.otherSku}/listings`, ids)
      return made.at<number>('data.id')
    }
    for (const key of foreign) {
      // A shop that nothing else needs any more.
      const shop = key.startsWith('DELETE')
        ? await addShop(running, theirs.account.ownerId, 'gone')
        : theirs.shops[0]
      /** By what the address of a call contains; the first that fits. */
      const things: [string, () => number | Promise<number>][] = [
        ['/sessions/', ownSession],
        ['/users/', () => someone(key)],
        ['/mails/', () => theirs.mail],
        ['/shop-product-template/', async () => (await theirs.addTemplate(key)).step],
        ['/bulk-uploads/', () => theirs.bulkPublish],
        ['/product-template/', async () => (await theirs.addTemplate(key)).id],
        ['/shops/', () => shop],
        ['/customers/shortlists/', () => theirs.addSegment()],
        ['/customers/duplicates/', () => theirs.addDuplicate()],
        ['/customers/changes/', () => theirs.addPersonChange()],
        ['/separate', () => theirs.joinCustomers()],
        ['/customers/', () => theirs.customer],
        ['/pick-waves/', () => theirs.addWave()],
        ['/print-agents/', () => theirs.addPrintAgent()],
        ['/print-jobs/', () => theirs.addPrintJob()],
        ['/stock-takes/', () => theirs.openStockTake()],
        ['/warehouse/', () => place.at<number>('data.id')],
        ['/warehouses/', () => warehouse.at<number>('data.id')],
        ['/products/changes/', () => theirs.refuseChange()],
        ['/change-batches/', () => theirs.refuseBatch()],
        ['/products/images/', () => theirs.image],
        ['/products/', () => (key.startsWith('DELETE') ? theirs.addProduct() : theirs.otherProduct)],
        ['/sku-suggestions/', () => theirs.suggest()],
        ['/sku-merges/', splitOff],
        ['/sku-centers/', () => skuFor(key)],
        ['/sales-areas/', () => theirs.salesArea],
        ['/shipments/', unanswered],
        ['/saved-filters/', () => theirs.savedFilter],
        ['/drafts/', () => theirs.draft],
        ['/action-batches/', () => theirs.batch],
        ['/imports/', () => theirs.importFor(key)],
        ['/exports/', failedExport],
        ['/print-batches/', () => theirs.printBatch],
        ['/returns/', () => theirs.returned],
        ['', () => theirs.orders[0] ?? 0],
      ]
      const id = await things.find(([part]) => key.includes(part))?.[1]()
      const name = key
        .replace('{id}', String(id))
        .replace('{row}', '2')
        .replace('{channel_id}', 'theirs-failed')
        .replace('{product_id}', String(listing?.product_id))
        .replace('{shop_id}', String(listing?.shop.data.id))
      const body = key.startsWith('GET') ? undefined : (bodies[key] ?? {})
      const told = await entriesOf(mine)
      const answer = await mine.account.call(name, body)
      expect([key, await entriesOf(mine)]).toEqual([key, told])
      expect([key, answer.status, answer.at('code')]).toEqual([key, 404, 'not_found'])
      // The owner is answered, so it is tenant isolation that answered the other.
      const before = await entriesOf(theirs)
      const own = await theirs.account.call(name, body)
      // Every change that came about is told once, and nothing else is.
      const isTold = own.status < 300 && auditRuleOf(key as EndpointName) !== undefined
      expect([key, (await entriesOf(theirs)) - before]).toEqual([key, isTold ? 1 : 0])
      // An upload without a file is told so, by whoever knows the person; a segment by hand has no rules, and a shop is no CRM.
      const isAnswered =
        own.status < 300 ||
        own.at('code') === 'order_action_refused' ||
        own.at('code') === 'nothing_to_send' ||
        own.at('code') === 'writing_help_off' ||
        own.at('code') === 'buyer_mail_unavailable' ||
        own.at('code') === 'customer_has_open_orders' ||
        own.at('invalid_fields.avatar') ||
        own.at('invalid_fields.image') ||
        own.at('invalid_fields.file') ||
        own.at('invalid_fields.rules') ||
        own.at('invalid_fields.shop_id') ||
        own.at('invalid_fields.name')
      expect([key, Boolean(isAnswered)]).toEqual([key, true])
    }
  })

  it('lists, counts and finds the own orders alone', async () => {
    expect(inOrder(await idsOf(mine.account))).toEqual(inOrder(mine.orders))
    for (const query of [
      '',
      'is_star=0',
      `shop_id=${theirs.shops[0]}`,
      'keyword=SAMESKU',
      'status=pending',
    ]) {
      const answer = await mine.account.call(`GET /orders/filter?limit=100&${query}`)
      const own = query.includes('shop_id') ? 0 : query.includes('status') ? 6 : 8
      expect([query, answer.at('meta.pagination.total'), answer.at<object[]>('data').length]).toEqual([
        query,
        own,
        own,
      ])
      expect(JSON.stringify(answer.body)).not.toMatch(/THEIRS|Bao/)
    }
    const tabs = await mine.account.call('GET /orders/get-status')
    expect(tabs.at<{ total: number }[]>('data').reduce((sum, { total }) => sum + total, 0)).toBe(8)
    for (const keyword of [theirs.codes[0], 'bao', 'theirsT1', 'THEIRS'])
      expect((await mine.account.call(`GET /orders/search?keyword=${keyword}`)).at('data')).toEqual([])
  })

  it('stars the own orders alone', async () => {
    const answer = await mine.account.call('PUT /orders/star', {
      ids: [theirs.orders[0], mine.orders[0], theirs.orders[1]],
      is_star: 1,
    })
    expect(answer.at('data')).toEqual([{ id: mine.orders[0], is_star: 1 }])
    expect(await idsOf(mine.account, 'is_star=1')).toEqual([mine.orders[0]])
    // The one that its owner starred above.
    expect(await idsOf(theirs.account, 'is_star=1')).toEqual([theirs.orders[0]])
  })

  it('shows the own shops and syncs alone', async () => {
    const shops = await mine.account.call('GET /shops?include=sync,platform')
    expect(shops.at<{ id: number }[]>('data').map(({ id }) => id)).toEqual(mine.shops)
    const percent = await mine.account.call('GET /dashboard/sync-percent')
    const synced = percent.at<{ shop_id: number }[]>('data.shops').map(({ shop_id: id }) => id)
    expect([...new Set(synced)]).toEqual(mine.shops)
    const me = await mine.account.call('GET /users/me?include=shop_owner')
    expect(me.at('data.shop_owner.data.id')).toBe(mine.account.ownerId)
  })

  it("takes no other owner's answer of a consent page", async () => {
    const opened = await theirs.account.call('GET /shops/authorization-url?platform_id=2')
    const callback = { state: opened.at('data.state'), code: 'c', shop_id: '1' }
    const answer = await mine.account.call('POST /shops/callback', callback)
    expect([answer.status, answer.at('code')]).toEqual([410, 'link_expired'])
  })

  it('follows the reader when one connection serves owners in turn', async () => {
    for (let round = 0; round < 6; round++) {
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, at) => {
          const owned = (at + round) % 2 ? mine : theirs
          return idsOf(owned.account).then((ids) => ({ ids: inOrder(ids), owned }))
        }),
      )
      for (const { ids, owned } of answers) expect(ids).toEqual(inOrder(owned.orders))
    }
  })
})

describe('a user of one shop', () => {
  let member: Account
  const own = () => mine.orders.slice(0, 4)
  const others = () => mine.orders.slice(4)

  beforeAll(async () => {
    member = await running.addStaff(mine.account.ownerId, { email: 'member@example.test', role: 'manager' }, [
      mine.shops[0],
    ])
  })

  it('lists, counts and finds the orders of that shop alone', async () => {
    for (const query of ['', 'keyword=SAMESKU', 'sort=total_price', 'is_printed=0', 'platform_id=2'])
      expect([query, inOrder(await idsOf(member, query))]).toEqual([query, inOrder(own())])
    for (const query of [`shop_id=${mine.shops[1]}`, `keyword=${mine.codes[7]}`, 'platform_id=1'])
      expect([query, await idsOf(member, query)]).toEqual([query, []])
    expect(inOrder(await idsOf(member, `shop_id=${mine.shops.join(',')}`))).toEqual(inOrder(own()))
    for (const query of ['', '?keyword=SAMESKU', `?shop_id=${mine.shops.join(',')}`]) {
      const tabs = await member.call(`GET /orders/get-status${query}`)
      expect(tabs.at<{ total: number }[]>('data').reduce((sum, { total }) => sum + total, 0)).toBe(4)
    }
    const answer = await member.call('GET /orders/filter')
    expect(answer.at('meta.pagination.total')).toBe(4)
    expect(answer.at('meta.status_counts')).toMatchObject({ shipped: 1, pending: 3 })
  })

  it('opens and stars no other order', async () => {
    const [one, other] = [own()[0], others()[0]]
    for (const [name, body] of [
      [`GET /orders/${other}`],
      [`GET /orders/${other}/history`],
      [`GET /orders/${other}/customer`],
      [`GET /orders/${other}/sender-info`],
      [`GET /orders/${other}/check-tracking-number-shopee`],
      [`PUT /orders/${other}`, { note: 'Fragile' }],
      [`PUT /orders/${other}/star`, { is_star: 1 }],
    ] as const) {
      expect([name, (await member.call(name, body)).status]).toEqual([name, 404])
      expect((await member.call(name.replace(String(other), String(one)), body)).status).toBe(200)
    }
    const starred = await member.call('PUT /orders/star', { ids: [one, other], is_star: 1 })
    expect(starred.at('data')).toEqual([{ id: one, is_star: 1 }])
  })

  it('sees and takes in no other return', async () => {
    const [own, other] = [mine.returned, mine.otherReturned]
    const list = await member.call('GET /returns')
    expect(list.at<{ id: number }[]>('data').map(({ id }) => id)).toEqual([own])
    expect((await member.call(`GET /returns?shop_id=${mine.shops[1]}`)).at('data')).toEqual([])
    const lines = [{ position: 0, restock: 1, write_off: 0 }]
    for (const [name, body] of [
      [`GET /returns/${other}`],
      [`POST /returns/${other}/accept`],
      [`POST /returns/${other}/reject`, {}],
      [`POST /returns/${other}/receive`, { lines }],
    ] as const)
      expect([name, (await member.call(name, body)).status]).toEqual([name, 404])
    expect((await member.call(`GET /returns/${own}`)).status).toBe(200)
  })

  it('sees no other payout', async () => {
    const [one, other] = mine.shops
    const shopsIn = async (reader: Account, query = '') => {
      const list = await reader.call(`GET /settlements${query}`)
      return list.at<{ shop: { data: { id: number } } }[]>('data').map(({ shop }) => shop.data.id)
    }
    expect(await shopsIn(mine.account)).toEqual([other, one])
    expect(await shopsIn(member)).toEqual([one])
    expect(await shopsIn(member, `?shop_id=${other}`)).toEqual([])
    expect(await shopsIn(member, `?shop_id=${one},${theirs.shops[0]}`)).toEqual([one])
    const added = async (reader: Account, query = '') => {
      const totals = await reader.call(`GET /settlements/totals${query}`)
      return totals.at<{ shop: { data: { id: number } } }[]>('data.shops').map(({ shop }) => shop.data.id)
    }
    expect(new Set(await added(mine.account))).toEqual(new Set([one, other]))
    expect(await added(mine.account, `?shop_id=${theirs.shops[0]}`)).toEqual([])
    expect(await added(member)).toEqual([one])
    expect(await added(member, `?shop_id=${other}`)).toEqual([])
  })

  it('sees and syncs no other shop', async () => {
    const [one, other] = mine.shops
    const shops = await member.call('GET /shops?include=sync')
    expect(shops.at<{ id: number }[]>('data').map(({ id }) => id)).toEqual([one])
    expect(shops.at('meta.pagination.total')).toBe(1)
    const percent = await member.call('GET /dashboard/sync-percent')
    expect(percent.at('data.total_shop')).toBe(1)
    const synced = percent.at<{ shop_id: number }[]>('data.shops').map(({ shop_id: id }) => id)
    expect([...new Set(synced)]).toEqual([one])
    for (const [name, body] of [
      [`POST /shops/${other}/sync`, {}],
      [`GET /shops/${other}/get-warehouses`],
      [`GET /shops/${other}`],
      [`GET /shops/${other}/sync-logs`],
      [`POST /shops/${other}/sync-items/x/retry`],
      [`POST /sync-items/${other}:order:x/retry`],
      [`PUT /shops/${other}`, { system_name: 'x' }],
      [`DELETE /shops/${other}`],
    ] as const) {
      expect([name, (await member.call(name, body)).status]).toEqual([name, 404])
    }
  })

  it('sees what is bound of no other shop, and makes no warehouse the default of all', async () => {
    const made = await mine.account.call('POST /warehouses', { name: 'Shared' })
    const id = made.at<number>('data.id')
    for (const shop of mine.shops)
      await mine.account.call(`PUT /shops/${shop}`, { warehouse_id: id, begin_at_zero: true })
    const seen = await member.call(`GET /warehouses/${id}`)
    expect(seen.at<{ id: number }[]>('data.shops').map((shop) => shop.id)).toEqual([mine.shops[0]])
    expect((await member.call(`PUT /warehouses/${id}`, { is_default: true })).status).toBe(403)
    for (const shop of mine.shops) await mine.account.call(`PUT /shops/${shop}`, { warehouse_id: null })
  })

  it('hears of no other shop', async () => {
    const stream = await openStream(running.url, member.token)
    const { ownerId } = mine.account
    const tell = (shopId: number) =>
      running.db.asOwner(ownerId, async (tx) =>
        saveEvent(tx, { ownerId, channel: 'order.change', shopId, value: { shop_id: shopId } }),
      )
    await tell(mine.shops[1])
    await tell(mine.shops[0])
    await stream.next(({ data }) => !data.replay)
    expect(stream.live().map(({ data }) => data.value)).toEqual([{ shop_id: mine.shops[0] }])
    await stream.close()
  })
})
