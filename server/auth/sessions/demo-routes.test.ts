import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConfigError } from '../../config/config-error.ts'
import { readConfig } from '../../config/config.ts'
import { call, startTestConsole, testPassword, type TestConsole } from '../../../test/start-test-console.ts'

let demo: TestConsole
let real: TestConsole

beforeAll(async () => {
  const environment = {
    DEMO_PAGE_URL: 'http://127.0.0.1:4000/',
    DEMO_ACCOUNTS: `mei@example.test=${testPassword},nobody@example.test=demo1234`,
  }
  demo = await startTestConsole({ role: 'web', environment })
  real = await startTestConsole({ role: 'web', databaseUrl: demo.databaseUrl })
  await demo.signUp('mei')
})
afterAll(async () => {
  await real.stop()
  await demo.stop()
})

it('the demo names its page, and its accounts that are there', async () => {
  const answer = await call(demo.url, 'GET /demo')
  expect(answer.at('data')).toEqual({
    page_url: 'http://127.0.0.1:4000',
    accounts: [{ name: 'mei', email: 'mei@example.test', password: testPassword }],
  })
})

it('without the settings nothing of it is served', async () => {
  const answer = await call(real.url, 'GET /demo')
  expect(answer.at('data')).toEqual({ page_url: null, accounts: [] })
})

it('a server in production refuses the settings, and does not repeat the passwords', () => {
  const read = () =>
    readConfig(
      {
        DATABASE_URL: 'postgres://u:p@db/console',
        SECRET_KEY: 'k'.repeat(32),
        DEMO_PAGE_URL: 'http://127.0.0.1:4000',
        DEMO_ACCOUNTS: 'mei@example.test=correct-horse',
      },
      'production',
    )
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(/DEMO_PAGE_URL is .+\nDEMO_ACCOUNTS is not usable: /)
  expect(read).not.toThrow(/correct-horse/)
})
