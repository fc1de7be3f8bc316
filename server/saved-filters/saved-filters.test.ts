/** Filters that users keep under names. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../test/start-test-console.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
let made = 0
beforeEach(async () => {
  seller = await running.signUp(`seller${made++}`)
})
afterAll(() => running?.stop())

type Saved = { id: number; name: string; filters: object }
const list = async (who = seller) => (await who.call('GET /saved-filters')).at<Saved[]>('data')
const save = (name: string, filters: object = {}, who = seller) =>
  who.call('POST /saved-filters', { name, filters })
const fieldsOf = (answer: Answer) => [
  answer.status,
  ...Object.keys(answer.at<object | undefined>('invalid_fields') ?? {}),
]

const whole = {
  keyword: '田中',
  status: 'pending',
  shop_id: [1, 2],
  platform_id: [2, 4],
  payment_method: [1],
  shipment_id: [0, 3],
  range: 'last_7_days',
  date_field: 'shipped',
  is_star: 1,
  is_printed: 0,
  has_cancel_request: 1,
  has_return_request: 1,
  sort: '-total_price',
}

it('are kept, listed by name, renamed, changed and forgotten', async () => {
  const saved = await save(' To pack ', whole)
  expect([saved.status, saved.at('data')]).toMatchObject([201, { name: 'To pack', filters: whole }])
  await save('急ぎ', { from: '2026-03-01', to: '2026-03-05' })
  await save('all')
  expect((await list()).map(({ name }) => name)).toEqual(['all', 'To pack', '急ぎ'])
  const path = `/saved-filters/${saved.at<number>('data.id')}`
  const renamed = await seller.call(`PUT ${path}`, { name: 'Morning' })
  expect(renamed.at('data')).toMatchObject({ name: 'Morning', filters: whole })
  const changed = await seller.call(`PUT ${path}`, { filters: { is_star: 1 } })
  expect(changed.at('data')).toMatchObject({ name: 'Morning', filters: { is_star: 1 } })
  expect((await seller.call(`DELETE ${path}`)).status).toBe(200)
  expect((await seller.call(`DELETE ${path}`)).status).toBe(404)
  expect((await list()).map(({ name }) => name)).toEqual(['all', '急ぎ'])
})

it('have names of their own, whatever their capitals', async () => {
  const first = await save('Mine')
  expect(fieldsOf(await save('mINE'))).toEqual([422, 'name'])
  const second = await save('Other')
  const path = (saved: Answer) => `PUT /saved-filters/${saved.at<number>('data.id')}`
  expect(fieldsOf(await seller.call(path(second), { name: 'MINE' }))).toEqual([422, 'name'])
  expect((await seller.call(path(first), { name: 'MINE' })).at('data.name')).toBe('MINE')
})

it('are twenty at most, also when they are saved at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => save(`Filter ${at}`)))
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array<number>(20).fill(201), ...Array<number>(4).fill(409)])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.at('message')).toBe('You have reached the limit of 20 saved filters. Delete one first.')
  expect(await list()).toHaveLength(20)
})

it('are the user’s alone', async () => {
  const saved = await save('Mine')
  const colleague = await running.addStaff(seller.ownerId, {
    email: `colleague${made}@example.test`,
    role: 'viewer',
  })
  const stranger = await running.signUp(`stranger${made}`)
  for (const who of [colleague, stranger]) {
    expect(await list(who)).toEqual([])
    const path = `/saved-filters/${saved.at<number>('data.id')}`
    expect((await who.call(`PUT ${path}`, { name: 'Theirs' })).status).toBe(404)
    expect((await who.call(`DELETE ${path}`)).status).toBe(404)
    expect((await save('Mine', {}, who)).status).toBe(201)
  }
  expect((await list())[0]?.name).toBe('Mine')
})

it('say which field is wrong', async () => {
  expect(fieldsOf(await save(' '))).toEqual([422, 'name'])
  expect(fieldsOf(await save('x'.repeat(61)))).toEqual([422, 'name'])
  expect(fieldsOf(await save('Mine', { status: 'lost' }))).toEqual([422, 'filters.status'])
  expect(fieldsOf(await save('Mine', { page: 2 }))).toEqual([422, 'filters.page'])
  expect(fieldsOf(await save('Mine', { from: '2026-02-30' }))).toEqual([422, 'filters.from'])
})

it('of the audit log are apart from those of the orders, and for whoever may see it', async () => {
  const filters = { user: 7, action: 'shop.edit', target: 'shop', keyword: 'corner', from: '2026-03-01' }
  const ofAudit = (who = seller) => who.call('GET /saved-filters?list=audit')
  const saveAudit = (name: string, who = seller) =>
    who.call('POST /saved-filters', { list: 'audit', name, filters })
  const saved = await saveAudit('Mine')
  expect([saved.status, saved.at('data')]).toMatchObject([201, { list: 'audit', name: 'Mine', filters }])
  expect((await save('Mine')).status).toBe(201)
  expect(fieldsOf(await saveAudit('mine'))).toEqual([422, 'name'])
  expect((await ofAudit()).at<Saved[]>('data')).toMatchObject([{ name: 'Mine', filters }])
  expect(await list()).toMatchObject([{ list: 'orders', filters: {} }])

  expect(fieldsOf(await save('Other', { action: 'shop.edit' }))).toEqual([422, 'filters.action'])
  const path = `/saved-filters/${saved.at<number>('data.id')}`
  expect(fieldsOf(await seller.call(`PUT ${path}`, { filters: { is_star: 1 } }))).toEqual([
    422,
    'filters.is_star',
  ])
  expect((await seller.call(`PUT ${path}`, { filters: {} })).at('data')).toMatchObject({ list: 'audit' })

  const manager = await running.addStaff(seller.ownerId, { email: `m${made}@example.test`, role: 'manager' })
  expect([(await ofAudit(manager)).status, (await saveAudit('Mine', manager)).status]).toEqual([403, 403])
})
