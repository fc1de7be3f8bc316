/** Isolation of a user of some shops from the account's other shops: on every call with an id, and in every list. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
import { startTestConsole, type Account, type TestConsole } from '../start-test-console.ts'
import { bodies, queries } from '../steps/sample-requests.ts'
import { settleOwner, type Owned } from '../steps/settled-owner.ts'
import { sendSomething } from '../steps/settled-shipments.ts'
import { saveNotifications } from '../../server/notifications/notifications-store.ts'

let running: TestConsole
let mine: Owned
/** Everything but the second shop is open to him. */
let member: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  mine = await settleOwner(running, 'mine', 'Aoi')
  const { ownerId } = mine.account
  member = await running.addStaff(ownerId, { email: 'member@example.test', role: 'admin' }, [mine.shops[0]])
})
afterAll(() => running?.stop())

/** Somebody's own, or the account's as a whole: no shop is theirs. A new kind of thing has to be argued for here. */
const ofNoShop =
  /^\/(?:users|mails|print-agent|print-agents|warehouses|stock-takes|exports|imports|saved-filters|categories|customers\/shortlists|product-template\/bulk-uploads)\/|^\/orders\/print-batches\/|^\/deliveries\/warehouse\//

/** Things of the other shop, by how the address of a call begins; the first that fits. */
async function foreignThings(): Promise<[RegExp, () => number | Promise<number>][]> {
  const { ownerId } = mine.account
  const [, other] = mine.shops
  let sent = 4
  const asked = await mine.account.call('POST /orders/bulk-cancel', {
    ids: [mine.orders[6]],
    reason_code: 'other',
  })
  return [
    [/^\/orders\/drafts\//, () => mine.draft],
    [/^\/orders\/action-batches\//, () => asked.at<number>('data.id')],
    [/^\/pick-waves\//, () => mine.addWave()],
    [/^\/orders\//, () => mine.orders[7] ?? 0],
    [/^\/shops\//, () => other],
    [/^\/returns\//, () => mine.otherReturned],
    [/^\/products\/changes\//, () => mine.refuseChange()],
    [/^\/products\/change-batches\//, () => mine.refuseBatch()],
    [/^\/products\/images\//, () => mine.image],
    [/^\/products\//, () => mine.otherProduct],
    [/^\/customers\/duplicates\//, () => mine.addDuplicate()],
    [/^\/customers\/changes\//, () => mine.addPersonChange()],
    [/^\/customers\//, () => mine.otherCustomer],
    [/^\/product-template\//, async () => (await mine.addTemplate('')).id],
    [/^\/shop-product-template\//, async () => (await mine.addTemplate('')).step],
    [/^\/sku-suggestions\//, () => mine.suggest()],
    [/^\/sku-merges\//, () => mine.merge],
    [/^\/sku-centers\//, () => mine.otherSku],
    [/^\/sales-areas\//, () => mine.salesArea],
    [/^\/print-jobs\//, () => mine.addPrintJob()],
    [
      /^\/shipments\//,
      () => sendSomething(running, ownerId, { orderId: mine.orders[sent++] ?? 0, shopId: other }),
    ],
  ]
}

it('stands before every call with an id of another shop', async () => {
  const things = await foreignThings()
  const endpoints: [string, Endpoint][] = Object.entries(allEndpoints)
  const calls = endpoints.map(([key]) => ({ key, path: key.slice(key.indexOf(' ') + 1) }))
  const addressed = calls.filter(({ path }) => path.includes('{id}') && !ofNoShop.test(path))
  expect(addressed.length).toBeGreaterThan(30)
  for (const { key, path } of addressed) {
    const id = await things.find(([pattern]) => pattern.test(path))?.[1]()
    expect([key, id]).toEqual([key, expect.any(Number)])
    const query = new URLSearchParams(queries[key]).toString()
    const name =
      key
        .replace('{id}', String(id))
        .replace('{channel_id}', 'mine-failed')
        .replace('{product_id}', '1')
        .replace('{shop_id}', String(mine.shops[1])) + (query && `?${query}`)
    const answer = await member.call(name, key.startsWith('GET') ? undefined : (bodies[key] ?? {}))
    expect([key, answer.status, answer.at('code')]).toEqual([key, 404, 'not_found'])
  }
})

it('stands before the ids that a body or a query names', async () => {
  const other = mine.orders[7] ?? 0
  const asked = await Promise.all([
    member.call(`GET /deliveries/orders/check-cod?order_id=${other}&shipment_id=3`),
    member.call(`GET /deliveries/orders/get-pickup-date?order_id=${other}&shipment_id=3`),
    member.call(`GET /deliveries/orders/get-available-pickup-time?order_id=${other}&shipment_id=3`),
    member.call(`GET /orders/cancel-reasons?order_id=${other}`),
    member.call('POST /orders/bulk-print', { ids: [other], kind: 'waybill' }),
  ])
  expect(asked.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  const starred = await member.call('PUT /orders/star', { ids: [other], is_star: 1 })
  expect(starred.at('data')).toEqual([])
  for (const name of [
    'POST /orders/bulk-confirm',
    'POST /orders/bulk-cancel',
    'POST /orders/bulk-accept-cancel',
    'POST /orders/bulk-reject-cancel',
    'POST /orders/bulk-accept-return',
    'POST /orders/bulk-reject-return',
  ]) {
    const answer = await member.call(name, { ...bodies[name], ids: [other] })
    // Bulk calls answer for each one.
    expect([name, answer.status < 300 ? JSON.stringify(answer.body) : '"not_found"']).toEqual([
      name,
      expect.stringContaining('not_found'),
    ])
  }
})

it('stands before what erases the buyers of every shop', async () => {
  const refused = await member.call('PUT /settings/buyer-data', { months: 3 })
  expect([refused.status, refused.at('code')]).toEqual([403, 'forbidden'])
})

// Exports have a test of their own beside them: what is written is read back there.
it('stands before lists, counts and notices', async () => {
  const { ownerId } = mine.account
  const [one, other] = mine.shops
  await running.db.asOwner(ownerId, async (tx) => {
    const news = { ownerId, type: 'order_new' as const, url: '/orders' }
    await saveNotifications(tx, ownerId, [
      { ...news, shopId: one, about: 'scope' },
      { ...news, shopId: other, about: 'scope' },
    ])
  })
  const lists = [
    'GET /orders/filter?limit=100',
    'GET /orders/search?keyword=aoi',
    'GET /orders/get-status',
    'GET /orders/new/shops',
    'GET /returns',
    'GET /settlements',
    'GET /settlements/totals',
    'GET /shops?include=sync,platform',
    'GET /shops/check-token-expire',
    'GET /dashboard/sync-percent',
    'GET /users/notifications',
    'GET /warehouses',
    'GET /stock-movements',
    'GET /stock-takes',
    'GET /sales-areas',
    'GET /product-template',
    'GET /customers',
    'GET /customers/search?keyword=aoi',
  ]
  for (const name of lists) {
    const [seen, all] = await Promise.all([member.call(name), mine.account.call(name)])
    expect([name, seen.status, all.status]).toEqual([name, 200, 200])
    // The other shop's name, its codes and its number.
    const words = new RegExp(`mine two|MINE1\\d|"shop_id":${other}\\b`)
    expect([name, JSON.stringify(seen.body)]).toEqual([name, expect.not.stringMatching(words)])
  }
  const total = async (account: Account) =>
    (await account.call('GET /orders/filter')).at<number>('meta.pagination.total')
  expect([await total(member), await total(mine.account)]).toEqual([4, 8])
})
