import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { orderChange, realtimeChannels, type RealtimeChannel } from '../../contract/realtime.ts'
import {
  call,
  linkShop,
  startTestConsole,
  testPassword,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'
import { addShop } from '../../test/steps/stored-orders.ts'
import { openStream, type Stream } from '../../test/steps/stream.ts'
import { removeOldEvents, saveEvent } from './events-store.ts'

const channelShopId = 727720655
let running: TestConsole
/** A second web process on the same database. */
let other: TestConsole
let names = 0
const open: Stream[] = []

beforeAll(async () => {
  running = await startTestConsole()
  other = await startTestConsole({ role: 'web', databaseUrl: running.databaseUrl })
})
afterAll(async () => {
  await other?.stop()
  await running?.stop()
})
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close()
})

async function listen(url: string, token: string, headers?: Record<string, string>): Promise<Stream> {
  const stream = await openStream(url, token, headers)
  open.push(stream)
  return stream
}

const seller = () => running.signUp(`seller${++names}`)

/** Tells of something, as the sync does. The value says which one it is. */
async function notify(
  { ownerId }: Account,
  value: string,
  shopId: number | null = null,
  channel: RealtimeChannel = 'order.sync',
): Promise<void> {
  await running.db.asOwner(ownerId, async (tx) =>
    saveEvent(tx, { ownerId, channel, shopId, value: { value } }),
  )
}

/** Without what the console tells by itself: the word of a new member may come after the stream has begun. */
function valuesOf(stream: Stream): string[] {
  return stream.live().flatMap(({ data }) => (data.value as { value?: string } | null)?.value ?? [])
}

/** The stream is in order, so whatever was told before has come, or never will. */
async function settled(stream: Stream, account: Account): Promise<string[]> {
  const mark = `mark ${++names}`
  await notify(account, mark)
  await stream.next(({ data }) => (data.value as { value?: string } | null)?.value === mark && !data.replay)
  return valuesOf(stream).filter((value) => !value.startsWith('mark'))
}

describe('the stream', () => {
  it('is one that browsers and proxies leave open', async () => {
    const account = await seller()
    const stream = await listen(running.url, account.token)
    expect(stream.status).toBe(200)
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
    })
  })

  it('is for the signed-in alone', async () => {
    const refused = await call(running.url, 'GET /realtime/stream', undefined, {
      authorization: `Bearer ${'x'.repeat(43)}`,
    })
    expect([refused.status, refused.at('code')]).toEqual([401, 'unauthenticated'])
  })

  it('keeps the last value of a channel for new readers, however old it is', async () => {
    const account = await seller()
    await notify(account, 'old')
    await notify(account, 'last')
    const admin = new pg.Client({ connectionString: running.adminUrl })
    await admin.connect()
    const { ownerId } = account
    await admin.query(`update events set at = now() - interval '9 days' where owner_id = $1`, [ownerId])
    await removeOldEvents(running.db)
    const left = await admin.query(`select 1 from events where owner_id = $1 and channel = 'order.sync'`, [
      ownerId,
    ])
    await admin.end()
    expect(left.rowCount).toBe(1)
    const stream = await listen(running.url, account.token)
    const retained = await stream.next(({ channel }) => channel === 'order.sync')
    expect(retained.data).toMatchObject({ replay: true, value: { value: 'last' } })
  })

  it('says who was added to those who may see the staff, and to nobody else', async () => {
    const owner = await seller()
    const packer = await running.addStaff(owner.ownerId, { email: `p${names}@x.test`, role: 'operator' })
    const [all, some] = [await listen(running.url, owner.token), await listen(running.url, packer.token)]
    const person = {
      name: 'Mei',
      email: `mei${names}@x.test`,
      role: 'operator',
      password: 'lanterns at dusk',
    }
    const added = (await owner.call('POST /users', person)).at<number>('data.id')
    const heard = await all.next(({ channel, data }) => channel === 'user.add' && !data.replay)
    expect(heard.data.value).toEqual({ user_id: added, staff_name: 'Mei' })
    await settled(some, owner)
    expect(some.live().map(({ channel }) => channel)).not.toContain('user.add')
  })

  it('begins with one retained value for each channel, empty where nothing was told yet', async () => {
    const account = await seller()
    await notify(account, 'old')
    await notify(account, 'last')
    const stream = await listen(running.url, account.token)
    await settled(stream, account)
    const retained = stream.events.filter(({ data }) => data.replay)
    expect(retained.map(({ channel }) => channel)).toEqual([...realtimeChannels])
    for (const { channel, data, id } of retained) {
      expect(data.value).toEqual(channel === 'order.sync' ? { value: 'last' } : null)
      // An id here would make the reader believe that everything up to it was heard.
      expect(id).toBeUndefined()
    }
  })

  it('goes on with what happens, in order', async () => {
    const account = await seller()
    const stream = await listen(running.url, account.token)
    for (const value of ['a', 'b', 'c']) await notify(account, value)
    expect(await settled(stream, account)).toEqual(['a', 'b', 'c'])
    const ids = stream.live().map(({ id, data }) => (expect(Number(id)).toBe(data.seq), Number(id)))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('tells of an order by the push, long before anybody would have looked', async () => {
    const account = await seller()
    await running.control('generate', { shop_id: channelShopId, orders: 3, days: 20 })
    const shopId = await linkShop(running.sandbox.url, account, channelShopId)
    const stream = await listen(running.url, account.token)
    await stream.next(({ channel, data }) => {
      const value = data.value as { type?: string; state?: string } | null
      return channel === 'shop.sync' && value?.type === 'order' && value.state === 'done'
    }, 20)
    const before = stream.events.length
    const start = performance.now()
    await running.control('orders', { shop_id: channelShopId })
    // Payouts that come after the orders are changes too.
    const event = await stream.next(
      (one) =>
        one.channel === 'order.change' &&
        stream.events.indexOf(one) >= before &&
        orderChange.parse(one.data.value).created > 0,
    )
    // A look at the shop comes every half minute; how quick a push is, the bench measures.
    expect(performance.now() - start).toBeLessThan(10_000)
    const change = orderChange.parse(event.data.value)
    expect(change).toMatchObject({ shop_id: shopId, created: 1 })
    expect((await account.call(`GET /orders/${change.ids[0]}`)).status).toBe(200)
  })
})

describe('a reader who comes back', () => {
  it('hears what was missed, once, and nothing else', async () => {
    const account = await seller()
    const first = await listen(running.url, account.token)
    await notify(account, 'heard')
    const { id = '' } = await first.next(({ data }) => !data.replay)
    await first.close()
    for (const value of ['missed 1', 'missed 2']) await notify(account, value)
    const second = await listen(running.url, account.token, { 'last-event-id': id })
    await notify(account, 'live')
    expect(await settled(second, account)).toEqual(['missed 1', 'missed 2', 'live'])
  })

  it('hears all of it, however much it is', async () => {
    const account = await seller()
    const { ownerId } = account
    await notify(account, 'first')
    const [first] = (
      await running.db.pool.query<{ id: number }>('select max(id) as id from events where owner_id = $1', [
        ownerId,
      ])
    ).rows
    await running.db.pool.query(
      `insert into events (owner_id, channel, value, at) select $1, 'order.sync', jsonb_build_object('value', n::text), now()
       from generate_series(1, 1234) n order by n`,
      [ownerId],
    )
    const stream = await listen(running.url, account.token, { 'last-event-id': String(first?.id) })
    expect(await settled(stream, account)).toEqual(Array.from({ length: 1234 }, (_, at) => String(at + 1)))
  })

  it.each(['', 'x', '-1', '1.5', '9'.repeat(30)])(
    'and says nothing sensible is a new reader: %j',
    async (id) => {
      const account = await seller()
      await notify(account, 'old')
      const stream = await listen(running.url, account.token, { 'last-event-id': id })
      expect(await settled(stream, account)).toEqual([])
    },
  )

  it('loses nothing and hears nothing twice while events come all the time', async () => {
    const account = await seller()
    let told = 0
    let going = true
    const telling = (async () => {
      while (going) await notify(account, String(told++))
    })()
    const heard: string[] = []
    let id: string | undefined
    for (let round = 0; round < 12; round++) {
      const stream = await listen(
        round % 2 ? other.url : running.url,
        account.token,
        id ? { 'last-event-id': id } : {},
      )
      await stream.next(({ data }) => !data.replay)
      await stream.close()
      heard.push(...valuesOf(stream))
      id = stream.live().at(-1)?.id
    }
    going = false
    await telling
    const from = Number(heard[0])
    expect(heard).toEqual(heard.map((_, at) => String(from + at)))
  })

  it('is made to come back when the process itself may have missed something', async () => {
    const account = await seller()
    const stream = await listen(other.url, account.token)
    await notify(account, 'before')
    const { id = '' } = await stream.next(({ data }) => !data.replay)
    const admin = new pg.Client({ connectionString: running.adminUrl })
    await admin.connect()
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'seller-console-listen' and datname = current_database()`)
    await admin.end()
    await notify(account, 'in the gap')
    await stream.ended()
    const again = await listen(other.url, account.token, { 'last-event-id': id })
    expect(await settled(again, account)).toEqual(['in the gap'])
  })
})

describe('who hears what', () => {
  it('hears nothing of another owner, live, retained or missed', async () => {
    const [one, two] = [await seller(), await seller()]
    await notify(one, 'retained')
    const stream = await listen(running.url, two.token, { 'last-event-id': '0' })
    await notify(one, 'live')
    await notify(two, 'own')
    expect(await settled(stream, two)).toEqual(['own'])
    expect(JSON.stringify(stream.events)).not.toMatch(/retained|live/)
  })

  it('hears of the own shops alone', async () => {
    const owner = await seller()
    const mine = await addShop(running, owner.ownerId, `mine${names}`)
    const theirs = await addShop(running, owner.ownerId, `theirs${names}`)
    const staff = { email: `scoped${names}@example.test`, role: 'operator' as const }
    const member = await running.addStaff(owner.ownerId, staff, [mine])
    await notify(owner, 'theirs, retained', theirs, 'shop.sync')
    const stream = await listen(running.url, member.token, { 'last-event-id': '0' })
    await notify(owner, 'theirs', theirs)
    await notify(owner, 'mine', mine)
    await notify(owner, 'of all')
    expect(await settled(stream, owner)).toEqual(['mine', 'of all'])
    expect(JSON.stringify(stream.events)).not.toContain('theirs')
  })

  it('is told by whichever process something happens in', async () => {
    const account = await seller()
    const streams = [await listen(running.url, account.token), await listen(other.url, account.token)]
    await other.db.asOwner(account.ownerId, async (tx) =>
      saveEvent(tx, {
        ownerId: account.ownerId,
        channel: 'store.add',
        shopId: null,
        value: { value: 'there' },
      }),
    )
    await notify(account, 'here')
    for (const stream of streams) expect(await settled(stream, account)).toEqual(['there', 'here'])
  })

  it('hears no more after the sign-out, in any process, while others of the account go on', async () => {
    const account = await seller()
    const elsewhere = await call(running.url, 'POST /authorization', {
      email: `seller${names}@example.test`,
      password: 'correct horse',
    })
    const kept = await listen(running.url, elsewhere.at('access_token'))
    const ending = [await listen(running.url, account.token), await listen(other.url, account.token)]
    await account.call('DELETE /authorization')
    for (const stream of ending) await stream.ended(3)
    await notify(account, 'after')
    expect(await settled(kept, account)).toEqual(['after'])
    for (const stream of ending) expect(valuesOf(stream)).toEqual([])
  })

  it('is told by rights: of orders, payouts, products and customer levels as far as the pages show them', async () => {
    const owner = await seller()
    const email = (name: string) => `${name}${names}@example.test`
    const packer = await running.addStaff(owner.ownerId, { email: email('packer'), role: 'operator' })
    const editor = await running.addStaff(owner.ownerId, { email: email('editor'), role: 'catalogue' })
    const change = { shop_id: 1, created: 1, updated: 0, ids: [77] }
    const channels = [
      'order.sync',
      'settlement.change',
      'product.sync',
      'product.add',
      'customer.rank',
    ] as const
    const notifyAll = () =>
      running.db.asOwner(owner.ownerId, async (tx) => {
        const event = { ownerId: owner.ownerId, shopId: null }
        saveEvent(tx, { ...event, channel: 'order.change', value: change })
        for (const channel of channels) saveEvent(tx, { ...event, channel, value: { value: channel } })
        saveEvent(tx, { ...event, channel: 'shop.sync', value: { value: 'end' } })
      })
    await notifyAll()
    const heard = async ({ token }: Account) => {
      const stream = await listen(running.url, token)
      await notifyAll()
      await stream.next(({ channel, data }) => channel === 'shop.sync' && !data.replay)
      const said = ({ channel, data }: (typeof stream.events)[number]) =>
        channel === 'order.change' ? (data.value as typeof change).ids : channel
      const told = (isReplay: boolean) =>
        stream.events
          .filter(({ data }) => data.replay === isReplay && data.value !== null)
          .map(said)
          .filter((one) => !['shop.sync', 'notification.change', 'store.add'].includes(String(one)))
      expect(new Set(told(true))).toEqual(new Set(told(false)))
      return told(false)
    }
    expect(await heard(owner)).toEqual([[77], ...channels])
    expect(await heard(packer)).toEqual([[77], 'order.sync', 'product.sync', 'product.add'])
    expect(await heard(editor)).toEqual([[], 'product.sync', 'product.add'])
  })
})

describe('a reader who does not read', () => {
  it('is let go when the session ends, and everybody else goes on', async () => {
    const account = await seller()
    const elsewhere = await call(running.url, 'POST /authorization', {
      email: `seller${names}@example.test`,
      password: testPassword,
    })
    const uncaught: unknown[] = []
    const note = (error: unknown) => uncaught.push(error)
    process.on('uncaughtExceptionMonitor', note)

    const { port, hostname } = new URL(running.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const request = once(running.app!.server, 'request') as Promise<[IncomingMessage, ServerResponse]>
    socket.write(
      `GET /api/v2/realtime/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${account.token}\r\n\r\n`,
    )
    const [, response] = await request
    await once(socket, 'data')
    socket.pause()
    // Until what the system takes is full, and a part waits in this process.
    const kept = await listen(running.url, elsewhere.at('access_token'))
    const large = 'x'.repeat(60_000)
    while (response.writableLength === 0) {
      await notify(account, large)
      await settled(kept, account)
    }
    await call(running.url, 'DELETE /authorization', undefined, { authorization: `Bearer ${account.token}` })
    await until('the stream to end', async () => response.writableEnded)
    for (const value of ['after 1', 'after 2', 'after 3']) await notify(account, value)
    expect((await settled(kept, account)).slice(-3)).toEqual(['after 1', 'after 2', 'after 3'])
    await until('the socket to be closed', async () => response.destroyed)
    process.off('uncaughtExceptionMonitor', note)
    expect(uncaught).toEqual([])
    socket.destroy()
  })
})
