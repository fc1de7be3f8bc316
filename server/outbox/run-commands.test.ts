/** The outbox itself, over a real database: nothing is sent twice, and everything ends. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ChannelError } from '../../connectors/channel-error.ts'
import { createHttp } from '../../connectors/http.ts'
import { startRecordedChannel } from '../../connectors/recorded-channel.ts'
import type { OrderDraft } from '../../model/order-draft.ts'
import { startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { createTrialOutbox, trialPolicy, type TrialKind } from '../../test/steps/trial-outbox.ts'
import { saveDraft } from '../orders/drafts/order-draft-store.ts'
import type { Outcome } from './command.ts'
import { maxFaults } from './retry-policies.ts'

let running: TestConsole
let seller: Account
let shopId: number
/** Calls of the kind, in their order, by the references of the commands. */
let calls: string[]
let ends: string[]

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
})
afterAll(() => running?.stop())
beforeEach(async () => {
  shopId = await addShop(running, seller.ownerId, `shop-${Math.random()}`)
  calls = []
  ends = []
})

function asOwner<T>(work: Parameters<typeof running.db.asOwner<T>>[1]): Promise<T> {
  return running.db.asOwner(seller.ownerId, work)
}

async function request(...references: string[]): Promise<void> {
  const key = { ownerId: seller.ownerId, shopId }
  await asOwner(async (tx) => {
    for (const reference of references)
      await saveDraft(tx, key, { userId: 1, name: 'seller' }, { reference } as OrderDraft)
  })
}

/** Runs the job once, with a channel that answers as given. */
async function run(answer: () => Outcome<string> | undefined, more: Partial<TrialKind> = {}): Promise<void> {
  const kind: TrialKind = {
    send: (commands, channel) =>
      channel.send(() => {
        calls.push(`send ${commands.map(({ draft }) => draft.reference).join(' ')}`)
        const outcome = answer()
        return Promise.resolve(new Map(outcome ? commands.map((command) => [command, outcome]) : []))
      }),
    isFulfilled: ({ draft }) => {
      calls.push(`look up ${draft.reference}`)
      return Promise.resolve(false)
    },
    ...more,
  }
  // The worker that is given a job takes its key.
  await running.db.pool.query('select graphile_worker.remove_job($1)', [jobKey()])
  const job = createTrialOutbox(running.db, kind, (results) => ends.push(...results))
  await job({ ownerId: seller.ownerId, shopId })
}

const done = (): Outcome<string> => ({ state: 'done', result: 'arrived' })
const found = { isFulfilled: () => Promise.resolve('found') }
const throwing = (error: Error) => () => {
  throw error
}

type Row = { state: string; attempts: number; error: string | null; waits: boolean; isSent: boolean }

async function rows(): Promise<Row[]> {
  const { rows: stored } = await asOwner((tx) =>
    sql<Row>`select state, attempts, error, check_at > now() as waits, sent_at is not null as "isSent" from order_drafts
      where owner_id = ${seller.ownerId} and shop_id = ${shopId} order by id`.execute(tx),
  )
  return stored
}

/** Makes everything due now. `sentAgo`: in seconds, when it was sent. */
async function makeDue({ attempts, sentAgo }: { attempts?: number; sentAgo?: number } = {}): Promise<void> {
  const sentAt = sentAgo === undefined ? null : new Date(Date.now() - sentAgo * 1000)
  await asOwner((tx) =>
    sql`update order_drafts set check_at = now(), attempts = coalesce(${attempts ?? null}, attempts),
      sent_at = coalesce(${sentAt}::timestamptz, sent_at)
      where owner_id = ${seller.ownerId} and shop_id = ${shopId}`.execute(tx),
  )
}

const jobKey = () => `${seller.ownerId}/create-orders:${shopId}`

async function nextRun(): Promise<Date | undefined> {
  const { rows: jobs } = await running.db.pool.query<{ run_at: Date }>(
    'select run_at from graphile_worker.jobs where key = $1',
    [jobKey()],
  )
  return jobs[0]?.run_at
}

describe('a command', () => {
  it('is sent once and ends, whatever happens to its job', async () => {
    await request('a')
    await run(done)
    await makeDue()
    await run(done)
    expect([calls, ends]).toEqual([['send a'], ['arrived']])
    expect(await rows()).toMatchObject([{ state: 'done', attempts: 1 }])
  })

  it('whose worker was killed between claim and end is looked up and not sent again', async () => {
    await request('a')
    const worker = fork(
      new URL('../../test/outbox-process.ts', import.meta.url),
      [seller.ownerId, String(shopId)],
      {
        env: { ...process.env, DATABASE_URL: running.databaseUrl },
      },
    )
    await once(worker, 'message')
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    expect(await rows()).toMatchObject([{ state: 'running', attempts: 1, waits: true }])
    // The lease of the dead worker still holds.
    await run(done, found)
    expect([calls, ends]).toEqual([[], []])
    await makeDue()
    await run(done, found)
    expect([calls, ends]).toEqual([[], ['found']])
  })

  it('that never arrived is sent after it was looked up', async () => {
    await request('a')
    await run(throwing(new ChannelError('try-later', 'no answer')))
    await makeDue()
    await run(done)
    expect(calls).toEqual(['send a', 'look up a', 'send a'])
    expect(ends).toEqual(['arrived'])
  })

  it('that may have arrived is looked up before each further try, also after one that sent nothing', async () => {
    await request('a')
    await run(throwing(new ChannelError('try-later', 'no answer')))
    await makeDue()
    await run(() => ({ state: 'queued' }))
    await makeDue()
    await run(done)
    expect(calls).toEqual(['send a', 'look up a', 'send a', 'look up a', 'send a'])
  })

  it('is not sent again while its channel may still be at it', async () => {
    const slow = { settleMs: 60_000 }
    await request('a')
    await run(throwing(new ChannelError('try-later', 'no answer')), slow)
    await makeDue({ sentAgo: 50 })
    await run(done, slow)
    expect(calls).toEqual(['send a', 'look up a'])
    await makeDue({ sentAgo: 61 })
    await run(throwing(new ChannelError('slow-down', 'too much to do')), slow)
    expect(await rows()).toMatchObject([{ state: 'running', isSent: false }])
    // A channel that has too much to do is at nothing.
    await makeDue()
    await run(done, slow)
    expect(calls).toEqual(['send a', 'look up a', 'look up a', 'send a', 'look up a', 'send a'])
  })

  it.each([
    [1, false],
    [2, true],
  ])('whose channel is too busy for call %i of its sending may have arrived: %s', async (call, mayArrive) => {
    let at = 0
    const replies = () => (++at < call ? { body: {} } : { status: 429, body: {} })
    await using channel = await startRecordedChannel(replies)
    const http = createHttp()
    const write = () => http({ method: 'POST', url: new URL('/prices', channel.url), body: {} })
    await request('a')
    await run(done, {
      send: (_, channel) =>
        channel.send(async () => {
          for (let each = 0; each < call; each++) await write()
          return new Map()
        }),
    })
    expect(await rows()).toMatchObject([{ state: 'running', isSent: mayArrive }])
  })

  it('that was postponed is taken when it is due, and not before', async () => {
    await request('a')
    const before = Date.now()
    await run(throwing(new ChannelError('try-later', 'busy', { retryAfterSeconds: 120 })))
    expect(await rows()).toMatchObject([{ state: 'running', attempts: 1, waits: true }])
    expect(((await nextRun())?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(120_000)
    await run(done)
    expect(ends).toEqual([])
    await makeDue()
    await run(done)
    expect(ends).toEqual(['arrived'])
  })

  it('ends as failed after so many faults of our own', async () => {
    await request('a')
    for (let attempt = 1; attempt < maxFaults; attempt++) {
      await run(throwing(new TypeError('a fault')))
      await makeDue()
    }
    expect([ends, await rows()]).toMatchObject([[], [{ state: 'running', attempts: maxFaults - 1 }]])
    await run(throwing(new TypeError('a fault')))
    expect([ends, await rows()]).toMatchObject([['internal'], [{ state: 'failed', error: 'internal' }]])
  })

  it('keeps the words of its channel as far as they can be stored', async () => {
    await request('a')
    // The last character that there is room for is the first half of one.
    await run(throwing(new ChannelError('refused', `no\0 ${'!'.repeat(496)}${'😀'.repeat(50)}`)))
    const { rows: stored } = await asOwner((tx) =>
      sql<{ words: string }>`select error_message as words from order_drafts
        where owner_id = ${seller.ownerId} and shop_id = ${shopId}`.execute(tx),
    )
    expect(stored[0]?.words).toMatch(/^no !{496}/)
  })

  it('ends as unanswered after the last attempt of its policy', async () => {
    await request('a')
    const { maxAttempts } = trialPolicy
    for (const attempts of [maxAttempts - 2, maxAttempts - 1]) {
      expect(ends).toEqual([])
      await makeDue({ attempts })
      await run(throwing(new ChannelError('try-later', 'no answer')))
    }
    expect(ends).toEqual(['unanswered'])
  })

  it('that was refused stands if its channel says so, unless a refusal of its kind is final', async () => {
    const no = throwing(new ChannelError('refused', 'no'))
    await request('a')
    await run(no, found)
    await request('b')
    await run(no)
    await request('c')
    await run(no, { ...found, isRefusalFinal: true })
    expect(ends).toEqual(['found', 'refused', 'refused'])
    expect(calls).toEqual(['send a', 'send b', 'look up b', 'send c'])
  })
})

describe('commands of one call', () => {
  const together = { perCall: () => 10 }

  it('are sent together, except for one that may have been sent before', async () => {
    await request('a')
    await run(() => undefined, together)
    await makeDue()
    await request('b', 'c')
    await run(done, together)
    expect(calls[0]).toBe('send a')
    expect(calls.slice(1).toSorted()).toEqual(['look up a', 'send a', 'send b c'])
    expect(ends).toEqual(['arrived', 'arrived', 'arrived'])
  })

  it('are looked up one by one when the call was refused, which says nothing about a single one', async () => {
    await request('a', 'b')
    await run(throwing(new ChannelError('refused', 'no')), together)
    expect([ends, (await rows()).map(({ state }) => state)]).toEqual([[], ['running', 'running']])
    await makeDue()
    await run(done, together)
    expect(calls.slice(1).toSorted()).toEqual(['look up a', 'look up b', 'send a', 'send b'])
  })

  it('end at once when their shop is unlinked', async () => {
    await request('a', 'b')
    await asOwner((tx) =>
      sql`update shops set status = 2 where owner_id = ${seller.ownerId} and id = ${shopId}`.execute(tx),
    )
    await run(done, together)
    expect([calls, ends]).toEqual([[], ['shop_unlinked', 'shop_unlinked']])
  })
})
