import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestConsole, type Account, type TestConsole } from '../../../test/start-test-console.ts'
import { addShop } from '../../../test/steps/stored-orders.ts'

let running: TestConsole
let admin: pg.Client
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({
    role: 'web',
    environment: {
      PRODUCT_WEB_URL: 'https://web.example',
      PRODUCT_CRM_URL: 'https://crm.example',
      SSO_HOME_URL: 'https://home.example',
      PRODUCT_COOKIES: 'crm=may_crm',
    },
  })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

type Product = { code: string; url: string | null }

async function products(cookie = '', account = seller): Promise<Record<string, string | null>> {
  const me = await account.call('GET /users/me?include=shop_owner', undefined, { cookie })
  const listed = me.at<Product[]>('data.shop_owner.data.products')
  return Object.fromEntries(listed.map(({ code, url }) => [code, url]))
}

const setDomain = async (domain: string | null) => {
  await admin.query('update owners set company_domain = $2 where owner_id = $1', [seller.ownerId, domain])
  // Makes the server read cached sessions again.
  await admin.query(`select pg_notify('sessions', '')`)
  await expect
    .poll(async () =>
      (await seller.call('GET /users/me?include=shop_owner')).at('data.shop_owner.data.company_domain'),
    )
    .toBe(domain)
}

it('lists what is set up, with this product in its place', async () => {
  expect(Object.entries(await products())).toEqual([
    ['web', 'https://web.example'],
    ['distribution', null],
    ['crm', 'https://crm.example'],
    ['home', 'https://home.example'],
  ])
})

it('hides what a cookie of the central home says no to, and nothing else', async () => {
  for (const no of ['0', 'false', 'no', 'none', 'FALSE'])
    expect(Object.keys(await products(`web_access=${no}`))).toEqual(['distribution', 'crm', 'home'])
  expect(Object.keys(await products('may_crm=0; crm_access=1'))).toEqual(['web', 'distribution', 'home'])
  for (const yes of ['1', 'true', '%%%', 'x'])
    expect(Object.keys(await products(`web_access=${yes}; crm_access=0`))).toContain('web')
})

it('finds the till at the company domain, else where the first till is, and never where a browser would run it', async () => {
  expect(await products()).not.toHaveProperty('pos')
  const shopId = await addShop(running, seller.ownerId, 'till', 3)
  await admin.query('update shops set platform_url = $2 where id = $1', [shopId, 'https://till.example'])
  expect(await products()).toMatchObject({ pos: 'https://till.example' })
  expect(await products('pos_access=no')).not.toHaveProperty('pos')
  await setDomain('shop.example')
  expect(await products()).toMatchObject({ pos: 'https://shop.example' })
  await setDomain('http://shop.example:8080/pos')
  expect(await products()).toMatchObject({ pos: 'http://shop.example:8080/pos' })
  for (const bad of ['javascript://alert(1)', 'not a domain', 'ftp://shop.example']) {
    await setDomain(bad)
    expect([bad, (await products())['pos']]).toEqual([bad, undefined])
  }
  await setDomain(null)
  // A user without access to the point of sale's shop doesn't get its link.
  const other = await addShop(running, seller.ownerId, 'other')
  const member = await running.addStaff(seller.ownerId, { email: 'member@example.test', role: 'manager' }, [
    other,
  ])
  expect(await products('', member)).not.toHaveProperty('pos')
})

it('offers nothing where nothing is set up', async () => {
  const alone = await startTestConsole({ role: 'web' })
  try {
    const owner = await alone.signUp('alone')
    expect(await products('', owner)).toEqual({})
    // A till is something to switch to, also where no other product is set up.
    const client = new pg.Client({ connectionString: alone.adminUrl })
    await client.connect()
    const till = await addShop(alone, owner.ownerId, 'till', 3)
    await client.query('update shops set platform_url = $2 where id = $1', [till, 'https://till.example'])
    await client.end()
    expect(await products('', owner)).toEqual({ pos: 'https://till.example', distribution: null })
  } finally {
    await alone.stop()
  }
})
