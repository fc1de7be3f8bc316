import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryPath } from '../../kit/test-steps.ts'
import { startSandbox, type Sandbox } from '../../server.ts'

type Row = Record<string, unknown> & { id: string }
type Key = { platform_url: string; api_key: string }

const shop_id = 'aoi-crm'
let sandbox: Sandbox
let key: Key
beforeEach(async () => {
  sandbox = await startSandbox({ load: 'none' })
  key = await control<Key>(sandbox, 'authorize', { shop_id })
})
afterEach(() => sandbox.close())

async function control<T>({ url }: Sandbox, path: string, body: object): Promise<T> {
  const reply = await fetch(`${url}/_sandbox/crm/${path}`, { method: 'POST', body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
  return (await reply.json()) as T
}

async function call(name: string, body?: object, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = name.split(' ')
  const reply = await fetch(`${key.platform_url}/api/v1/${path}`, {
    method,
    headers: { 'x-api-key': key.api_key, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  return {
    status: reply.status,
    reason: reply.headers.get('x-status-reason'),
    body: (/^[[{]/.test(text) ? JSON.parse(text) : {}) as Row & { list: Row[]; total: number },
  }
}

const create = (contact: object) => control<Row>(sandbox, 'contacts', { shop_id, contact })

it('takes no call without a key that it gave, and does what its role allows', async () => {
  expect((await call('GET App/user', undefined, { 'x-api-key': 'none' })).status).toBe(401)
  expect((await call('GET App/user')).body).toMatchObject({
    acl: { table: { Contact: { read: 'all', create: 'yes' } } },
    settings: { defaultCurrency: 'MYR' },
  })
  key = await control<Key>(sandbox, 'authorize', { shop_id, can: 'read', revoke: true })
  expect((await call('GET Contact')).status).toBe(200)
  expect(await call('POST Contact', { lastName: 'A' })).toMatchObject({ status: 403 })
})

it('gives at most 200 rows, in the order and with the filter that it was asked for', async () => {
  expect(await call('GET Contact?maxSize=201')).toMatchObject({
    status: 403,
    reason: 'Max size should not exceed 200. Use offset and limit.',
  })
  const [a, b] = [
    await create({ lastName: 'A', phoneNumber: '+60100000001' }),
    await create({ lastName: 'B', emailAddress: 'B@mail.example' }),
  ]
  await control(sandbox, 'contacts', { shop_id, id: a.id, delete: true })
  expect((await call('GET Contact?orderBy=modifiedAt&order=asc')).body.list.map(({ id }) => id)).toEqual([
    b.id,
  ])
  const where = 'where[0][type]=or&where[0][value][0][type]=equals&where[0][value][0][attribute]=emailAddress'
  const found = await call(`GET Contact?select=id&${where}&where[0][value][0][value]=b@mail.example`)
  expect(found.body).toEqual({ total: 1, list: [{ id: b.id }] })
  const since = '&where[0][attribute]=modifiedAt&where[0][value]=2999-01-01 00:00:00'
  expect((await call(`GET Contact?where[0][type]=greaterThanOrEquals${since}`)).body.total).toBe(0)
  expect((await call('GET Contact?where[0][type]=equals&where[0][attribute]=password')).status).toBe(400)
})

it('refuses who looks like somebody else, unless it is insisted upon', async () => {
  const known = await create({ firstName: 'Aoi', lastName: 'Tanaka' })
  const same = { firstName: 'Aoi', lastName: 'Tanaka', phoneNumber: '+60100000002' }
  const refused = await call('POST Contact', same)
  expect(refused).toMatchObject({ status: 409, reason: 'duplicate', body: [{ id: known.id }] })
  const made = await call('POST Contact', same, { 'x-skip-duplicate-check': 'true' })
  expect(made).toMatchObject({ status: 200, body: { name: 'Aoi Tanaka' } })
  expect((await call(`PUT Contact/${made.body.id}`, { lastName: '' })).reason).toContain('field: lastName')
  expect((await call('POST Contact', { lastName: 'X', phoneNumber: '01****22' })).reason).toContain(
    'phoneNumber',
  )
  expect((await call(`DELETE Contact/${made.body.id}`)).status).toBe(200)
  expect((await call(`PUT Contact/${made.body.id}`, { lastName: 'Y' })).status).toBe(404)
})

it('knows its keys and contacts after it was started again', async () => {
  const stateFile = temporaryPath()
  const read = async ({ url }: Sandbox) =>
    (await fetch(`${url}/_sandbox/oracle/crm/contacts?shop_id=${shop_id}`)).text()
  const first = await startSandbox({ stateFile })
  const { api_key } = await control<Key>(first, 'authorize', { shop_id, revoke: true })
  await control(first, 'contacts', { shop_id, contact: { lastName: 'Z' } })
  const before = await read(first)
  await first.close()
  const second = await startSandbox({ stateFile })
  expect(await read(second)).toBe(before)
  const headers = { 'x-api-key': api_key }
  const reply = await fetch(`${second.url}/espo/${shop_id}/api/v1/Contact?maxSize=1`, { headers })
  expect(await reply.json()).toMatchObject({ total: 261 })
  await second.close()
})
