/** Forbidden words over real HTTP: a template with one is not published, and counts as unfinished in the list. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { emptySku } from '../../../model/product-template.ts'
import {
  linkStore,
  startTestConsole,
  until,
  type Account,
  type TestConsole,
} from '../../../test/start-test-console.ts'
import { uploadPhoto } from '../../../test/steps/template-photo.ts'

let running: TestConsole
let seller: Account
let website: number

beforeAll(async () => {
  running = await startTestConsole()
  seller = await running.signUp('seller')
  website = await linkStore(running.sandbox.url, seller, 'aoi-gifts')
})
afterAll(() => running?.stop())
beforeEach(() => forbid())

type Word = { word: string; platform_ids?: number[] }

async function forbid(...words: Word[]): Promise<void> {
  const body = { words: words.map(({ word, platform_ids = [] }) => ({ word, platform_ids })) }
  const saved = await seller.call('PUT /settings/forbidden-words', body)
  expect([saved.status, saved.body]).toEqual([200, expect.anything()])
}

/** Writes a template that the website accepts. */
async function writeTemplate(name: string, about = 'Soft and strong cotton for gifts. '): Promise<number> {
  const made = await seller.call('POST /product-template', {
    platform_ids: [4],
    name,
    long_description: `<p>${about.repeat(4)}</p>`,
    images: [await uploadPhoto(running, seller, '#336699')],
    skus: [{ ...emptySku([]), seller_sku: name, price: 19.9, quantity: 12 }],
    package_weight: 1,
    package_length: 30,
    package_width: 20,
    package_height: 5,
  })
  const tree = await seller.call(`GET /categories?shop_id=${website}&tree=1`)
  const leaf = tree.at<{ id: string; is_leaf: boolean }[]>('data').find((row) => row.is_leaf)
  const step = made.at<number>('data.shops.0.id')
  await seller.call(`PUT /shop-product-template/${step}`, { platform_category_id: leaf?.id })
  return made.at<number>('data.id')
}

const problemsOf = async (id: number, language = 'en') => {
  const read = await seller.call(`GET /product-template/${id}/problems`, undefined, {
    'x-localization': language,
  })
  return read.at<{ path: string; key: string; message: string; platform_id: number | null }[]>('data')
}
const statusOf = async (id: number) =>
  (await seller.call(`GET /product-template/${id}`)).at<string>('data.status.code')

it('are refused in a template, in each language, until they are gone or allowed again', async () => {
  const id = await writeTemplate('Furoshiki cloth, Best Ever quality')
  expect(await problemsOf(id)).toEqual([])
  await forbid(
    { word: 'best  ever' },
    { word: '偽物', platform_ids: [4] },
    { word: 'cotton', platform_ids: [2] },
  )
  const [problem, ...others] = await problemsOf(id)
  expect(others).toEqual([])
  expect(problem).toMatchObject({
    path: 'name',
    key: 'error.name.forbidden_word',
    message: 'Remove best ever: your account forbids it in listings',
    platform_id: null,
  })
  expect((await problemsOf(id, 'vi'))[0]?.message).toContain('Hãy bỏ best ever')
  const publish = () => seller.call(`POST /product-template/${id}/upload-to-platform`, {})
  const refused = await publish()
  expect(refused.status).toBe(422)
  expect(refused.at('invalid_fields')).toMatchObject({ name: expect.stringContaining('best ever') as string })
  await forbid()
  expect(await problemsOf(id)).toEqual([])
  expect((await publish()).status).toBe(202)
})

it('make templates unfinished in the list, and finished again, in the background', async () => {
  const id = await writeTemplate('Furoshiki cloth, imitation silk')
  await problemsOf(id)
  expect(await statusOf(id)).toBe('ready')
  await forbid({ word: 'Imitation' })
  await until('the template to be unfinished', async () => (await statusOf(id)) === 'draft')
  await forbid()
  await until('the template to be ready', async () => (await statusOf(id)) === 'ready')
})

it('are one list of the account, each word once, with who wrote it', async () => {
  const words = (who: Account) => who.call('GET /settings/forbidden-words')
  await forbid({ word: 'Replica', platform_ids: [5, 2, 5] })
  expect((await words(seller)).at('data.words')).toMatchObject([
    { word: 'Replica', platform_ids: [2, 5], changed_by: expect.any(String) as string },
  ])
  const stranger = await running.signUp('stranger')
  expect((await words(stranger)).at('data.words')).toEqual([])
  const twice = await seller.call('PUT /settings/forbidden-words', {
    words: ['Sale', 'ＳＡＬＥ'].map((word) => ({ word, platform_ids: [] })),
  })
  expect([twice.status, twice.at('invalid_fields')]).toEqual([
    422,
    { 'words.1.word': 'This word is in the list already' },
  ])
  const blank = await seller.call('PUT /settings/forbidden-words', {
    words: [{ word: ' ', platform_ids: [] }],
  })
  expect(blank.status).toBe(422)
  expect((await words(seller)).at<unknown[]>('data.words')).toHaveLength(1)
})
