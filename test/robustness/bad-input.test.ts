import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, startTestConsole, type Account, type Answer, type TestConsole } from '../start-test-console.ts'
import { endpointAt } from '../contract.ts'
import { hostileTexts, hostileValues, search } from '../steps/hostile.ts'
import { addressOf, addShop, orderOf, putOrders } from '../steps/stored-orders.ts'
import { bodies, queries } from '../steps/sample-requests.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'

let running: TestConsole
let seller: Account

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  seller = await running.signUp('seller')
  const shopId = await addShop(running, seller.ownerId, 'shop')
  const address = addressOf({ name: '田中 ケンジ', phone: '+60 12-345 6789' })
  await putOrders(running, seller.ownerId, shopId, [
    orderOf({ channelOrderId: '2603050A', address }),
    orderOf({ channelOrderId: '2603050B', address: addressOf({ name: "O'Brien \\ & (Sons)" }) }),
  ])
})
afterAll(() => running?.stop())

/** Long enough for a busy machine, and no answer at all would take longer. */
const hangMs = 20_000

/** Sends a request and checks that our own answer arrives in time. Every call checks the form of the answer. */
async function send(name: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
  const start = performance.now()
  const answer = await seller.call(name, body, headers)
  // Some ask a channel, and the shop of these tests is none that a channel knows.
  if (!['channel_refused', 'channel_unreachable'].includes(answer.at('code')))
    expect(answer.status, `${name} ${JSON.stringify(body)}`).toBeLessThan(500)
  expect(performance.now() - start, `time of ${name}`).toBeLessThan(hangMs)
  return answer
}

let turn = 0
/** Texts that a database, a search or an address may take for something else: where a field lets them through, all are sent. */
const alwaysSent = new Set<unknown>([
  '\u0000',
  'a\u0000b',
  'a\udc00b',
  "'; drop table orders; --",
  '\\',
  '%',
  '&|!:*()<->',
])
/**
 * Of what the form of a field lets through eight further values, of what it refuses three: all of these are refused at the same place.
 * The next field gets the next ones.
 */
function worthSending<T>(values: readonly T[], isRefused: (value: T) => boolean): T[] {
  const first = turn++
  const nextOf = (some: T[], count: number) =>
    some.length <= count
      ? some
      : Array.from({ length: count }, (_, at) => some[(first * count + at) % some.length] as T)
  const passed = values.filter((value) => !isRefused(value))
  return [
    ...passed.filter((value) => alwaysSent.has(value)),
    ...nextOf(
      passed.filter((value) => !alwaysSent.has(value)),
      8,
    ),
    ...nextOf(values.filter(isRefused), 3),
  ]
}

const fieldsOf = (answer: Answer) => Object.keys(answer.at<object | undefined>('invalid_fields') ?? {})

const endpoints = Object.entries(allEndpoints).map(([name, each]) => {
  const endpoint: Endpoint = each
  return { name: name.replaceAll(/\{\w+\}/g, '1'), key: name, endpoint }
})
/** Calls that may refuse well-formed input: a wrong password, an address or code in use, an unknown time zone or shop. */
const judged = new Set([
  'POST /users',
  'POST /invite-user',
  'PUT /users/change-password',
  'PUT /settings/account',
  'POST /account/deletion',
  'POST /sales-areas',
  'POST /sku-centers',
  'POST /users/second-factor',
  'POST /users/second-factor/recovery-codes',
  'POST /users/second-factor/off',
])
const writes = endpoints.filter(({ key }) => !key.startsWith('GET'))

describe('bodies', () => {
  it('have a sample here for every endpoint that takes one', () => {
    const missing = endpoints.filter(
      ({ key, endpoint }) => endpoint.body && !endpoint.body.safeParse(bodies[key]).success,
    )
    expect(missing.map(({ key }) => key)).toEqual([])
  })

  it.each(writes)('that are no JSON: $name', async ({ name }) => {
    for (const text of ['{"a":', '', '{a:1}', '\u0000', '{"a":1}}', "{'a':1}"]) {
      const answer = await send(name, text)
      expect([text, answer.status, fieldsOf(answer)]).toEqual([text, 422, ['body']])
    }
  })

  it.each(writes)('with keys that would reach into objects: $name', async ({ name }) => {
    for (const text of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}']) {
      expect((await send(name, text)).status).toBe(422)
    }
  })

  it.each(writes)('of another type than JSON: $name', async ({ name }) => {
    for (const type of [
      'text/plain',
      'text/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'nonsense',
    ]) {
      const answer = await send(name, '{}', { 'content-type': type })
      expect([type, answer.status, fieldsOf(answer)]).toEqual([type, 422, ['body']])
    }
  })

  it.each(writes)('that are no object: $name', async ({ name }) => {
    for (const body of ['[]', '"text"', '5', 'true', '[{}]']) {
      const answer = await send(name, body)
      expect([body, answer.status, fieldsOf(answer)]).toEqual([body, 422, ['body']])
    }
  })

  it.each(writes)('over a megabyte: $name', async ({ name }) => {
    const answer = await send(name, { filler: 'x'.repeat(1024 * 1024) })
    expect([answer.status, answer.at('code')]).toEqual([413, 'body_too_large'])
  })

  it.each(writes.filter(({ key }) => key !== 'POST /shops/callback'))(
    'with a field that is not known: $name',
    async ({ name, key }) => {
      const answer = await send(name, { ...bodies[key], surprise: 1 })
      expect([answer.status, answer.body]).toEqual([
        422,
        { invalid_fields: { surprise: 'Unknown field "surprise"' }, code: 'validation_failed' },
      ])
    },
  )

  it.each(writes.filter(({ endpoint }) => endpoint.body))(
    'with hostile values in each field: $name',
    async ({ name, key, endpoint }) => {
      const sample = bodies[key] ?? {}
      for (const field of Object.keys(sample)) {
        const isRefused = (value: unknown) => !endpoint.body?.safeParse({ ...sample, [field]: value }).success
        for (const value of worthSending(hostileValues, isRefused)) {
          const body = { ...sample, [field]: value }
          const answer = await send(name, body)
          // Keys of the right form are tried, and what is wrong with them is said beside the field too.
          if (key === 'POST /shops') expect(answer.status).toBe(422)
          else if (judged.has(key)) expect([200, 201, 404, 409, 422, 429]).toContain(answer.status)
          else if (key.includes('/deliveries/integrate/'))
            expect([200, 201, 405, 409, 422]).toContain(answer.status)
          else if (endpoint.body?.safeParse(body).success) expect(answer.status).not.toBe(422)
          else {
            expect([field, value, answer.status]).toEqual([field, value, 422])
            const named = field === 'password' ? [field, 'password_confirmation'] : [field]
            expect(fieldsOf(answer).every((one) => named.includes(one.split('.')[0] ?? ''))).toBe(true)
          }
        }
      }
    },
  )
})

describe('files', () => {
  const told: Record<string, string> = {
    'POST /users/{id}/update-avatar': 'The photo must be 1 MB or smaller',
    'POST /products/{id}/image': 'The image must be 1 MB or smaller',
    'POST /product-template/upload-image': 'The image must be 1 MB or smaller',
    'POST /customers/shortlists/{id}/add-from-file':
      'The file is larger than 2 MB. Split it into several files.',
    'POST /imports/products': 'The file is larger than 20 MB. Split it into several files.',
    'POST /imports/templates': 'The file is larger than 20 MB. Split it into several files.',
  }

  it.each(writes.filter(({ endpoint }) => endpoint.upload))(
    'of 21 MB are refused with the limit of their route: $name',
    async ({ name, key, endpoint }) => {
      const field = endpoint.upload?.field ?? ''
      const form = new FormData()
      form.append(field, new File([new Uint8Array(21 * 1024 * 1024)], 'large'))
      const [method = '', path = ''] = name.split(' ')
      const headers = { authorization: `Bearer ${seller.token}`, 'x-localization': 'en' }
      const reply = await fetch(`${running.url}/api/v2${path}`, { method, body: form, headers })
      expect([reply.status, await reply.json()]).toEqual([
        422,
        expect.objectContaining({ code: 'validation_failed', invalid_fields: { [field]: told[key] } }),
      ])
    },
  )
})

describe('bodies with thousands of unknown keys', () => {
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), 1])))

  it.each([
    ['to a stranger', 'POST /authorization/forgot-password', keys(90_000)],
    ['to a user', 'PUT /users/me', keys(90_000)],
  ])('are told of twenty, %s', async (_, name, body) => {
    const answer = await send(name, body)
    expect([answer.status, fieldsOf(answer).length]).toEqual([422, 20])
    expect(JSON.stringify(answer.body).length).toBeLessThan(4000)
  })
})

describe('queries', () => {
  it.each(endpoints)('with a key that is not known: $name', async ({ name, key }) => {
    const query = search({ ...queries[key], surprise: '1' })
    const answer = await send(`${name}?${query}`, bodies[key])
    expect([answer.status, answer.body]).toEqual([
      422,
      { invalid_fields: { surprise: 'Unknown field "surprise"' }, code: 'validation_failed' },
    ])
  })

  const asked = endpoints.flatMap(({ name, key, endpoint }) =>
    Object.keys(endpoint.query?.shape ?? {}).map((field) => ({ name, key, endpoint, field })),
  )
  it.each(asked)('with hostile values: $name $field', async ({ name, key, endpoint, field }) => {
    const queryOf = (text: string) => ({ ...queries[key], [field]: text.toWellFormed() })
    const isRefused = (text: string) => !endpoint.query?.safeParse(queryOf(text)).success
    for (const text of worthSending(hostileTexts, isRefused)) {
      const answer = await send(`${name}?${search(queryOf(text))}`)
      // Some of what has the right form is refused for what it means.
      if (isRefused(text) || answer.status === 422) {
        expect([field, text, answer.status]).toEqual([field, text, 422])
        expect(fieldsOf(answer)).toEqual(
          expect.arrayContaining([expect.stringMatching(new RegExp(`^${field}(\\.|$)`))]),
        )
      }
    }
    const raw = ['%ED%A0%80', '%ff%fe', '%', '%zz', '&&=&', '%C3%28']
    for (const text of ['%00', ...worthSending(raw, () => true)])
      await send(`${name}?${search(queries[key])}&${field}=${text}`)
  })
})

describe('ids', () => {
  // Categories and attributes have the ids of their channels, which are any text.
  const addressed = endpoints.filter(
    ({ key, endpoint }) =>
      endpoint.params && !/^GET \/(categories|attributes|variants)\/|\/print-agent\//.test(key),
  )
  const ids = [
    '0',
    '-1',
    '1.5',
    'abc',
    '1e3',
    '0x1',
    '１',
    '9'.repeat(16),
    '9'.repeat(17),
    '9'.repeat(300),
    '%00',
    '1%00',
    '1%20',
    '%zz',
    '%ED%A0%80',
    "1'",
    '1;2',
  ]
  it.each(addressed)('that name nothing get 404: $key', async ({ key }) => {
    for (const id of ids) {
      for (const param of key.match(/\{\w+\}/g) ?? []) {
        const name = key.replace(param, id).replaceAll(/\{\w+\}/g, '1')
        const answer = await send(name, bodies[key])
        expect([name, answer.status]).toEqual([name, 404])
      }
    }
  })
})

describe('addresses', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const paths = Map.groupBy(endpoints, ({ key }) => key.split(' ')[1] ?? '')

  it.each([...paths.keys()])('take the methods of the contract alone: %s', async (path) => {
    const known = paths.get(path)?.map(({ key }) => key.split(' ')[0] ?? '') ?? []
    for (const method of methods.filter((one) => !known.includes(one))) {
      for (const body of method === 'GET' ? [undefined] : [undefined, {}, '{"a":']) {
        const answer = await send(`${method} ${path.replaceAll(/\{\w+\}/g, '1')}`, body)
        // GET /orders/star asks for the order with the id "star".
        if (endpointAt(method, path)) {
          const code = body === '{"a":' ? 'validation_failed' : 'not_found'
          expect([method, path, answer.at('code')]).toEqual([method, path, code])
          continue
        }
        expect([method, answer.status, answer.at('code')]).toEqual([method, 405, 'method_not_allowed'])
        expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(known.toSorted())
      }
    }
  })

  it('of the stream and the documents take GET alone', async () => {
    for (const path of ['/realtime/stream', '/openapi.json', '/docs']) {
      const answer = await send(`POST ${path}`, {})
      expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET'])
    }
  })

  it('that are not there say so, whatever is sent to them', async () => {
    for (const path of ['/nope', '/order', '/orders/1/nope', '/orders//filter', '/../v2/nope', '/%zz']) {
      for (const method of methods) {
        const answer = await send(`${method} ${path}`, method === 'GET' ? undefined : '{"a":')
        expect([method, path, answer.status, answer.at('code')]).toEqual([
          method,
          path,
          404,
          'route_not_found',
        ])
      }
    }
    expect((await send('POST /nope', '<a/>', { 'content-type': 'text/xml' })).at('code')).toBe(
      'route_not_found',
    )
  })

  it('under /api answer in JSON, of no version as well', async () => {
    for (const path of ['/api', '/api/', '/api/v1/orders/filter', '/api/v3', '/api/v2']) {
      const reply = await fetch(running.url + path)
      expect([path, reply.status]).toEqual([path, 404])
      expect(await reply.json()).toMatchObject({ code: 'route_not_found' })
    }
  })

  it('answer HEAD as they answer GET', async () => {
    const headers = { authorization: `Bearer ${seller.token}` }
    const reply = await fetch(`${running.url}/api/v2/orders/filter`, { method: 'HEAD', headers })
    expect([reply.status, await reply.text()]).toEqual([200, ''])
  })

  it('keep their door shut before anything else is looked at', async () => {
    for (const { name, key, endpoint } of endpoints.filter((each) => each.endpoint.access !== 'public')) {
      const answer = await call(
        running.url,
        `${name}?surprise=1`,
        endpoint.body ? { ...bodies[key], surprise: 1 } : undefined,
      )
      expect([name, answer.status]).toEqual([name, 401])
    }
  })
})

describe('words', () => {
  it('come in the language that was asked for, by its code and by its ISO name', async () => {
    const expected = {
      jp: ['ja', undefined],
      en: ['en', 'Token is invalid'],
      vn: ['vi', undefined],
      my: ['ms', undefined],
    }
    const seen = new Set<string>()
    for (const [language, [iso, words]] of Object.entries(expected)) {
      for (const header of [language, iso ?? '']) {
        const answer = await call(running.url, 'GET /users/me', undefined, { 'x-localization': header })
        expect(answer.headers.get('content-language')).toBe(iso)
        if (words) expect(answer.at('message')).toBe(words)
        seen.add(answer.at('message'))
      }
    }
    expect(seen.size).toBe(4)
  })

  it.each(['jp', 'en', 'vn', 'my'])('are complete for every refusal: %s', async (language) => {
    const headers = { 'x-localization': language }
    const answers = [
      await send('GET /orders/filter?surprise=1&limit=0&from=x&sort=x&is_star=9', undefined, headers),
      await send('GET /orders/filter?from=0001-01-01', undefined, headers),
      await send('GET /orders/search', undefined, headers),
      await send('PUT /orders/star', {}, headers),
      await send('POST /nope', {}, headers),
      await send('GET /orders/999999', undefined, headers),
    ]
    const words = answers.flatMap((answer) => [
      ...Object.values(answer.at<Record<string, string> | undefined>('invalid_fields') ?? {}),
      ...(answer.at('message') ? [answer.at<string>('message')] : []),
    ])
    expect(words).toHaveLength(11)
    for (const text of words) expect(text).not.toMatch(/^(field|error)\.|\{\w+\}/)
    if (language === 'jp') for (const text of words) expect(text).toMatch(/[\u3040-\u30ff\u4e00-\u9fff]/)
  })
})
