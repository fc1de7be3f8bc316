/** Plans that end and have limits, for whoever hosts the console for others. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reply } from '../../contract/endpoints.ts'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop, orderOf, putOrders } from '../../test/steps/stored-orders.ts'
import { givePlan, inDays } from '../../test/steps/plans.ts'
import { readPlanInput } from './plan-input.ts'

type Bill = Reply<'GET /bills/current'>['data']
type Entry = Reply<'GET /audit-logs'>['data'][number]

let running: TestConsole
let seller: Account
let accounts = 0

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
})
afterAll(() => running?.stop())
beforeEach(async () => {
  seller = await running.signUp(`seller${++accounts}`)
})

const billOf = async (account = seller) => (await account.call('GET /bills/current')).at<Bill>('data')
const meOf = async (account = seller) =>
  (await account.call('GET /users/me')).at<Reply<'PUT /users/me'>['data']>('data')

async function command(...args: string[]): Promise<{ code: unknown; said: string }> {
  const file = fileURLToPath(new URL('../../scripts/set-plan.ts', import.meta.url))
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const keys = { DATABASE_URL: running.databaseUrl, SECRET_KEY: '00'.repeat(32) }
  const child = spawn(process.execPath, [file, ...args], { env: { PATH, NODE_COMPILE_CACHE, ...keys } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, said }
}

describe("the operator's command", () => {
  it('gives a plan, which every page tells of from the next request on, and takes it back', async () => {
    const email = `seller${accounts}@example.test`
    const told = ['--email', email, '--code', 'standard', '--name', 'Standard', '--until', '2099-01-31']
    const more = [
      '--price',
      '29.50',
      '--period',
      'month',
      '--shops',
      '3',
      '--staff',
      '5',
      '--status',
      'trial',
    ]
    const done = await command(...told, ...more)
    // The last day is whole, in the account's time zone.
    const end = '2099-01-31T15:59:59.999Z'
    expect(done).toEqual({ code: 0, said: `The account of ${email} has the plan standard, until ${end}.\n` })
    await until('the plan', async () => (await meOf()).plan.code === 'standard')
    const plan = {
      code: 'standard',
      name: 'Standard',
      price: 29.5,
      currency: 'MYR',
      period: 'month',
      limits: { shops: 3, staff: 5, orders: null, skus: null, storage: null },
    }
    expect(await billOf()).toMatchObject({ plan, status: 'trial', expired_at: end, is_nearly_expired: false })
    expect((await seller.call('GET /plans')).at('data')).toEqual([{ ...plan, is_current: true }])
    expect((await meOf()).plan).toMatchObject({ code: 'standard', expired_at: end, is_expired: false })
    const since = (await billOf()).started_at
    expect((await command(...told, ...more)).said).toContain('as before')

    expect((await command('--email', email, '--code', 'community')).code).toBe(0)
    await until('the plan to be gone', async () => (await meOf()).plan.code === 'community')
    expect(await billOf()).toMatchObject({
      plan: { price: 0, period: null },
      status: 'active',
      expired_at: null,
    })
    expect((await billOf()).started_at < since).toBe(true)

    const log = (await seller.call('GET /audit-logs'))
      .at<Entry[]>('data')
      .filter(({ action }) => action === 'plan.set')
    expect(log.map(({ user, changes }) => [user, changes.find(({ name }) => name === 'Plan')])).toEqual([
      [null, { field: 'plan', name: 'Plan', before: 'standard', after: 'community' }],
      [null, { field: 'plan', name: 'Plan', before: 'community', after: 'standard' }],
    ])
    expect((await seller.call('GET /audit-logs/check')).at('data.is_whole')).toBe(true)
  })

  it('says what is wrong, all of it, and changes nothing then', async () => {
    const email = `seller${accounts}@example.test`
    const bad = [
      '--email',
      email,
      '--code',
      'No Plan',
      '--until',
      'soon',
      '--shops',
      'three',
      '--period',
      'week',
    ]
    const refused = await command(...bad, '--currency', 'XXX', '--status', 'expired', '--price', 'free')
    expect(refused.code).toBe(1)
    const flags = ['code', 'name', 'currency', 'period', 'shops', 'status', 'until']
    const complained = [...refused.said.matchAll(/^--(\w+) /gm)].map(([, flag]) => flag)
    expect(complained).toEqual(flags)
    const nobody = await command('--email', 'nobody@example.test', '--code', 'community')
    expect(nobody).toEqual({ code: 1, said: 'Nobody signs in here as nobody@example.test.\n' })
    const unfinished = await command('--email', email)
    expect([unfinished.code, unfinished.said]).toEqual([1, expect.stringMatching(/^Usage:/)])
    expect((await billOf()).plan.code).toBe('community')
  })
})

describe('what is told', () => {
  const account = { currency: 'VND', timezone: 'America/New_York' }
  const whole = { code: 'standard', name: 'Standard' }

  it.each([
    [{ price: '29.505', currency: 'USD' }, 'price is an amount'],
    [{ price: 29.5 }, 'price is an amount'],
    [{ price: 'free' }, 'price is an amount'],
    [{ price: 1e21 }, 'price is an amount'],
    [{ expired_at: '2027-02-30' }, 'expired_at is a day'],
    [{ expired_at: '2027-02-28T10:00' }, 'expired_at is a day'],
    [{ started_at: '0001-01-01' }, 'started_at is a day'],
    [{ limits: { storage: 1.5 } }, 'limits.storage is a whole number'],
    [{ limits: { shops: -1 } }, 'limits.shops is a whole number'],
    [{ limits: { people: 1 } }, 'limits knows nothing of people'],
    [{ code: 'community' }, 'code community stands alone'],
    [{ name: ' ' }, 'name is one line'],
    [{ paid: true }, 'the plan knows nothing of paid'],
  ])('is refused, and says why: %j', (told, words) => {
    expect(() => readPlanInput({ ...whole, ...told }, account)).toThrow(words)
  })

  it("has days of the account's time zone, the last one whole, and its currency unless another is told", () => {
    const told = { ...whole, price: '290000', started_at: '2026-03-08', expired_at: '2026-03-08' }
    // The clocks are put on in that night.
    expect(readPlanInput(told, account)).toMatchObject({
      price: 290_000,
      currency: 'VND',
      startedAt: new Date('2026-03-08T05:00:00Z'),
      expiredAt: new Date('2026-03-09T03:59:59.999Z'),
    })
    const moment = { ...whole, price: 29.5, currency: 'USD', expired_at: '2026-03-08T12:00:00+07:00' }
    expect(readPlanInput(moment, account)).toMatchObject({
      price: 2950,
      expiredAt: new Date('2026-03-08T05:00:00Z'),
    })
  })
})

describe('a plan', () => {
  it('is about to end within a week of its end, and over at that moment', async () => {
    const state = async () => {
      const [bill, me] = [await billOf(), await meOf()]
      expect(me.is_nearly_expired).toBe(bill.is_nearly_expired)
      expect(me.plan.is_expired).toBe(bill.status === 'expired')
      return [bill.status, bill.is_nearly_expired]
    }
    await givePlan(running, seller, { expired_at: inDays(7.01), status: 'past_due' })
    expect(await state()).toEqual(['past_due', false])
    await givePlan(running, seller, { expired_at: inDays(6.99) })
    expect(await state()).toEqual(['active', true])
    await givePlan(running, seller, { expired_at: inDays(-0.01) })
    expect(await state()).toEqual(['expired', false])
    // By the clock alone, while nobody tells anything.
    const soon = new Date(Date.now() + 1500).toISOString()
    await givePlan(running, seller, { expired_at: soon })
    expect(await state()).toEqual(['active', true])
    await until('the end', async () => (await state())[0] === 'expired')
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(soon))
  })

  it('is told to staff too, and looked at by whoever may', async () => {
    await givePlan(running, seller, { expired_at: inDays(-1) })
    const packer = await running.addStaff(seller.ownerId, { email: `p${accounts}@x.test`, role: 'operator' })
    expect((await meOf(packer)).plan.is_expired).toBe(true)
    expect((await packer.call('GET /bills/current')).at('code')).toBe('forbidden')
  })

  it('belongs to one account alone', async () => {
    const other = await running.signUp(`other${accounts}`)
    await givePlan(running, seller, { expired_at: inDays(-1), limits: { shops: 0 } })
    expect((await billOf(other)).plan.code).toBe('community')
    expect((await other.call('POST /warehouses', { name: 'Back room' })).status).toBe(201)
  })

  it('keeps the day on which it began when it is renewed, and begins anew as another', async () => {
    await givePlan(running, seller, { started_at: '2026-02-01', expired_at: inDays(3) })
    await givePlan(running, seller, { expired_at: inDays(300) })
    expect((await billOf()).started_at).toBe('2026-01-31T16:00:00.000Z')
    await givePlan(running, seller, { code: 'large', expired_at: inDays(300) })
    expect(Date.parse((await billOf()).started_at)).toBeGreaterThan(Date.now() - 60_000)
  })
})

describe('the limits of a plan', () => {
  const person = (name: string) => ({
    name,
    email: `${name}${accounts}@example.test`,
    password: 'correct horse',
    role: 'operator',
    shop_ids: [],
  })
  const refusal = (answer: { status: number; at: (path: string) => unknown }) => [
    answer.status,
    answer.at('code'),
    answer.at('message'),
  ]

  it('refuse one person more, and one who is switched on again, and nobody else', async () => {
    await givePlan(running, seller, { limits: { staff: 3 } })
    const first = await seller.call('POST /users', person('first'))
    expect(first.status).toBe(201)
    const invited = { ...person('second'), password: undefined }
    expect((await seller.call('POST /invite-user', invited)).status).toBe(201)
    const full = [
      409,
      'plan_limit',
      'The plan limit is reached (staff, invitations included: 3). Remove one, or upgrade under Setting › Plan.',
    ]
    expect(refusal(await seller.call('POST /users', person('third')))).toEqual(full)
    expect(
      refusal(await seller.call('POST /invite-user', { ...person('third'), password: undefined })),
    ).toEqual(full)
    // Nothing of it is left: the address is free.
    const id = first.at<number>('data.id')
    expect((await seller.call(`PUT /users/${id}`, { status: 2 })).status).toBe(200)
    expect((await seller.call('POST /users', person('third'))).status).toBe(201)
    expect(refusal(await seller.call(`PUT /users/${id}`, { status: 1 }))).toEqual(full)
    expect((await seller.call(`PUT /users/${id}`, { name: 'Still off' })).status).toBe(200)
    await givePlan(running, seller, { limits: { staff: 1 } })
    const rest = (await seller.call('GET /users?limit=100')).at<{ id: number; name: string }[]>('data')
    const third = rest.find(({ name }) => name === 'third')
    expect((await seller.call(`PUT /users/${third?.id}`, { name: 'Over' })).status).toBe(200)
    expect((await billOf()).usage.staff).toBe(3)
  })

  it('let one of several pass who come at once for the last place', async () => {
    await givePlan(running, seller, { limits: { staff: 2 } })
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) => seller.call('POST /users', person(name))),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    expect((await billOf()).usage.staff).toBe(2)
  })

  it('refuse one shop more, and let a linked one be linked anew', async () => {
    const channelShop = 727720655
    await addShop(running, seller.ownerId, `first${accounts}`)
    await givePlan(running, seller, { limits: { shops: 2 } })
    const shopId = await linkShop(running.sandbox.url, seller, channelShop)
    expect(await linkShop(running.sandbox.url, seller, channelShop)).toBe(shopId)
    const full =
      '"The plan limit is reached (connected shops: 2). Remove one, or upgrade under Setting › Plan.","code":"plan_limit"'
    await expect(linkShop(running.sandbox.url, seller, 727720901)).rejects.toThrow(full)
    expect((await billOf()).usage.shops).toBe(2)
    expect((await seller.call('GET /shops')).at('meta.pagination.total')).toBe(2)
    expect((await seller.call(`DELETE /shops/${shopId}`)).status).toBe(204)
    const other = await linkShop(running.sandbox.url, seller, 727720901)
    // And back again is one too many.
    await expect(linkShop(running.sandbox.url, seller, channelShop)).rejects.toThrow(full)
    expect((await seller.call(`DELETE /shops/${other}`)).status).toBe(204)
  })

  it('let one of several shops pass that are linked at once', async () => {
    await givePlan(running, seller, { limits: { shops: 1 } })
    const linked = await Promise.allSettled(
      [727720655, 727720901].map((shop) => linkShop(running.sandbox.url, seller, shop)),
    )
    expect(linked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await billOf()).usage.shops).toBe(1)
  })

  it('never refuse what channels tell: it is shown as over', async () => {
    const shop = await addShop(running, seller.ownerId, `busy${accounts}`)
    await givePlan(running, seller, { limits: { orders: 1, skus: 0 } })
    const two = ['a', 'b'].map((channelOrderId) => orderOf({ channelOrderId, placedAt: new Date() }))
    expect((await putOrders(running, seller.ownerId, shop, two)).created).toHaveLength(2)
    expect(await billOf()).toMatchObject({ plan: { limits: { orders: 1 } }, usage: { orders: 2 } })
  })
})
