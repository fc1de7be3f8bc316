/** Rights of an account whose plan has ended, on every call. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worksWhenPlanEnded, type Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
import {
  startTestConsole,
  type Account,
  type Answer,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { givePlan, inDays } from '../../test/steps/plans.ts'
import { bodies, queries } from '../../test/steps/sample-requests.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  const environment = { BILLING_URL: 'https://home.example/plans' }
  running = await startTestConsole({ role: 'web', environment })
  seller = await running.signUp('late')
  await givePlan(running, seller, { expired_at: inDays(-1) })
})
afterAll(() => running?.stop())

/** Changing calls that go on. One more has to be argued for here. */
const goOn: Record<string, string> = {
  'POST /authorization': 'signing in',
  'POST /authorization/forgot-password': 'signing in',
  'POST /authorization/token-info': 'signing in',
  'POST /authorization/reset-password': 'signing in',
  'POST /authorization/activate': 'signing in',
  'POST /first-run': 'there is no account yet that could have a plan',
  'POST /sso/token': 'signing in, and the way by which a renewed plan comes',
  'POST /print-agent/pair': 'a program beside a printer; nothing new is sent to it',
  'POST /print-agent/poll': 'a program beside a printer',
  'POST /print-agent/jobs/{id}/claim': 'a program beside a printer',
  'POST /print-agent/jobs/{id}/result': 'a program beside a printer',
  'DELETE /authorization': 'signing out',
  'DELETE /users/sessions': 'the own sessions',
  'DELETE /users/sessions/{id}': 'the own sessions',
  'PUT /users/me': 'the own profile and language',
  'PUT /users/change-password': 'the own password',
  'POST /users/{id}/update-avatar': 'the own profile',
  'DELETE /users/{id}/avatar': 'the own profile',
  'POST /users/second-factor': 'the own second factor',
  'POST /users/second-factor/confirm': 'the own second factor',
  'POST /users/second-factor/recovery-codes': 'the own second factor',
  'POST /users/second-factor/off': 'the own second factor',
  'PUT /users/notifications': 'what one has read',
  'PUT /users/notifications/ways': 'what one has read',
  'PUT /users/mail-report': 'nobody gets mails against his will',
  'PUT /users/{id}/end-first-login': 'the own screen alone',
  'POST /saved-filters': 'the own screen alone',
  'PUT /saved-filters/{id}': 'the own screen alone',
  'DELETE /saved-filters/{id}': 'the own screen alone',
  'POST /dashboard/sync-percent/close': 'the own screen alone',
  'POST /shops/check-token-expire': 'asks, and changes nothing',
  'POST /dashboard/sync-percent': 'asks, and changes nothing',
  'POST /account/backup': 'what one takes along',
  'POST /account/deletion': 'leaving',
  'DELETE /account/deletion': 'leaving, taken back',
  'POST /exports/{id}/retry': 'what one takes along',
  'DELETE /exports/{id}': 'what one takes along',
  'DELETE /users/{id}': 'nobody who has to leave may go on reading',
  'POST /bills/upgrade': 'renewing',
}
/** Reading calls that leave something behind for others to act on. */
const restToo = ['GET /orders/{id}/print', 'GET /orders/{id}/print-waybill', 'GET /shops/authorization-url']

const calls = Object.entries(allEndpoints).map(([key, each]) => {
  const endpoint: Endpoint = each
  const [method = ''] = key.split(' ')
  return { key, endpoint, works: worksWhenPlanEnded(method, endpoint) }
})

function ask(account: Account, key: string): Promise<Answer> {
  const query = new URLSearchParams(queries[key]).toString()
  const name = key.replaceAll(/\{\w+\}/g, '1') + (query && `?${query}`)
  return account.call(name, key.startsWith('GET ') ? undefined : bodies[key])
}

describe('an account whose plan has ended', () => {
  it('reads on, and writes what is named here alone', () => {
    const writes = calls.filter(({ key }) => !key.startsWith('GET '))
    const works = writes.filter((one) => one.works)
    expect(works.map(({ key }) => key).toSorted()).toEqual(Object.keys(goOn).toSorted())
    const rests = calls.filter(({ key, works: goes }) => key.startsWith('GET ') && !goes)
    expect(rests.map(({ key }) => key).toSorted()).toEqual(restToo)
  })

  it('is told so by each call that is refused, and by no other', async () => {
    // Signing out is the last thing to do.
    const last = calls.toSorted(
      (a, b) => +(a.key === 'DELETE /authorization') - +(b.key === 'DELETE /authorization'),
    )
    for (const { key, works } of last) {
      const answer = await ask(seller, key)
      expect([key, answer.at('code') === 'plan_expired']).toEqual([key, !works])
      if (!works) {
        expect([key, answer.status]).toEqual([key, 403])
        expect(answer.at('message')).toBe(
          'Your plan expired, so changes are not possible. The account owner can renew it under Setting › Plan.',
        )
      }
    }
    expect((await seller.call('GET /users/me')).status).toBe(401)
  })
})

it('is refused what a role may not do for that reason, and what comes under a key like anything else', async () => {
  const owner = await running.signUp('late-too')
  const packer = await running.addStaff(owner.ownerId, { email: 'packer@example.test', role: 'operator' })
  const asked = { 'idempotency-key': 'once' }
  const action = { name: 'Back room' }
  expect((await owner.call('POST /warehouses', action, asked)).status).toBe(201)
  await givePlan(running, owner, { expired_at: inDays(-1) })
  expect((await packer.call('POST /warehouses', action)).at('code')).toBe('forbidden')
  expect((await owner.call('POST /warehouses', action, asked)).at('code')).toBe('plan_expired')
  // Renewed, it goes on where it was: the answer of then is still there.
  await givePlan(running, owner, { expired_at: inDays(30) })
  const again = await owner.call('POST /warehouses', action, asked)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
  expect((await owner.call('POST /warehouses', { name: 'Front room' })).status).toBe(201)
})
