/** Writers of a template wait for the check of all its shops, and for the search of a channel's categories. */
import { emptySku } from '../model/product-template.ts'
import { noRules, type CategoryAttribute } from '../model/category.ts'
import type { Language } from '../model/language.ts'
import { saveCategories } from '../server/catalog/category-store.ts'
import { saveFact } from '../server/catalog/channel-facts-store.ts'
import { openDatabase, type Database } from '../server/db/database.ts'
import { saveLinkedShop } from '../server/shops/shops-store.ts'
import { freePort } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { inCopy } from './first-sync.ts'
import { measureCalls, signIn } from './measure.ts'
import { startConsoleProcess } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail, createBenchOwner } from './seed-orders.ts'

const platformIds = [1, 2, 4, 5, 6]
const languages: Language[] = ['en', 'jp', 'vn', 'my']
const nodes = 10_000
const variants = 100
const category = '9999'
/** The end of a name, which one node in a thousand has. */
const keyword = 'leaf%20777'

export function benchTemplateForms(bench: Bench): Promise<Table[]> {
  return inCopy(
    bench,
    undefined,
    async (database) => {
      const ownerId = await createBenchOwner(bench.server, database, bigOwnerEmail)
      const db = openDatabase(bench.server.url(database), { connections: 2 })
      const shopIds = await linkShops(db, ownerId)
      await db.close()
      const web = await startConsoleProcess('web', bench.server.url(database), { port: await freePort() })
      try {
        const token = await signIn(web.url, bigOwnerEmail, benchPassword)
        const id = await writeTemplate(web.url, token, shopIds)
        const { seconds } = bench.options
        const timesOf = async (name: string, bar: number, path: string) => {
          const calls = Array.from({ length: 1000 }, () => ({ method: 'GET', path }))
          const { p50, p95 } = await measureCalls(web.url, calls, { seconds, token, isOnce: false })
          bench.report(`${name}: p95 ${p95.toFixed(1)} ms`)
          return [name, p50, p95, bar]
        }
        const rows = [
          await timesOf(
            `check of ${variants} variants in ${platformIds.length} shops`,
            100,
            `/api/v2/product-template/${id}/problems`,
          ),
          await timesOf(
            `categories by words, ${nodes.toLocaleString('en')} in four languages`,
            50,
            `/api/v2/categories?shop_id=${shopIds[0]}&lang=en&keyword=${keyword}`,
          ),
        ]
        const columns = ['', 'p50 ms', 'p95 ms', 'bar ms']
        return [
          { title: 'Writing a template, one connection', command: bench.command('templates'), columns, rows },
        ]
      } finally {
        bench.noteMemory(web)
        await web.stop()
      }
    },
    'templates_run',
  )
}

/** One shop of each channel, all with the same tree of categories. */
async function linkShops(db: Database, ownerId: string): Promise<number[]> {
  const shopIds: number[] = []
  for (const platformId of platformIds) {
    const channelShopId = `bench-${platformId}`
    await db.asOwner(ownerId, async (tx) => {
      const { shopId } = await saveLinkedShop(tx, ownerId, platformId, {
        channelShopId,
        name: `Shop ${platformId}`,
        currency: 'MYR',
        region: 'MY',
        credentials: {
          channelShopId,
          accessToken: '',
          refreshToken: '',
          accessExpiresAt: new Date(),
          refreshExpiresAt: new Date(),
        },
      })
      shopIds.push(shopId)
      const key = { ownerId, shopId }
      for (const language of languages) await saveCategories(tx, key, language, madeTree(language))
      for (const language of [...languages, ''] as const) {
        const fact = { key: category, language }
        await saveFact(tx, key, { kind: 'attributes', ...fact }, madeAttributes())
        await saveFact(tx, key, { kind: 'rules', ...fact }, noRules)
      }
    })
  }
  return shopIds
}

/** A hundred branches of a hundred leaves. */
function madeTree(language: string) {
  return Array.from({ length: nodes }, (_, at) => ({
    channelCategoryId: String(at),
    parentId: at % 100 === 0 ? null : String(at - (at % 100)),
    name: `${language} leaf ${at}`,
    isLeaf: at % 100 !== 0,
    isDisabled: false,
  }))
}

function madeAttributes(): CategoryAttribute[] {
  return Array.from({ length: 30 }, (_, at) => ({
    channelAttributeId: `a${at}`,
    name: `Attribute ${at}`,
    isRequired: at < 10,
    isVariant: false,
    input: 'select',
    isFreeText: false,
    options: Array.from({ length: 100 }, (_one, place) => ({ id: `${place}`, name: `Value ${place}` })),
    units: [],
    mostValues: 1,
  }))
}

async function writeTemplate(origin: string, token: string, shopIds: number[]): Promise<number> {
  const call = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(`${origin}/api/v2${path}`, { method, headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as { data: { id: number; shops: { id: number; shop_id: number }[] } }
  }
  const { data } = await call('POST', '/product-template', {
    platform_ids: platformIds,
    shop_ids: shopIds,
    name: 'Lantern of paper for the garden and the house',
    long_description: `<p>${'Soft light for evenings in the garden. '.repeat(40)}</p>`,
    variant_names: ['Colour', 'Size'],
    skus: Array.from({ length: variants }, (_, at) => ({
      ...emptySku([`Colour ${at % 10}`, `Size ${Math.floor(at / 10)}`]),
      seller_sku: `LANTERN-${at}`,
      price: 20 + at / 10,
      quantity: 5,
    })),
  })
  const attributes = Array.from({ length: 30 }, (_, at) => ({
    attribute_id: `a${at}`,
    name: `Attribute ${at}`,
    value_id: '7',
    value: 'Value 7',
    unit: null,
  }))
  for (const step of data.shops)
    await call('PUT', `/shop-product-template/${step.id}`, {
      platform_category_id: category,
      required_attributes: attributes,
    })
  return data.id
}
