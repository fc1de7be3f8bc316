/** Callers of /hooks are untrusted until their signature is verified, and may send anything. */
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../test/start-test-console.ts'

const malaysia = 727720655

let running: TestConsole
let admin: pg.Client
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  seller = await running.signUp('seller')
  await linkShop(running.sandbox.url, seller, malaysia)
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

const pushOf = (order: string, shop = malaysia) =>
  JSON.stringify({ code: 3, shop_id: shop, timestamp: 1, data: { ordersn: order, status: 'READY_TO_SHIP' } })

function signed(body: string, key = running.config.channels.shopee?.app.SHOPEE_PARTNER_KEY ?? ''): string {
  const { pushUrl } = running.config.channels.shopee ?? {}
  return createHmac('sha256', key).update(`${pushUrl}|${body}`).digest('hex')
}

async function push(body: string, headers: Record<string, string>, channel = 'shopee'): Promise<number> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
  return (await fetch(`${running.url}/hooks/${channel}`, init)).status
}

async function noted(): Promise<string[]> {
  const { rows } = await admin.query<{ sn: string }>('select channel_id as sn from stale_ids order by 1')
  return rows.map(({ sn }) => sn)
}

describe('a push', () => {
  it('with the right signature notes its order', async () => {
    const body = pushOf('TRUE1')
    expect(await push(body, { authorization: signed(body) })).toBe(200)
    expect(await noted()).toEqual(['TRUE1'])
  })

  it('does not put off the turn of the one before it', async () => {
    const turn = async () => {
      const { rows } = await admin.query<{ at: Date; priority: number }>(
        'select run_at as at, priority from graphile_worker.jobs where key like $1',
        ['%/sync-orders:%'],
      )
      return rows
    }
    await admin.query("update graphile_worker._private_jobs set run_at = now() - interval '1 minute'")
    const before = await turn()
    expect(before).toHaveLength(1)
    const body = pushOf('TRUE1')
    expect(await push(body, { authorization: signed(body) })).toBe(200)
    expect(await turn()).toEqual(before)
  })

  it('with a wrong signature is refused and notes nothing', async () => {
    const body = pushOf('FALSE1')
    const right = signed(body)
    const wrong = [
      '',
      'x',
      right.slice(0, -1),
      `${right}0`,
      right.toUpperCase(),
      `Bearer ${right}`,
      signed(body, 'another key'),
      signed(pushOf('FALSE2')),
      createHmac('sha256', '').update(body).digest('hex'),
    ]
    for (const authorization of wrong)
      expect([authorization, await push(body, { authorization })]).toEqual([authorization, 401])
    expect(await push(body, {})).toBe(401)
    expect(await noted()).toEqual(['TRUE1'])
  })

  it.each(['lazada', 'tiktok', 'website', 'web-store', 'pos'])(
    'without a signature is refused on every channel: %s',
    async (code) => {
      expect(await push(pushOf('FALSE1'), {}, code)).toBe(401)
      expect(await push('', {}, code)).toBe(401)
      expect(await noted()).toEqual(['TRUE1'])
    },
  )

  it('for a shop that is not linked here is taken and forgotten', async () => {
    const body = pushOf('STRANGE1', 4_242_424)
    expect(await push(body, { authorization: signed(body) })).toBe(200)
    expect(await noted()).toEqual(['TRUE1'])
  })

  it.each(['', 'null', '[]', '{', '{"code":"3"}', '{"code":3}', '\u0000', '{"code":3,"shop_id":"x"}'])(
    'of our own channel that makes no sense is taken and forgotten: %j',
    async (body) => {
      expect(await push(body, { authorization: signed(body) })).toBe(200)
      expect(await noted()).toEqual(['TRUE1'])
    },
  )

  it('to a channel that does not exist is not there', async () => {
    expect(await push('{}', {}, 'nowhere')).toBe(404)
  })
})

describe('a body of 50 MB', () => {
  const size = 50 * 1024 * 1024

  /** Sends until the console has had enough. With a length it says beforehand how much comes. */
  function flood(path: string, headers: Record<string, string>): Promise<{ status: number; sent: number }> {
    return new Promise((resolve, reject) => {
      const chunk = Buffer.alloc(64 * 1024, 'x')
      let sent = 0
      let isOver = false
      const call = request(running.url + path, { method: 'POST', headers }, (reply) => {
        isOver = true
        reply.resume()
        resolve({ status: reply.statusCode ?? 0, sent })
        call.destroy()
      })
      // The console may hang up before all is sent; then there is nothing more to learn than that.
      call.on('error', (error) => (isOver ? undefined : reject(error)))
      const more = () => {
        while (!isOver && sent < size) {
          sent += chunk.length
          if (!call.write(chunk)) return void call.once('drain', more)
        }
        if (!isOver) call.end()
      }
      more()
    })
  }

  const json = { 'content-type': 'application/json' }
  it.each([
    ['said beforehand', { 'content-length': String(size) }],
    ['of unknown length', { 'transfer-encoding': 'chunked' }],
  ])('%s is refused long before it has all come', async (_, length) => {
    for (const path of ['/hooks/shopee', '/api/v2/shops']) {
      const headers = { ...json, ...length, authorization: `Bearer ${seller.token}` }
      const { status, sent } = await flood(path, headers)
      expect([path, status]).toEqual([path, 413])
      expect(sent).toBeLessThan(size / 2)
    }
    expect((await seller.call('GET /shops')).status).toBe(200)
  })
})

describe('pushes about orders and returns beside a sync that a person asks for', () => {
  const returnPush = (order: string) =>
    JSON.stringify({
      code: 29,
      shop_id: malaysia,
      timestamp: 1,
      data: { order_sn: order, return_sn: `R${order}` },
    })
  const send = (body: string) => push(body, { authorization: signed(body) })
  const shopId = async () => (await seller.call('GET /shops')).at<number>('data.0.id')
  const sync = async (id: number) => (await seller.call(`POST /shops/${id}/sync`)).status

  it('hold no job while they wait for something else', async () => {
    const id = await shopId()
    const other = new pg.Client({ connectionString: running.adminUrl })
    await other.connect()
    await other.query('begin')
    await other.query('select from channel_shops for update')
    const pushed = send(returnPush('HELD1'))
    await until('the push to wait for the row', async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%channel_shops%'`,
      )
      return rowCount === 1
    })
    // With a job of the shop in the push's hand this would wait for it.
    expect(await sync(id)).toBe(202)
    await other.query('commit')
    await other.end()
    expect(await pushed).toBe(200)
  })

  it('are noted together when they come faster than one is written, and a broken one keeps none back', async () => {
    await admin.query('delete from stale_ids')
    const other = new pg.Client({ connectionString: running.adminUrl })
    await other.connect()
    await other.query('begin')
    await other.query('select from channel_shops for update')
    const ids = Array.from({ length: 40 }, (_, n) => `SALE${n}`)
    const pushed = Promise.all(
      [...ids, 'SALE1', 'BROKEN\u0000', 'x'.repeat(5000)].map((id) => send(pushOf(id))),
    )
    await until('the first to wait for the row', async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%channel_shops%'`,
      )
      return rowCount === 1
    })
    await other.query('commit')
    await other.end()
    expect(new Set(await pushed)).toEqual(new Set([200]))
    expect(await noted()).toEqual(expect.arrayContaining([...ids, 'BROKEN']))
    const { rows } = await admin.query('select distinct noted_at from stale_ids')
    expect(rows.length).toBeLessThan(10)
  })

  it('are all taken, sixteen at once', async () => {
    const id = await shopId()
    for (let round = 0; round < 5; round++) {
      const statuses = await Promise.all(
        Array.from({ length: 16 }, (_, n) => {
          if (n % 3 === 0) return send(returnPush(`ROUND${round}N${n}`))
          return n % 3 === 1 ? send(pushOf(`ROUND${round}N${n}`)) : sync(id)
        }),
      )
      expect(statuses.filter((status) => status >= 300)).toEqual([])
    }
  })
})

describe('the answer of a consent page', () => {
  const answer = (body: object) => seller.call('POST /shops/callback', body)
  const open = async () =>
    (await seller.call('GET /shops/authorization-url?platform_id=2')).at<{ url: string; state: string }>(
      'data',
    )

  it('links once, however often it comes', async () => {
    const { url, state } = await open()
    const redirect = new URL(url).searchParams.get('redirect')
    const action = { redirect: redirect ?? 'http://console.test/setting/channels', shop_id: 727720901, state }
    const { location } = (await running.control('authorize', action)) as { location: string }
    const callback = Object.fromEntries(new URL(location).searchParams)
    const answers = await Promise.all([answer(callback), answer(callback), answer(callback)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410, 410])
    expect((await answer(callback)).at('code')).toBe('link_expired')
  })

  it.each([{}, { state: '' }, { state: 'made-up' }, { state: "' or true --" }])(
    'is refused with a state that is none: %j',
    async (state) => {
      const refused = await answer({ code: 'c', shop_id: '1', ...state })
      expect([refused.status, refused.at('code')]).toEqual([410, 'link_expired'])
    },
  )

  it('is refused half an hour after the page was opened', async () => {
    const { state } = await open()
    await admin.query(
      `update link_states set created_at = now() - interval '31 minutes' where used_at is null`,
    )
    expect((await answer({ code: 'c', shop_id: '1', state })).at('code')).toBe('link_expired')
  })
})
