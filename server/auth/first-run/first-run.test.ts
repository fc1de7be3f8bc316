/** The first account of a new console: by whoever has the code that the server printed, once. */
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { call, startTestConsole, type TestConsole } from '../../../test/start-test-console.ts'
import { createLog } from '../../log.ts'
import { announceFirstRun } from './first-run-routes.ts'
import { isSetupCode, setupCode } from './setup-code.ts'

const secretKey = Buffer.alloc(32)
const code = setupCode(secretKey)
const owner = {
  code,
  company_name: 'Aoi Gifts',
  name: 'Aoi Yamamoto',
  email: 'Aoi@shop.example',
  password: 'lanterns at dusk',
  language: 'vn',
  timezone: 'Asia/Ho_Chi_Minh',
  currency: 'VND',
}
const setUp = (url: string, change: object = {}) => call(url, 'POST /first-run', { ...owner, ...change })
const isOpen = async (url: string) => (await call(url, 'GET /first-run')).at('data.is_open')

async function printed({ db, config }: TestConsole): Promise<string> {
  let lines = ''
  await announceFirstRun(db, config, createLog('warn', { write: (line) => void (lines += line) }))
  return lines
}

describe('the set-up code', () => {
  it('is the same however it is typed, and another with another key', () => {
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(isSetupCode(` ${code.toLowerCase().replaceAll('-', ' ')} `, secretKey)).toBe(true)
    expect(isSetupCode(code.replaceAll('0', 'o').replaceAll('1', 'l'), secretKey)).toBe(true)
    expect(isSetupCode(code, Buffer.alloc(32, 1))).toBe(false)
    for (const wrong of ['', '-', code.slice(1), `${code}0`])
      expect(isSetupCode(wrong, secretKey)).toBe(false)
  })
})

describe('a new console', () => {
  let running: TestConsole
  beforeEach(async () => {
    running = await startTestConsole({ role: 'web' })
  })
  afterEach(() => running?.stop())

  it('prints the code, takes the first account with it, and nothing afterwards', async () => {
    const line = await printed(running)
    expect(line).toContain(`/auth/first-run#${code}`)
    const offer = await call(running.url, 'GET /first-run')
    expect(offer.at('data.is_open')).toBe(true)
    expect(offer.at('data.timezones')).toContain('Asia/Ho_Chi_Minh')

    expect((await setUp(running.url)).status).toBe(201)
    const { email, password } = owner
    const signedIn = await call(running.url, 'POST /authorization', { email, password })
    const authorization = `Bearer ${signedIn.at<string>('access_token')}`
    const me = await call(running.url, 'GET /users/me', undefined, { authorization })
    expect(me.at('data')).toMatchObject({
      name: owner.name,
      email,
      scope: 'owner',
      language: 'vn',
      timezone: 'Asia/Ho_Chi_Minh',
    })
    const log = await call(running.url, 'GET /audit-logs', undefined, { authorization })
    expect(JSON.stringify(log.body)).toContain('account.create')
    expect(JSON.stringify(log.body)).not.toContain(code)

    const again = await setUp(running.url, { email: 'second@shop.example' })
    expect([again.status, again.at('code')]).toEqual([409, 'already_set_up'])
    expect((await call(running.url, 'GET /first-run')).at('data')).toEqual({ is_open: false, timezones: [] })
    expect(await printed(running)).toBe('')
  })

  it('lets one of many win who come at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => setUp(running.url, { email: `owner${n}@shop.example` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
    const { rows } = await running.db.pool.query<{ n: number }>('select count(*)::int as n from sign_ins')
    expect(rows[0]?.n).toBe(1)
  })

  it('lets nobody guess the code, and says what is wrong with the rest', async () => {
    const wrong = await setUp(running.url, { code: 'AAAA-AAAA-AAAA-AAAA' })
    expect([wrong.status, Object.keys(wrong.at<object>('invalid_fields'))]).toEqual([422, ['code']])
    expect((await setUp(running.url, { timezone: 'Asia/Atlantis' })).at('invalid_fields')).toHaveProperty(
      'timezone',
    )
    expect((await setUp(running.url, { password: 'aoi-gifts-1' })).at('invalid_fields')).toHaveProperty(
      'password',
    )
    const tries = await Promise.all(Array.from({ length: 8 }, () => setUp(running.url, { code: 'guess' })))
    expect(tries.some(({ status }) => status === 429)).toBe(true)
    // The right code does not help any more, and the console is still there for its owner.
    expect((await setUp(running.url)).status).toBe(429)
    expect(await isOpen(running.url)).toBe(true)
  })
})

describe('a console with an account', () => {
  let running: TestConsole
  beforeAll(async () => {
    running = await startTestConsole({ role: 'web' })
    await running.signUp('mei')
  })
  afterAll(() => running?.stop())

  it('is closed from the start', async () => {
    expect(await isOpen(running.url)).toBe(false)
    expect((await setUp(running.url)).status).toBe(409)
    expect(await printed(running)).toBe('')
  })
})

it('the demo makes its accounts by itself', async () => {
  const running = await startTestConsole({ role: 'web', mode: 'demo' })
  try {
    expect(await isOpen(running.url)).toBe(false)
    expect(await printed(running)).toBe('')
  } finally {
    await running.stop()
  }
})
