import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  freePort,
  startTestConsole,
  until,
  type Account,
  type Answer,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { saveFailures } from '../syncs/sync-store.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { removeOldReplies } from './idempotency-store.ts'

let running: TestConsole
/** A second web process on the same database. */
let other: TestConsole
let admin: pg.Client
let seller: Account
let shop: number

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  other = await startTestConsole({ role: 'web', databaseUrl: running.databaseUrl })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  shop = await addShop(running, seller.ownerId, 'shop')
  const key = { ownerId: seller.ownerId, shopId: shop, kind: 'order' as const }
  const failures = failing.map((channelId) => ({ channelId, reason: 'reason', raw: null }))
  await running.db.asOwner(seller.ownerId, (tx) => saveFailures(tx, key, failures))
})
afterAll(async () => {
  await admin?.end()
  await other?.stop()
  await running?.stop()
})

/** Orders that could not be taken in, so that they may be tried again. */
const failing = 'AGAIN PLAIN OFF USED BAD THEIRS NEW SLOW CROWD LEFT FAILED KILLED THROWN'.split(' ')
const retryOf = (order: string) => `POST /shops/${shop}/sync-items/${order}/retry`

function post(name: string, key: string, body?: object, headers: Record<string, string> = {}) {
  return seller.call(name, body, { 'idempotency-key': key, ...headers })
}

/** Counts how often a request took effect, and removes the stale ids that it left, as the sync does. */
async function takeStaleIds(order: string): Promise<number> {
  const { rowCount } = await admin.query('delete from stale_ids where channel_id = $1', [order])
  return rowCount ?? 0
}

const outcome = (answer: Answer) => [
  answer.status,
  answer.at('code'),
  answer.headers.get('idempotency-replayed') === 'true',
]

/** Holds back whoever wants to write the shop's hints, until the returned function is called. */
async function lockTable(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: running.adminUrl })
  await client.connect()
  await client.query('begin')
  await client.query('lock table stale_ids in share mode')
  return () => client.end()
}

/** A web process of its own on the same database, to be killed. */
async function startWebProcess() {
  const port = await freePort()
  const env = { ...running.environment, PORT: String(port), DATABASE_URL: running.databaseUrl }
  const child: ChildProcess = fork(new URL('../main.ts', import.meta.url), ['--role', 'web'], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'close')
  await once(child, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const somebodyWaits = async () =>
  (await admin.query(`select from pg_locks where relation = 'stale_ids'::regclass and not granted`))
    .rowCount === 1

describe('a POST that is sent again with its Idempotency-Key', () => {
  it('gets the first reply and has no second effect', async () => {
    const first = await post(retryOf('AGAIN'), 'again')
    expect(outcome(first)).toEqual([202, undefined, false])
    expect(await takeStaleIds('AGAIN')).toBe(1)
    for (const { url } of [running, other]) {
      const headers = { authorization: `Bearer ${seller.token}`, 'idempotency-key': 'again' }
      const repeated = await call(url, retryOf('AGAIN'), undefined, headers)
      expect(outcome(repeated)).toEqual([202, undefined, true])
      expect(repeated.body).toEqual(first.body)
      expect(repeated.headers.get('content-type')).toBe(first.headers.get('content-type'))
      expect(repeated.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    }
    expect(await takeStaleIds('AGAIN')).toBe(0)
  })

  it('has its effect each time without a key', async () => {
    for (let time = 0; time < 2; time++) {
      expect(outcome(await seller.call(retryOf('PLAIN')))).toEqual([202, undefined, false])
      expect(await takeStaleIds('PLAIN')).toBe(1)
    }
  })

  it('gets the first refusal too, in the words that it had', async () => {
    await admin.query('update shops set status = 0 where id = $1', [shop])
    const refused = await post(retryOf('OFF'), 'refused', undefined, { 'x-localization': 'vn' })
    expect(outcome(refused)).toEqual([409, 'conflict', false])
    await admin.query('update shops set status = 1 where id = $1', [shop])
    const repeated = await post(retryOf('OFF'), 'refused')
    expect(outcome(repeated)).toEqual([409, 'conflict', true])
    expect([repeated.body, repeated.headers.get('content-language')]).toEqual([refused.body, 'vi'])
    expect(outcome(await post(retryOf('OFF'), 'another'))).toEqual([202, undefined, false])
  })

  it('can be put right when it was never run', async () => {
    expect((await post(`POST /shops/${shop}/sync`, 'mended', { type: 'nonsense' })).status).toBe(422)
    expect(outcome(await post(`POST /shops/${shop}/sync`, 'mended', { type: 'order' }))).toEqual([
      202,
      undefined,
      false,
    ])
  })

  it('is refused for another path or body, and told what to do', async () => {
    const sync = `POST /shops/${shop}/sync`
    expect(outcome(await post(sync, 'used'))).toEqual([202, undefined, false])
    const others: [string, object?][] = [[sync, { type: 'order' }], [`${sync}?`], [retryOf('USED')]]
    for (const [name, body] of others) {
      const refused = await post(name, 'used', body)
      expect([refused.status, refused.body]).toEqual([
        422,
        {
          invalid_fields: {
            'Idempotency-Key':
              'This key was already used for another request. Send a new key with each new request',
          },
          field_codes: { 'Idempotency-Key': 'idempotency_key_used' },
          code: 'validation_failed',
        },
      ])
    }
    expect(await takeStaleIds('USED')).toBe(0)
    expect(outcome(await post(sync, 'used', {}))).toEqual([202, undefined, true])
  })

  it.each(['', 'two words', 'x'.repeat(256), 'ключ'])(
    'is refused with a key that is none: %j',
    async (key) => {
      const refused = await post(retryOf('BAD'), Buffer.from(key).toString('latin1'))
      expect([refused.status, Object.keys(refused.at<object>('invalid_fields'))]).toEqual([
        422,
        ['Idempotency-Key'],
      ])
      expect(await takeStaleIds('BAD')).toBe(0)
    },
  )

  it('means nothing to another user, and asks for the sign-in all the same', async () => {
    await post(`POST /shops/${shop}/sync`, 'mine')
    const staff = await running.addStaff(seller.ownerId, { email: 'manager@example.test', role: 'manager' })
    const headers = { 'idempotency-key': 'mine' }
    const theirs = await staff.call(retryOf('THEIRS'), undefined, headers)
    expect(outcome(theirs)).toEqual([202, undefined, false])
    const stranger = await running.signUp('stranger')
    const elsewhere = await stranger.call('POST /dashboard/sync-percent/close', undefined, headers)
    expect(outcome(elsewhere)).toEqual([200, undefined, false])
    const nobody = await call(running.url, `POST /shops/${shop}/sync`, undefined, headers)
    expect(outcome(nobody)).toEqual([401, 'unauthenticated', false])
    await admin.query(
      `update users set roles = '{viewer}', group_permissions = '{}' where email = 'manager@example.test'`,
    )
    await admin.query(`select pg_notify('sessions', '')`)
    await until('the rights to be gone', async () => {
      const answer = await staff.call(retryOf('THEIRS'), undefined, headers)
      return answer.status === 403
    })
  })

  it('is new again after a day', async () => {
    const name = `POST /shops/${shop}/sync`
    const age = (time: string) =>
      admin.query(`update stored_responses set at = now() - $1::interval where key = 'old'`, [time])
    await post(name, 'old')
    await age('23 hours 59 minutes')
    await removeOldReplies(running.db)
    expect(outcome(await post(name, 'old'))).toEqual([202, undefined, true])
    await age('24 hours 1 second')
    expect(outcome(await post(retryOf('NEW'), 'old'))).toEqual([202, undefined, false])
    expect(outcome(await post(retryOf('NEW'), 'old'))).toEqual([202, undefined, true])
    await age('24 hours 1 second')
    await removeOldReplies(running.db)
    expect((await admin.query(`select from stored_responses where key = 'old'`)).rowCount).toBe(0)
  })
})

describe('an Idempotency-Key whose first request still runs', () => {
  it('is in use, here and in other processes, and replays once it has ended', async () => {
    const letGo = await lockTable()
    const first = post(retryOf('SLOW'), 'slow')
    await until('the first to be held back', somebodyWaits)
    for (const { url } of [running, other]) {
      const headers = { authorization: `Bearer ${seller.token}`, 'idempotency-key': 'slow' }
      const second = await call(url, retryOf('SLOW'), undefined, headers)
      expect(outcome(second)).toEqual([409, 'still_running', false])
      expect(second.headers.get('retry-after')).toBe('1')
    }
    await letGo()
    expect(outcome(await first)).toEqual([202, undefined, false])
    expect(outcome(await post(retryOf('SLOW'), 'slow'))).toEqual([202, undefined, true])
    expect(await takeStaleIds('SLOW')).toBe(1)
  })

  it('lets one of many at once through', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => post(retryOf('CROWD'), 'crowd')))
    const known = ['202,,false', '202,,true', '409,still_running,false']
    const outcomes = replies.map((reply) => outcome(reply).join())
    expect(outcomes.filter((each) => !known.includes(each))).toEqual([])
    expect(outcomes.filter((each) => each === known[0])).toHaveLength(1)
    expect(await takeStaleIds('CROWD')).toBe(1)
  })

  it('keeps the reply for a client that has left meanwhile', async () => {
    const letGo = await lockTable()
    const leaving = new AbortController()
    const first = fetch(`${running.url}/api/v2${retryOf('LEFT').slice('POST '.length)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seller.token}`, 'idempotency-key': 'left' },
      signal: leaving.signal,
    })
    await until('it to be held back', somebodyWaits)
    leaving.abort()
    await expect(first).rejects.toThrow('abort')
    await letGo()
    const repeated = await until('it to have ended', async () => {
      const answer = await post(retryOf('LEFT'), 'left')
      return answer.status !== 409 && answer
    })
    expect(outcome(repeated)).toEqual([202, undefined, true])
    expect(await takeStaleIds('LEFT')).toBe(1)
  })
})

it('is not done again when its process was killed behind the effect, before the reply was kept', async () => {
  await admin.query(`create function hold_replies() returns trigger language plpgsql as
    $$ begin if new.status <> 0 then perform pg_advisory_xact_lock(4711); end if; return new; end $$`)
  await admin.query(
    'create trigger held before update on stored_responses for each row execute function hold_replies()',
  )
  await admin.query('select pg_advisory_lock(4711)')
  const body = { name: 'Made once' }
  const child = await startWebProcess()
  try {
    const headers = { authorization: `Bearer ${seller.token}`, 'idempotency-key': 'done' }
    const first = call(child.url, 'POST /customers/shortlists', body, headers)
    const isLost = expect(first).rejects.toThrow('fetch failed')
    const waiting = `from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`
    await until(
      'the reply to be held back',
      async () => (await admin.query(`select ${waiting}`)).rowCount === 1,
    )
    await Promise.all([isLost, child.kill()])
    // A statement that waits would go on without its client.
    await admin.query(`select pg_terminate_backend(pid) ${waiting}`)
    await admin.query('select pg_advisory_unlock(4711)')
    await admin.query('drop function hold_replies cascade')
    const repeated = await until('the key to be free', async () => {
      const answer = await post('POST /customers/shortlists', 'done', body)
      return answer.at('code') !== 'still_running' && answer
    })
    expect(outcome(repeated)).toEqual([409, 'done_before', false])
    const named = (await seller.call('GET /customers/shortlists?keyword=once')).at<object[]>('data')
    expect(named).toHaveLength(1)
  } finally {
    await child.kill()
  }
})

describe('an Idempotency-Key is free again', () => {
  it('after a failure of ours', async () => {
    await admin.query('alter table stale_ids rename to away')
    expect(outcome(await post(retryOf('FAILED'), 'failed'))).toEqual([500, 'internal', false])
    await admin.query('alter table away rename to stale_ids')
    expect(outcome(await post(retryOf('FAILED'), 'failed'))).toEqual([202, undefined, false])
  })

  it('after its process was killed', async () => {
    const child = await startWebProcess()
    try {
      const letGo = await lockTable()
      const headers = { authorization: `Bearer ${seller.token}`, 'idempotency-key': 'killed' }
      const first = call(child.url, retryOf('KILLED'), undefined, headers)
      const isLost = expect(first).rejects.toThrow('fetch failed')
      await until('it to be held back', somebodyWaits)
      expect(outcome(await post(retryOf('KILLED'), 'killed'))).toEqual([409, 'still_running', false])
      await Promise.all([isLost, child.kill()])
      await letGo()
      const repeated = await until('the key to be free', async () => {
        const answer = await post(retryOf('KILLED'), 'killed')
        return answer.status !== 409 && answer
      })
      expect(outcome(repeated)).toEqual([202, undefined, false])
    } finally {
      await child.kill()
    }
  })

  it('after the database has thrown everybody out', async () => {
    const letGo = await lockTable()
    const first = post(retryOf('THROWN'), 'thrown')
    await until('it to be held back', somebodyWaits)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'seller-console%'`)
    expect(outcome(await first)).toEqual([503, 'unavailable', false])
    await letGo()
    const repeated = await until('it to be served', async () => {
      const answer = await post(retryOf('THROWN'), 'thrown')
      return answer.status !== 503 && answer
    })
    expect(outcome(repeated)).toEqual([202, undefined, false])
    expect(outcome(await post(retryOf('THROWN'), 'thrown'))).toEqual([202, undefined, true])
  })
})

it('is read of no other call', async () => {
  const headers = { 'idempotency-key': 'two words' }
  expect((await seller.call('GET /users/me', undefined, headers)).status).toBe(200)
  const body = { email: 'seller@example.test', password: 'correct horse' }
  expect((await call(running.url, 'POST /authorization', body, headers)).status).toBe(200)
})
