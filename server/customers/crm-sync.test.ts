/** A CRM's contacts taken in, and the customers of other shops made known to it, over real HTTP. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withClient } from '../../bench/bench-database.ts'
import { addressOf, addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { lockRow } from '../../test/steps/row-lock.ts'
import {
  ageRefusals,
  control,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'

const site = 'aoi-crm'
let running: TestConsole
let seller: Account
let crm: number
let apiKey: string

beforeEach(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
})
afterEach(() => running.stop())

type Contact = Record<'id' | 'name', string> &
  Record<'emailAddress' | 'phoneNumber' | 'description', string | null> & { deleted: boolean }

const simulate = (path: string, body: object = {}) => control(running.sandbox.url, path, body, 'crm')
const write = (contact: object, id?: string) =>
  simulate('contacts', { shop_id: site, contact, ...(id === undefined ? {} : { id }) }) as Promise<Contact>
const look = () => seller.call(`POST /shops/${crm}/sync`, {})

async function link(more: object = {}) {
  const key = (await simulate('authorize', { shop_id: site, ...more })) as { api_key: string }
  apiKey = key.api_key
  return seller.call('POST /shops', { platform_id: 8, name: 'Our CRM', customers_to_send: 'all', ...key })
}

async function firstSync(): Promise<void> {
  const linked = await link()
  expect(linked.status).toBe(201)
  crm = linked.at<number>('data.id')
  await until('the first sync to end', async () => (await shopOf())?.sync.data.state === 'done')
}

/** Lets calls to the CRM go wrong in these ways, as the sandbox names them; none: as they should. */
const faults = (plan: object) =>
  fetch(`${running.sandbox.url}/_sandbox/faults`, {
    method: 'POST',
    body: JSON.stringify({ path: `/espo/${site}/api/v1/Contact`, seed: 7, ...plan }),
  })

type CrmShop = {
  id: number
  auth_state: string
  currency: string
  region: string
  sync: {
    data: { state: string; failing: number } & Record<`customers_${'waiting' | 'sent' | 'refused'}`, number>
  }
}

async function shopOf(): Promise<CrmShop | undefined> {
  const shops = (await seller.call('GET /shops?include=sync')).at<CrmShop[]>('data')
  return shops.find(({ id }) => id === crm)
}

/** The CRM's own figures. */
async function contacts(): Promise<Contact[]> {
  const reply = await fetch(`${running.sandbox.url}/_sandbox/oracle/crm/contacts?shop_id=${site}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Contact)
}

type Stored = {
  channelId: string
  name: string
  phone: string | null
  email: string | null
  note: string | null
}

/** Customers of a shop as they are stored, past row-level security. */
const stored = (shopId = crm) =>
  withClient(running.adminUrl, async (client) => {
    const { rows } = await client.query<Stored>(
      `select channel_buyer_id as "channelId", name, phone, email, note from customers where shop_id = $1
       order by channel_buyer_id collate "C"`,
      [shopId],
    )
    return rows
  })

const plain = (contact: Contact): Stored => ({
  channelId: contact.id,
  name: contact.name,
  phone: contact.phoneNumber,
  email: contact.emailAddress,
  note: contact.description,
})

it('takes in everybody, follows changes and keeps those who are deleted there', async () => {
  await simulate('generate')
  await firstSync()
  const truth = (await contacts()).map(plain)
  expect(truth.length).toBe(260)
  expect(await stored()).toEqual(truth)
  expect(await shopOf()).toMatchObject({ currency: 'MYR', region: 'MY' })

  const [first, second] = truth
  await write({ description: 'Moved house', phoneNumber: null }, first?.channelId)
  await simulate('contacts', { shop_id: site, id: second?.channelId, delete: true })
  const { id } = await write({ firstName: 'Quốc', lastName: 'Dương' })
  await look()
  await until('the changes', async () => (await stored()).some(({ channelId }) => channelId === id))
  expect(await stored()).toEqual((await contacts()).map(plain))
  expect((await stored())[0]).toMatchObject({ note: 'Moved house', phone: null })

  // A note that somebody writes here stays, whatever the CRM says of the contact afterwards.
  const keyword = encodeURIComponent(first?.name ?? '')
  const found = (await seller.call(`GET /customers/search?keyword=${keyword}`)).at<
    { id: number; note: string }[]
  >('data')
  const customer = found.find(({ note }) => note === 'Moved house')
  await seller.call(`PUT /customers/${customer?.id}/note`, { note: 'Pays in cash' })
  await write({ description: 'Moved again', phoneNumber: '+60123334444' }, first?.channelId)
  await look()
  await until('the new phone', async () => (await stored())[0]?.phone === '+60123334444')
  expect((await stored())[0]?.note).toBe('Pays in cash')
})

it('takes in all but a malformed one, which a retry brings', async () => {
  await simulate('generate')
  const [someone] = await contacts()
  await simulate('corrupt', { id: someone?.id })
  await firstSync()
  expect((await stored()).length).toBe(259)
  const logs = await seller.call(`GET /shops/${crm}/sync-logs`)
  expect(logs.at('data')).toMatchObject([{ channel_id: someone?.id, type: 'customer' }])
  await simulate('restore')
  await seller.call(`POST /shops/${crm}/sync-items/${someone?.id}/retry`, { type: 'customer' })
  await until('the retry', async () => (await stored()).length === 260)
  expect((await shopOf())?.sync.data.failing).toBe(0)
})

it('says beside its field what is wrong with a key or an address', async () => {
  expect((await link({ can: 'read' })).at('invalid_fields')).toHaveProperty('api_key')
  const key = (await simulate('authorize', { shop_id: site })) as { platform_url: string; api_key: string }
  const wrong = { platform_id: 8, name: 'CRM', ...key, api_key: `${key.api_key}0` }
  expect((await seller.call('POST /shops', wrong)).at('invalid_fields')).toHaveProperty('api_key')
  const elsewhere = { ...wrong, api_key: key.api_key, platform_url: `${running.sandbox.url}/espo/nobody` }
  expect((await seller.call('POST /shops', elsewhere)).at('invalid_fields')).toHaveProperty('platform_url')
})

it('ends with the whole truth when a third of all calls fails', async () => {
  await simulate('generate')
  const key = (await simulate('authorize', { shop_id: site })) as object
  const linked = await seller.call('POST /shops', { platform_id: 8, name: 'CRM', ...key })
  crm = linked.at<number>('data.id')
  await faults({ server_error: 0.1, malformed: 0.1, reset: 0.1 })
  await until('the first sync to end', async () => (await shopOf())?.sync.data.state === 'done')
  expect(await stored()).toEqual((await contacts()).map(plain))
})

let shop: number
let day = 1
/** Customers become known by what they buy; each report is newer than those before. */
async function buy(buyer: string, address: Parameters<typeof addressOf>[0], shopId = shop): Promise<void> {
  const at = new Date(Date.UTC(2026, 0, day++))
  await putOrders(running, seller.ownerId, shopId, [
    orderOf({
      channelOrderId: `${buyer}-${day}`,
      placedAt: at,
      status: 'delivered',
      buyer: { channelBuyerId: buyer, name: `${buyer}_shops` },
      address: addressOf(address),
    }),
  ])
}

async function eraseOnly(): Promise<void> {
  const [customer] = (await seller.call('GET /customers')).at<{ id: number }[]>('data')
  expect((await seller.call(`POST /customers/${customer?.id}/erase`, {})).status).toBe(200)
}
const open = async () => (shop = await addShop(running, seller.ownerId, 'shop'))
const alive = async () => (await contacts()).filter(({ deleted }) => !deleted)
const known = (count: number) =>
  until(`${count} contacts`, async () => {
    const all = await alive()
    return all.length === count && all
  })
const waiting = async () => (await shopOf())?.sync.data.customers_waiting
const told = () => until('everybody to be told', async () => (await waiting()) === 0)
const refused = () =>
  until('a refusal', async () => {
    const rows = (await seller.call(`GET /shops/${crm}/sync-logs`)).at<Record<string, string>[]>('data')
    return rows.find(({ type }) => type === 'card')
  })

it('tells the CRM who buys elsewhere, also from before, and what changes; never whom a channel hides', async () => {
  await open()
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60 12-345 6789' })
  await buy('hidden', { name: 'H** T****', phone: '*****2222', isMasked: true })
  await buy('half', { name: 'Half Hidden', phone: '60*****2222' })
  await buy('silent', { name: 'Nobody Known', phone: null })
  await firstSync()
  expect(await known(1)).toMatchObject([{ name: 'Aoi Tanaka', phoneNumber: '+60123456789' }])
  await buy('bao', { name: 'Trần Văn Bảo', phone: '84301234567' })
  expect((await known(2))[1]).toMatchObject({ name: 'Trần Văn Bảo', phoneNumber: '+84301234567' })
  await buy('aoi', { name: 'Aoi Sato', phone: '+60 12-345 6789' })
  await until('the new name', async () => (await alive())[0]?.name === 'Aoi Sato')
  // The same person in another shop is the same contact.
  const second = await addShop(running, seller.ownerId, 'second')
  await buy('aoi2', { name: 'AOI SATO', phone: '60123456789' }, second)
  await told()
  expect((await alive()).map(({ name }) => name)).toEqual(['Aoi Sato', 'Trần Văn Bảo'])
  expect((await seller.call(`GET /shops/${crm}/sync-logs`)).at('data')).toEqual([])
})

it('counts all who wait before the first of them is sent', async () => {
  await open()
  const many = 501
  await withClient(running.adminUrl, (client) =>
    client.query(
      `insert into customers (owner_id, id, shop_id, channel_buyer_id, name, phone, currency, created_at, updated_at)
       select $1, 1000000 + n, $2, 'buyer-' || n, 'Buyer ' || n, '60120' || (100000 + n), 'MYR', now(), now() from generate_series(1, $3::int) n`,
      [seller.ownerId, shop, many],
    ),
  )
  // Somebody buys while the CRM's own contacts come in, and is to be sent before the others are noted.
  await faults({ slow_ms: 1_000 })
  crm = (await link()).at<number>('data.id')
  await buy('early', { name: 'Early Bird', phone: '60129999999' })
  // Nobody is made: what is seen is the number at the first attempt.
  await faults({ method: 'POST', timeout: 1, timeout_ms: 2_000 })
  await until('the first to be sent', () =>
    withClient(running.adminUrl, async (client) => {
      const { rowCount } = await client.query('select from customer_cards where tried_at is not null limit 1')
      return rowCount === 1
    }),
  )
  expect(await waiting()).toBe(many + 1)
})

it('is sent nobody without a choice, and new customers alone where that is the choice', async () => {
  await open()
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60 12-345 6789' })
  await buy('hidden', { name: 'H** T****', phone: '*****2222', isMasked: true })
  const sendable = async (query = '') =>
    (await seller.call(`GET /shops/customers-to-send${query}`)).at('data.customers')
  expect(await sendable()).toBe(1)
  const key = (await simulate('authorize', { shop_id: site })) as object
  const linked = await seller.call('POST /shops', { platform_id: 8, name: 'Our CRM', ...key })
  crm = linked.at<number>('data.id')
  expect(linked.at('data.is_customer_push')).toBe(false)

  const news = await seller.call(`PUT /shops/${crm}`, { is_customer_push: true, customers_to_send: 'new' })
  expect(news.at('data.customers_since')).toEqual(expect.any(String))
  await buy('bao', { name: 'Trần Văn Bảo', phone: '84301234567' })
  // Customers known before stay unsent, also with another order.
  await buy('aoi', { name: 'Aoi Sato', phone: '+60 12-345 6789' })
  expect(await known(1)).toMatchObject([{ name: 'Trần Văn Bảo' }])
  await told()
  expect((await alive()).map(({ name }) => name)).toEqual(['Trần Văn Bảo'])
  expect(await sendable(`?shop_id=${crm}`)).toBe(1)

  // Linked with another key, the choice stays.
  const again = (await simulate('authorize', { shop_id: site })) as object
  const relinked = await seller.call('POST /shops', { platform_id: 8, name: 'Our CRM', ...again })
  expect(relinked.at('data.customers_since')).toBe(news.at('data.customers_since'))
  expect(await alive()).toHaveLength(1)

  await seller.call(`PUT /shops/${crm}`, { is_customer_push: true, customers_to_send: 'all' })
  expect((await known(2)).map(({ name }) => name)).toContain('Aoi Sato')
  expect(await sendable(`?shop_id=${crm}`)).toBe(0)
})

it('knows its own contacts again when they come back, and learns only what it lacked', async () => {
  await open()
  await firstSync()
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60123456789' })
  const [made] = await known(1)
  await told()
  await write({ lastName: 'Renamed', emailAddress: 'aoi@mail.example', description: 'VIP' }, made?.id)
  await look()
  const customer = await until('the note', async () =>
    (await stored(shop)).find(({ note }) => note === 'VIP'),
  )
  expect(customer).toMatchObject({ name: 'Aoi Tanaka', email: 'aoi@mail.example', phone: '+60123456789' })
  expect(await stored()).toEqual([])
  // Erased here, the person is known again by nothing that the CRM says.
  await eraseOnly()
  await write({ lastName: 'Back', description: 'Moved' }, made?.id)
  const { id } = await write({ lastName: 'Marker' })
  await look()
  await until('the other contact', async () => (await stored()).length > 0)
  expect((await stored()).map(({ channelId }) => channelId)).toEqual([id])
  expect(await stored(shop)).toMatchObject([{ name: '', phone: null, email: null, note: null }])
})

it('takes no one back whom it was being sent while the person was erased', async () => {
  await open()
  await firstSync()
  await faults({ method: 'POST', slow_ms: 1000 })
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60123456789' })
  const lock = 'select from customer_cards where shop_id = $1 for update'
  const card = await lockRow(running.adminUrl, lock, [crm])
  const erased = eraseOnly()
  const [made] = await known(1)
  await card.release()
  await erased
  await write({ lastName: 'Back' }, made?.id)
  const { id } = await write({ lastName: 'Marker' })
  await look()
  await until('the other contact', async () => (await stored()).length > 0)
  expect((await stored()).map(({ channelId }) => channelId)).toEqual([id])
})

it('leaves somebody who was in the CRM before as the CRM has them', async () => {
  const before = await write({ firstName: 'Madam', lastName: 'Aoi', phoneNumber: '60123456789' })
  await open()
  await firstSync()
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60 12 345 6789' })
  await told()
  expect(await contacts()).toEqual([before])
  // Also while it answers only now and then.
  const other = await write({ firstName: 'Madam', lastName: 'Hana', phoneNumber: '60123456788' })
  await look()
  await until('the other contact', async () => (await stored()).length === 2)
  await faults({ method: 'GET', server_error: 1, count: 4 })
  await buy('hana', { name: 'Hana Mori', phone: '+60 12 345 6788' })
  await told()
  expect(await contacts()).toEqual([before, other])
  expect((await stored()).map(({ name }) => name).toSorted()).toEqual(['Madam Aoi', 'Madam Hana'])
})

const switchPush = (id: number, isOn: boolean) => seller.call(`PUT /shops/${id}`, { is_customer_push: isOn })

it('makes nobody twice whose making was never answered, and takes back whom the pull took for new', async () => {
  await open()
  await firstSync()
  await faults({ method: 'POST', timeout: 1, timeout_ms: 3000, count: 1 })
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60123456789' })
  const [made] = await known(1)
  // The push waits for its answer; switched off, it asks no more.
  await switchPush(crm, false)
  await look()
  await until('a customer too many', async () => (await stored())[0]?.channelId === made?.id)
  expect(await waiting()).toBe(1)
  await switchPush(crm, true)
  await told()
  expect((await contacts()).map(({ id }) => id)).toEqual([made?.id])
  expect(await stored()).toEqual([])
})

it('ends with everybody once, when one answer after another is lost', async () => {
  await open()
  await firstSync()
  await faults({ method: 'POST', reset: 1, count: 4 })
  const names = ['Lim Mei Ling', 'Tan Wei Ming', 'Siti Hajar', 'Nguyễn Thị Lan']
  for (const [at, name] of names.entries()) await buy(`b${at}`, { name, phone: `+6012345670${at}` })
  await told()
  expect((await contacts()).map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  await write({ lastName: 'Last', phoneNumber: '+60111111111' })
  await look()
  await until('a whole pull', async () => (await stored()).length > 0)
  expect(await stored()).toMatchObject([{ name: 'Last' }])
})

it("shows a refusal in the CRM's words, and tells again when it is asked to", async () => {
  await open()
  await firstSync()
  await buy('aoi', { name: 'Aoi Tanaka', phone: '12' })
  const card = await refused()
  expect(card).toMatchObject({ reason: expect.stringMatching(/^Aoi Tanaka: .*phoneNumber/) as unknown })
  expect((await shopOf())?.sync.data).toMatchObject({ customers_refused: 1, customers_sent: 0 })
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60123456789' })
  const [made] = await known(1)
  await told()
  expect((await shopOf())?.sync.data).toMatchObject({ customers_refused: 0, customers_sent: 1 })
  // Deleted there: nobody is made anew unless somebody asks for it.
  await simulate('contacts', { shop_id: site, id: made?.id, delete: true })
  await buy('aoi', { name: 'Aoi Sato', phone: '+60123456789' })
  expect((await refused()).reason).toContain('does not exist')
  expect(await alive()).toEqual([])
  const retry = await seller.call(`POST /shops/${crm}/sync-items/${card['channel_id']}/retry`, {
    type: 'card',
  })
  expect(retry.status).toBe(202)
  expect(await known(1)).toMatchObject([{ name: 'Aoi Sato' }])
})

it('sends nothing while that is switched off, and what was missed when it is on again', async () => {
  await open()
  await firstSync()
  expect((await switchPush(shop, true)).status).toBe(422)
  expect((await switchPush(crm, false)).at('data.is_customer_push')).toBe(false)
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60123456789' })
  expect(await waiting()).toBe(0)
  expect((await switchPush(crm, true)).at('data.is_customer_push')).toBe(true)
  expect(await known(1)).toMatchObject([{ name: 'Aoi Tanaka' }])
})

it('goes on where it was when its key is no longer accepted and the CRM is linked again', async () => {
  await open()
  await firstSync()
  await simulate('authorize', { shop_id: site, revoke: true })
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60123456789' })
  await ageRefusals(running)
  await until('the end of the key', async () => (await shopOf())?.auth_state === 'expired')
  expect(await contacts()).toEqual([])
  expect((await link()).at('data.id')).toBe(crm)
  expect(await known(1)).toMatchObject([{ name: 'Aoi Tanaka' }])
})

it('tries once more whom it refused for want of a right, when the CRM is linked with a key that may', async () => {
  await open()
  await firstSync()
  await simulate('authorize', { shop_id: site, key: apiKey, can: 'read' })
  await buy('aoi', { name: 'Aoi Tanaka', phone: '+60123456789' })
  await buy('bao', { name: 'Bao Tran', phone: '12' })
  const reasons = async () =>
    (await seller.call(`GET /shops/${crm}/sync-logs`))
      .at<{ reason: string }[]>('data')
      .map(({ reason }) => reason)
  await until('both refusals', async () => (await reasons()).length === 2)
  await seller.call(`DELETE /shops/${crm}`)
  expect(await reasons()).toEqual([])
  await link()
  expect(await known(1)).toMatchObject([{ name: 'Aoi Tanaka' }])
  await until('the refusal that has another cause', async () => (await reasons())[0]?.includes('phoneNumber'))
})

it('takes in a segment alone where not everybody is sent, each customer once, with its progress', async () => {
  await firstSync()
  await seller.call(`PUT /shops/${crm}`, { is_customer_push: false })
  await open()
  await buy('aina', { phone: '+60 12 345 6781', country: 'MY' })
  await buy('bakar', { phone: '+60 12 345 6782', country: 'MY' })
  await buy('chong', { phone: '+60*******83', country: 'MY' })
  await buy('dewi', { phone: '+60 12 345 6784', country: 'MY' })
  const all = await seller.call('GET /customers?limit=100')
  const ids = all
    .at<{ id: number; name: string }[]>('data')
    .filter(({ name }) => !name.startsWith('dewi'))
    .map(({ id }) => id)
  const made = await seller.call('POST /customers/shortlists', { name: 'For the CRM', customer_ids: ids })
  const path = `/customers/shortlists/${made.at<number>('data.id')}/push` as const
  expect((await seller.call(`GET ${path}`)).at('data')).toBeNull()
  expect((await seller.call(`POST ${path}`, { shop_id: shop })).at('field_codes.shop_id')).toBe('not_a_crm')
  const begun = await seller.call(`POST ${path}`, { shop_id: crm })
  expect([begun.status, begun.at('data.total')]).toEqual([202, 3])
  // A process that dies repeats the job: asked twice, nobody is made twice.
  await seller.call(`POST ${path}`, { shop_id: crm })
  const state = async () => (await seller.call(`GET ${path}`)).at<{ state: string }>('data')
  await until('the segment to be sent', async () => (await state()).state === 'sent')
  expect(await state()).toMatchObject({
    total: 3,
    sent: 2,
    waiting: 0,
    refused: 0,
    hidden: 1,
    requested_by: 'seller',
  })
  expect((await alive()).map(({ name }) => name).toSorted()).toEqual(['aina_shops', 'bakar_shops'])
  // A customer who leaves the segment stays in the CRM, and is named.
  expect(await state()).toMatchObject({ left: 0, customers_left: { data: [] } })
  const list = path.replace('/push', '')
  const [aina] = all.at<{ id: number; name: string }[]>('data').filter(({ name }) => name.startsWith('aina'))
  const remove = { customer_ids: [aina?.id] }
  expect((await seller.call(`POST ${list}/remove-customers`, remove)).at('data.removed')).toBe(1)
  expect(await state()).toMatchObject({
    state: 'sent',
    total: 2,
    sent: 1,
    left: 1,
    customers_left: { data: [{ id: aina?.id }] },
  })
  const staff = { email: `crm${Date.now()}@example.test`, role: 'manager' } as const
  const elsewhere = await running.addStaff(seller.ownerId, staff, [crm])
  expect((await elsewhere.call(`GET ${path}`)).at('data.left')).toBe(0)
  expect((await alive()).map(({ name }) => name)).toContain('aina_shops')
  await seller.call(`POST ${list}/add-customers`, { customer_ids: [aina?.id] })
  expect(await state()).toMatchObject({ total: 3, sent: 2, left: 0 })
  // Switched on, the others follow.
  await seller.call(`PUT /shops/${crm}`, { is_customer_push: true })
  expect((await known(3)).map(({ name }) => name)).toContain('dewi_shops')
})
