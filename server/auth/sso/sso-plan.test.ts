/** Plans that the central home tells of its owners, through a real OpenID Connect provider. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Reply } from '../../../contract/endpoints.ts'
import {
  centralSettings,
  signInOverThere,
  startCentralHome,
  type CentralHome,
} from '../../../test/steps/central-home-provider.ts'
import {
  call,
  freePort,
  startTestConsole,
  type Answer,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { CookieJar } from '../../../test/steps/cookie-jar.ts'
import { inDays } from '../../../test/steps/plans.ts'
import { createOwner } from '../../settings/owners-store.ts'

type Bill = Reply<'GET /bills/current'>['data']

const plan = {
  code: 'standard',
  name: 'Standard',
  price: 29,
  currency: 'USD',
  period: 'month',
  limits: { shops: 3, staff: 5 },
  status: 'active',
  expired_at: '2099-01-31',
}

describe.each([
  ['the userinfo', false],
  ['the ID token', true],
])('a plan that stands in %s', (_where, tellsInIdToken) => {
  let running: TestConsole
  let home: CentralHome

  beforeAll(async () => {
    const port = await freePort()
    running = await startTestConsole({ role: 'web', environment: centralSettings(port) })
    home = await startCentralHome(port, running.url, { tellsInIdToken })
  })
  afterAll(async () => {
    await running?.stop()
    await home?.stop()
  })

  /** An owner here and the same person over there, with what is said of the plan. */
  async function settle(name: string, told: unknown): Promise<void> {
    const email = `${name}@central.test`
    home.people.set(name, { email, email_verified: true, plan: told })
    const account = { companyName: `${name} Ltd`, currency: 'MYR', timezone: 'Asia/Tokyo', language: 'en' }
    await createOwner(running.db, { name, email, ...account })
  }
  const tell = (name: string, told: unknown) => {
    home.people.set(name, { email: `${name}@central.test`, email_verified: true, plan: told })
  }

  async function ask(jar: CookieJar, name: string, body?: unknown): Promise<Answer> {
    const answer = await call(running.url, name, body, { cookie: jar.header() })
    jar.take(answer)
    return answer
  }

  async function signIn(login: string, jar = new CookieJar()): Promise<CookieJar> {
    const begun = await ask(jar, 'GET /sso/authorize-url')
    const landed = await signInOverThere(begun.at('data.url'), login)
    const { code = '', state = '', iss = '' } = Object.fromEntries(landed.searchParams)
    expect((await ask(jar, 'POST /sso/token', { code, state, iss })).status).toBe(200)
    return jar
  }
  const billOf = async (jar: CookieJar) => (await ask(jar, 'GET /bills/current')).at<Bill>('data')

  it('is the one of the account from the sign-in on, and changes with a later one', async () => {
    await settle('aoi', plan)
    const jar = await signIn('aoi')
    const { status, expired_at: _, ...sold } = plan
    expect(await billOf(jar)).toMatchObject({ plan: sold, status, expired_at: '2099-01-31T14:59:59.999Z' })
    const entries = async () =>
      (await ask(jar, 'GET /audit-logs'))
        .at<{ action: string }[]>('data')
        .filter(({ action }) => action === 'plan.set')
    expect(await entries()).toHaveLength(1)
    await signIn('aoi', jar)
    expect(await entries()).toHaveLength(1)
    // Renewed over there: who comes back goes on at once, with the session that he has.
    tell('aoi', { ...plan, expired_at: inDays(-1) })
    await signIn('aoi', jar)
    expect((await ask(jar, 'POST /warehouses', { name: 'Back room' })).at('code')).toBe('plan_expired')
    tell('aoi', { ...plan, expired_at: inDays(30) })
    await signIn('aoi', jar)
    expect((await ask(jar, 'POST /warehouses', { name: 'Back room' })).status).toBe(201)
    // Nothing said, nothing changed; said to be none, it is gone.
    tell('aoi', undefined)
    expect((await billOf(await signIn('aoi', jar))).plan.code).toBe('standard')
    tell('aoi', { code: 'community' })
    expect((await billOf(await signIn('aoi', jar))).plan.code).toBe('community')
    expect(await entries()).toHaveLength(4)
  })

  it.each([
    ['no object', 'gold'],
    ['a list', [plan]],
    ['no name', { code: 'standard' }],
    ['a field of nobody', { ...plan, owner_id: '1' }],
    ['a limit that is none', { ...plan, limits: { shops: '3' } }],
    ['a limit of nothing that is counted', { ...plan, limits: { actions: 3 } }],
    ['a price below nothing', { ...plan, price: -1 }],
    ['a currency of nobody', { ...plan, currency: 'XXX' }],
    ['a status that follows from the clock', { ...plan, status: 'expired' }],
    ['a day that there is not', { ...plan, expired_at: '2027-02-30' }],
    ['a name of several lines', { ...plan, name: 'a\nb' }],
  ])('and is no plan changes nothing and keeps nobody out: %s', async (what, told) => {
    const name = what.replaceAll(/\W/g, '')
    await settle(name, plan)
    const jar = await signIn(name)
    tell(name, told)
    await signIn(name, jar)
    expect((await billOf(jar)).plan).toMatchObject({ code: 'standard', name: 'Standard' })
  })
})
