/** Requests made at random, by somebody who knows the ids of another account. More of them: `npm run fuzz`. */
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, startTestConsole, testPassword, type TestConsole } from '../start-test-console.ts'
import { expectContract } from '../contract.ts'
import { seeded } from '../steps/stored-orders.ts'
import { randomRequest, type KnownIds, type MadeRequest } from '../steps/random-request.ts'
import { settleOwner, type Owned } from '../steps/settled-owner.ts'
import { openapiDocument } from '../../server/http/openapi.ts'

const count = Number(process.env.FUZZ_REQUESTS ?? 900)
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)

let running: TestConsole
let admin: pg.Pool
let mine: Owned
let theirs: Owned

/** Words that are in all of the other account's data, and in no request of these tests. */
const foreignWords = /quokka|xochitl/i
/** Long enough for a busy machine, and no answer at all would take longer. */
const hangMs = 20_000

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Pool({ connectionString: running.adminUrl })
  mine = await settleOwner(running, 'mine', 'Aoi')
  theirs = await settleOwner(running, 'quokka', 'Xochitl')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

async function tablesWith(column: string): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = $1 order by 1`,
    [column],
  )
  return rows.map(({ name }) => name)
}

async function idsOf(ownerId: string): Promise<number[]> {
  const owned = new Set(await tablesWith('owner_id'))
  const ids = new Set<number>()
  for (const table of (await tablesWith('id')).filter((name) => owned.has(name))) {
    const { rows } = await admin.query<{ id: number }>(`select id from ${table} where owner_id = $1`, [
      ownerId,
    ])
    for (const { id } of rows) ids.add(Number(id))
  }
  return [...ids]
}

/** Returns the rows of an account, table by table. */
async function holdings(ownerId: string): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {}
  for (const table of await tablesWith('owner_id')) {
    const { rows } = await admin.query<{ sum: string | null }>(
      `select md5(string_agg(t::text, '' order by t::text)) as sum from ${table} t where owner_id = $1`,
      [ownerId],
    )
    found[table] = rows[0]?.sum ?? null
  }
  return found
}

/** Anew where a request has ended the session. */
async function signInAgain(): Promise<string> {
  await admin.query('delete from sign_in_failures')
  const signIn = { email: 'mine@example.test', password: testPassword }
  return (await call(running.url, 'POST /authorization', signIn)).at<string>('access_token')
}

async function send({ name, body, headers }: MadeRequest, token: string | undefined): Promise<number> {
  const [method, path] = [name.slice(0, name.indexOf(' ')), name.slice(name.indexOf(' ') + 1)]
  const isForm = body instanceof FormData
  const reply = await fetch(`${running.url}/api/v2${path}`, {
    method,
    signal: AbortSignal.timeout(hangMs),
    headers: {
      'x-localization': 'en',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  expect(text).not.toMatch(foreignWords)
  const isJson = reply.headers.get('content-type')?.includes('json')
  const answer = isJson && text ? (JSON.parse(text) as unknown) : text
  expectContract(method, path, reply, answer)
  // Some ask a channel or a courier, and the shops of these tests are none that anybody knows.
  const code = (answer as { code?: string } | null)?.code ?? ''
  if (!/^(?:channel|courier|waybill)_/.test(code)) expect(reply.status).toBeLessThan(500)
  return reply.status
}

it(`answers ${count} requests made at random (seed ${seed}), without a failure or a word of another account`, async () => {
  const ids: KnownIds = {
    own: await idsOf(mine.account.ownerId),
    foreign: await idsOf(theirs.account.ownerId),
  }
  expect(ids.own.length).toBeGreaterThan(40)
  expect(ids.foreign.length).toBeGreaterThan(40)
  const before = await holdings(theirs.account.ownerId)
  expect(Object.values(before).filter(Boolean).length).toBeGreaterThan(30)

  const random = seeded(seed)
  const document = openapiDocument()
  const statuses = new Map<number, number>()
  let { token } = mine.account
  let left = count
  const worker = async () => {
    while (left-- > 0) {
      const at = count - left
      const request = randomRequest(random, document, ids)
      const isStranger = random() < 0.03
      const used = isStranger ? undefined : token
      const status = await send(request, used).catch((error: unknown) => {
        const what = `${request.name} ${JSON.stringify(request.body)}`.slice(0, 2000)
        throw new Error(`request ${at} of seed ${seed}: ${what}`, { cause: error })
      })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 401 && used === token) token = await signInAgain()
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))

  for (const status of [200, 401, 404, 422])
    expect([status, statuses.get(status)]).toEqual([
      status,
      expect.toSatisfy((times: number) => times > count / 100),
    ])
  expect(await holdings(theirs.account.ownerId)).toEqual(before)
}, 1_800_000)
