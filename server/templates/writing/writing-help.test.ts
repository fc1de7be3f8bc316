/** Writing help over real HTTP: what is asked of the model, what is made of its answers, and how its failures are told. */
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  linkShop,
  startTestConsole,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { uploadPhoto } from '../../../test/steps/template-photo.ts'
import { fails, hangs, says, startStubModel, type StubModel } from '../../../test/steps/stub-model.ts'

let model: StubModel
let running: TestConsole
let seller: Account
let shopee: number
let templateId: number
let names = 0

beforeAll(async () => {
  model = await startStubModel()
  running = await startTestConsole({
    environment: {
      AI_BASE_URL: `${model.url}/`,
      AI_API_KEY: 'hush',
      AI_MODEL: 'tiny',
      AI_TIMEOUT_SECONDS: '1',
      AI_DAILY_LIMIT: '12',
    },
  })
  seller = await running.signUp('writer')
  shopee = await linkShop(running.sandbox.url, seller, 727720655, { code: 'shopee', id: 2 })
})
afterAll(async () => {
  await running?.stop()
  await model?.close()
})

beforeEach(async () => {
  model.calls.length = 0
  names += 1
  const created = await seller.call('POST /product-template', {
    platform_ids: [2],
    name: 'Furoshiki cloth',
    long_description: '<p>Soft cotton, 70 cm.</p>',
  })
  templateId = created.at('data.id')
  await running.db.asOwner(seller.ownerId, (tx) =>
    sql`delete from writing_help_days where owner_id = ${seller.ownerId}`.execute(tx),
  )
})

const ask = (body: object, account = seller, language = 'en') =>
  account.call(`POST /product-template/${templateId}/writing-help`, body, { 'x-localization': language })

describe('a suggestion', () => {
  it('shows the old and the new text, and changes nothing', async () => {
    model.answer(
      says('<think>Hm {x}</think>```json\n{"name": "Furoshiki wrapping cloth of soft cotton, 70 cm"}\n```'),
    )
    const reply = await ask({ task: 'name' })
    expect([reply.status, reply.body]).toEqual([200, expect.anything()])
    expect(reply.at('data')).toEqual({
      texts: [
        {
          field: 'name',
          before: 'Furoshiki cloth',
          after: 'Furoshiki wrapping cloth of soft cotton, 70 cm',
        },
      ],
      attributes: [],
      alt_texts: [],
      left_today: 11,
    })
    expect((await seller.call(`GET /product-template/${templateId}`)).at('data.name')).toBe('Furoshiki cloth')
    const [call] = model.calls
    expect(call).toMatchObject({ key: 'Bearer hush', model: 'tiny' })
    expect(JSON.parse(call?.material ?? '')).toEqual({
      name: 'Furoshiki cloth',
      short_description: '',
      description: 'Soft cotton, 70 cm.',
      variations: [],
      categories: [],
    })
    expect((await seller.call('GET /product-template/writing-help')).at('data')).toEqual({
      is_on: true,
      left_today: 11,
    })
  })

  it('of a description is clean HTML', async () => {
    model.answer(says({ description: '<p onclick="x()">Soft <script>alert(1)</script>cotton</p>' }))
    const after = (await ask({ task: 'description' })).at<string>('data.texts.0.after')
    expect(after).toContain('cotton')
    expect(after).not.toMatch(/script|onclick/)
  })

  it('translates name and descriptions, and leaves what stays the same', async () => {
    model.answer(says({ name: '風呂敷', short_description: '', description: '<p>Soft cotton, 70 cm.</p>' }))
    expect((await ask({ task: 'translation', language: 'jp' })).at('data.texts')).toEqual([
      { field: 'name', before: 'Furoshiki cloth', after: '風呂敷' },
    ])
    expect(model.calls[0]?.system).toContain('Japanese')
  })

  it('fills attributes that the category asks for with values that the channel knows', async () => {
    await seller.call(`GET /attributes/shopee?shop_id=${shopee}&category_id=100637`)
    const detail = await seller.call(`GET /product-template/${templateId}`)
    const step = {
      ...detail.at<object>('data.shops.0'),
      platform_category_id: '100637',
      cate_name_en: 'Cloth',
    }
    const { id: _, platform_id: __, ...content } = step as { id?: number; platform_id?: number }
    const saved = await seller.call('POST /shop-product-template', {
      product_template_id: templateId,
      shops: [content],
      updated_at: detail.at('data.version'),
    })
    expect([saved.status, saved.body]).toEqual([200, expect.anything()])
    model.answer((reply, call) => {
      const { attributes } = JSON.parse(call.material) as {
        attributes: { name: string; options: string[] }[]
      }
      const [first, second] = attributes
      const values = {
        [first?.name ?? '']: first?.options[0]?.toUpperCase(),
        [second?.name ?? '']: 'Moon dust',
      }
      return says({ values: { ...values, Unknown: 'x' } })(reply, call)
    })
    const reply = await ask({ task: 'attributes', shop_id: shopee })
    expect([reply.status, reply.body]).toEqual([200, expect.anything()])
    const found = reply.at<{ value: string; value_id: string | null }[]>('data.attributes')
    expect(found[0]?.value_id).toEqual(expect.any(String))
    // A value that the channel does not know is not among them.
    for (const { value_id: id, value } of found) expect(id === null ? value : 'known').not.toBe('x')
  })

  it('of alternative texts sees small copies of the pictures', async () => {
    const noPicture = await ask({ task: 'alt_texts' })
    expect([noPicture.status, noPicture.at('invalid_fields')]).toEqual([
      422,
      { images: 'Upload a photo first' },
    ])
    const photos = await Promise.all(
      ['#336699', '#993366'].map((colour) => uploadPhoto(running, seller, colour)),
    )
    const [front, back] = photos
    const elsewhere = { image_id: null, image_url: 'https://photos.example/kept-there.jpg' }
    await seller.call(`PUT /product-template/${templateId}`, {
      images: [{ ...front, alt: 'A blue cloth' }, back, elsewhere],
    })
    model.answer(says({ alt_texts: ['A blue cloth', 'A red cotton cloth around a box'] }))
    const reply = await ask({ task: 'alt_texts' })
    expect([reply.status, reply.at('data.alt_texts')]).toEqual([
      200,
      [{ image_url: back?.image_url, before: '', after: 'A red cotton cloth around a box' }],
    ])
    const sizes = model.calls[0]?.pictures.map((url) =>
      sharp(Buffer.from(url.replace('data:image/jpeg;base64,', ''), 'base64')).metadata(),
    )
    expect(await Promise.all(sizes ?? [])).toMatchObject([{ width: 512 }, { width: 512 }])
    // One answer too few cannot be told apart.
    model.answer(says({ alt_texts: ['A blue cloth'] }))
    expect((await ask({ task: 'alt_texts' })).at('code')).toBe('writing_help_unreadable')
  })

  it('knows nothing of buyers, and is noted in the audit log', async () => {
    model.answer(says({ name: 'Furoshiki wrapping cloth of cotton' }))
    await ask({ task: 'name' })
    const log = await seller.call('GET /audit-logs?limit=5')
    expect(JSON.stringify(log.body)).toContain('template.suggest')
    expect(JSON.stringify(model.calls)).not.toMatch(/@|buyer|phone/i)
  })
})

describe('a failure', () => {
  it.each([
    ['a time-out', hangs, 504, 'The writing service took too long. Try again.'],
    [
      'a refusal',
      says('', { refusal: 'no' }),
      502,
      'The writing service declined to write about this product',
    ],
    ['a busy endpoint', fails(429), 503, 'The writing service is busy. Try again in a minute.'],
    ['a wrong key', fails(401), 502, 'The writing service did not accept the request.'],
    ['an endpoint that is down', fails(500), 502, 'The writing service could not be reached.'],
    ['nonsense', says('I cannot say {'), 502, 'The writing service sent an answer that could not be used.'],
    [
      'another shape',
      says({ title: 'x' }),
      502,
      'The writing service sent an answer that could not be used.',
    ],
    ['no completion', (reply) => void reply.end('<html>'), 502, 'The writing service sent an answer'],
    [
      'a redirect',
      (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      502,
      'The writing',
    ],
    [
      'an endless answer',
      (reply) => void reply.end('x'.repeat(1_100_000)),
      502,
      'The writing service sent an answer',
    ],
  ] as [string, Parameters<StubModel['answer']>[0], number, string][])(
    'is told in plain words: %s',
    async (_, answer, status, message) => {
      model.answer(answer)
      const reply = await ask({ task: 'name' })
      expect([reply.status, reply.at('message')]).toEqual([status, expect.stringContaining(message)])
    },
  )

  it('is told in the language of the reader', async () => {
    model.answer(fails(429))
    expect((await ask({ task: 'name' }, seller, 'vn')).at('message')).toContain('Dịch vụ viết đang bận')
  })

  it('of a template without a text asks nobody', async () => {
    templateId = (await seller.call('POST /product-template', { platform_ids: [2] })).at('data.id')
    const reply = await ask({ task: 'name' })
    expect([reply.status, reply.at('invalid_fields')]).toEqual([
      422,
      { name: 'Write a name or a description first' },
    ])
    expect(model.calls).toEqual([])
  })
})

describe('the account', () => {
  it('has its own limit, which many at once cannot pass', async () => {
    model.answer(says({ name: 'Furoshiki wrapping cloth of cotton' }))
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask({ task: 'name' })))
    const by = Map.groupBy(replies, ({ status }) => status)
    expect([by.get(200)?.length, by.get(429)?.length]).toEqual([12, 8])
    expect(model.calls).toHaveLength(12)
    expect((await ask({ task: 'name' })).at('message')).toContain('used up')
  })

  it('sees only its own templates, and needs the permission to edit', async () => {
    const stranger = await running.signUp(`stranger${names}`)
    expect((await ask({ task: 'name' }, stranger)).status).toBe(404)
    const email = `viewer${names}@example.test`
    const viewer = await running.addStaff(seller.ownerId, { email, name: 'Viewer', role: 'viewer' }, [])
    expect((await ask({ task: 'name' }, viewer)).status).toBe(403)
    expect(model.calls).toEqual([])
  })

  it('decides nothing about the address', async () => {
    for (const more of [{ base_url: 'http://127.0.0.1:1' }, { model: 'other' }])
      expect((await ask({ task: 'name', ...more })).status).toBe(422)
  })
})

it('is off unless it is set up', async () => {
  const plain = await startTestConsole({ role: 'web' })
  try {
    const owner = await plain.signUp('plain')
    expect((await owner.call('GET /product-template/writing-help')).at('data')).toEqual({
      is_on: false,
      left_today: 0,
    })
    const id = (await owner.call('POST /product-template', { platform_ids: [2], name: 'Cloth' })).at<number>(
      'data.id',
    )
    const reply = await owner.call(`POST /product-template/${id}/writing-help`, { task: 'name' })
    expect([reply.status, reply.at('code')]).toEqual([409, 'writing_help_off'])
  } finally {
    await plain.stop()
  }
})
