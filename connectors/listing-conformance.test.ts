/**
 * Requirements on every channel folder with products or stock, in addition to conformance.test.ts. Its recorded calls are
 * `listProducts`, `walkProducts`, `getProducts`, `setStock` and `readStock`, in cases.json or in listing-cases.json, and
 * `listings.setPrices`, `listings.setActive`, `listings.edit` and `listings.remove`.
 */
import { describe, expect, test } from 'vitest'
import type { Connector } from './connector.ts'
import type { Listing, ListingOutcome, StockResult } from './stock.ts'
import type { ProductResults } from './products.ts'
import { folders, playCase, readFixtures } from './recorded-cases.ts'
import type { Case, Fixtures, Walk } from './recorded-cases.ts'
import { connectors } from './registry.ts'
import { barcodeOf } from '../model/gtin.ts'
import { isCurrency } from '../model/money.ts'
import type { ChannelOrder } from '../model/order.ts'
import { productStatuses } from '../model/product.ts'
import type { ChannelProduct, ChannelSku } from '../model/product.ts'

const all = folders.map((folder) => ({
  folder,
  connector: connectors.find((candidate) => candidate.code === folder) as Connector,
  fixtures: readFixtures(folder),
}))

test('whoever is told of stock tells of products, whose SKUs the stock is of', () => {
  const stocked = all.filter(({ connector }) => connector.stock)
  expect(stocked.filter(({ connector }) => !connector.products)).toEqual([])
})

describe.each(all.filter(({ connector }) => connector.products))(
  'products of $folder',
  ({ connector, fixtures }) => {
    const cases = succeeding(fixtures, ['listProducts', 'walkProducts', 'getProducts'])

    test('are recorded page by page, by id, since a time, and with a malformed one', () => {
      expect(cases.map(({ call }) => call)).toEqual(
        expect.arrayContaining(['listProducts', 'walkProducts', 'getProducts']),
      )
      expect(cases.some(({ input }) => input?.changedSince)).toBe(true)
      // Results that the expectation does not list would be lost unnoticed.
      for (const { title, expected } of cases)
        expect(expected.result, title).toMatchObject({
          items: expect.any(Array) as unknown,
          failures: expect.any(Array) as unknown,
        })
      expect(cases.some(isPartialFailure)).toBe(true)
    })

    test('end, and no bookmark comes twice on the way', async () => {
      const walks = cases.filter(({ call }) => call === 'walkProducts')
      const lengths: number[] = []
      for (const walk of walks) {
        const { cursors, progress } = await outcomeOf<Walk>(connector, fixtures, walk)
        expect(new Set(cursors).size, walk.title).toBe(cursors.length)
        for (const share of progress) expect(share >= 0 && share <= 1, `progress ${share}`).toBe(true)
        expect(progress.at(-1)).toBe(1)
        lengths.push(progress.length)
      }
      expect(Math.max(...lengths), 'pages of the longest walk').toBeGreaterThan(1)
    })

    test('are whole: ids as text, unlike SKUs, money and stock in whole units', async () => {
      for (const testCase of cases) {
        const { items: products, failures } = await outcomeOf<ProductResults>(connector, fixtures, testCase)
        for (const product of products) expectSound(product)
        for (const failure of failures) {
          expect(failure.channelId).toBeTypeOf('string')
          expect(failure.reason).toContain(failure.channelId)
          expect(failure).toHaveProperty('raw')
        }
      }
    })

    test('are called by the name that the lines of orders call them by', async () => {
      if (!connector.orders) return
      const sold = new Set<string>()
      for (const testCase of succeeding(fixtures, ['list', 'get'])) {
        const { items: orders } = await outcomeOf<{ items: ChannelOrder[] }>(connector, fixtures, testCase)
        for (const { lines } of orders) for (const line of lines) sold.add(line.shopSku)
      }
      const listed: string[] = []
      for (const testCase of cases) {
        const { items: products } = await outcomeOf<ProductResults>(connector, fixtures, testCase)
        listed.push(...products.flatMap(({ skus }) => skus.map((sku) => sku.shopSku)))
      }
      expect(listed.filter((shopSku) => sold.has(shopSku))).not.toEqual([])
    })

    test('are named by pushes', () => {
      if (!connector.webhooks || fixtures.webhooksTellOfProducts === false) return
      const messages = (fixtures.webhooks ?? []).map(({ message }) => message)
      const about = messages.filter(({ topic }) => topic === 'product')
      expect(about.some(({ channelProductId }) => channelProductId)).toBe(true)
      for (const message of about) expect(message.channelOrderId).toBeNull()
    })
  },
)

describe.each(all.filter(({ connector }) => connector.stock))(
  'stock of $folder',
  ({ connector, fixtures }) => {
    const sets = succeeding(fixtures, ['setStock'])
    const reads = succeeding(fixtures, ['readStock'])

    test('takes at least one figure a call', () => {
      expect(connector.stock?.figuresPerCall).toBeGreaterThanOrEqual(1)
    })

    test('is told a result for every figure, and no other', async () => {
      const results: StockResult[] = []
      for (const testCase of sets) {
        const outcome = await outcomeOf<StockResult[]>(connector, fixtures, testCase)
        expect(outcome.map(nameOf).sort(), testCase.title).toEqual(
          (testCase.input?.figures ?? []).map(nameOf).sort(),
        )
        results.push(...outcome)
      }
      const refused = results.flatMap((result) => (result.isDone ? [] : result))
      expect(results.some(({ isDone }) => isDone)).toBe(true)
      // A refusal is a result, and a listing that is gone is told from one that is not.
      expect(refused.map(({ isGone }) => isGone)).toEqual(expect.arrayContaining([true, false]))
      for (const { reason } of refused) expect(reason).toMatch(/\S/)
      // The recorded calls prove which figures were set.
      expect(sets.some(({ expected }) => expected.calls)).toBe(true)
    })

    test('is read back as figures of what was asked for, without what is gone', async () => {
      let left = 0
      for (const testCase of reads) {
        const figures = await outcomeOf<(Listing & { quantity: number })[]>(connector, fixtures, testCase)
        const asked = (testCase.input?.listings ?? []).map(nameOf)
        expect(asked, testCase.title).toEqual(expect.arrayContaining(figures.map(nameOf)))
        expect(new Set(figures.map(nameOf)).size).toBe(figures.length)
        for (const { quantity } of figures) expectCount(quantity)
        left += asked.length - figures.length
      }
      expect(left, 'listings that are gone').toBeGreaterThan(0)
    })
  },
)

describe.each(all.filter(({ connector }) => connector.listings))(
  'changes of listings of $folder',
  ({ connector, fixtures }) => {
    test.each(['listings.setPrices', 'listings.setActive'] as const)(
      '%s tells what was done from what the channel refuses, and both from what is gone',
      async (call) => {
        const seen = new Set<string>()
        for (const testCase of succeeding(fixtures, [call])) {
          const given = testCase.input?.given?.[0] as (Listing | string)[]
          const outcome = await outcomeOf<ChangeResult[]>(connector, fixtures, testCase)
          expect(outcome.length, testCase.title).toBe(given.length)
          for (const one of outcome) seen.add(one.isDone ? 'done' : one.isGone ? 'gone' : 'refused')
        }
        expect(seen).toEqual(new Set(['done', 'refused', 'gone']))
      },
    )

    test('an edit is done, refused in the words of the channel, or about what is gone', async () => {
      if (connector.listings?.editableFields.length === 0) return
      const seen = new Set<string>()
      for (const testCase of succeeding(fixtures, ['listings.edit'])) {
        const one = await outcomeOf<ChangeResult>(connector, fixtures, testCase)
        seen.add(one.isDone ? 'done' : one.isGone ? 'gone' : 'refused')
      }
      expect(seen).toEqual(new Set(['done', 'refused', 'gone']))
    })

    test('an edit of the name sends no other field of the listing', async () => {
      const ofName = succeeding(fixtures, ['listings.edit']).filter(
        ({ input }) => Object.keys(input?.given?.[1] as object).join() === 'name',
      )
      if (connector.listings?.editableFields.length === 0) return
      expect(ofName.length).toBeGreaterThan(0)
      for (const testCase of ofName) {
        const { calls } = await playCase(connector, fixtures, testCase)
        const written = calls
          .filter(({ on }) => !on.startsWith('GET'))
          .map(({ body }) => JSON.stringify(body))
        for (const body of written)
          expect(body).not.toMatch(/desc|image|weight|dimension|package|price|stock|quantity|sku|status/i)
      }
    })

    test('a removal of what is gone is done', async () => {
      const outcomes = await Promise.all(
        succeeding(fixtures, ['listings.remove']).map((one) =>
          outcomeOf<ChangeResult[]>(connector, fixtures, one),
        ),
      )
      // A repeated removal must be harmless: nothing is left to be refused as gone.
      expect(outcomes.flat().filter((one) => !one.isDone && one.isGone)).toEqual([])
    })
  },
)

type ChangeResult = { channelProductId: string } & ListingOutcome

function succeeding(fixtures: Fixtures, calls: Case['call'][]): Case[] {
  return fixtures.cases.filter(({ call, expected }) => calls.includes(call) && !expected.error)
}

async function outcomeOf<T>(connector: Connector, fixtures: Fixtures, testCase: Case): Promise<T> {
  const { outcome } = await playCase(connector, fixtures, testCase)
  if (outcome instanceof Error) throw outcome
  return outcome as T
}

function isPartialFailure({ expected }: Case): boolean {
  const { items: products = [], failures = [] } = expected.result as Partial<ProductResults>
  return products.length > 0 && failures.length > 0
}

function expectSound(product: ChannelProduct): void {
  const about = `product ${product.channelProductId}`
  expectText(product.channelProductId, about)
  expectText(product.channelStatus, about)
  expectText(product.name, about)
  expect(productStatuses, about).toContain(product.status)
  expect(isCurrency(product.currency), about).toBe(true)
  expect(product.changedAt.getTime(), about).toBeGreaterThan(0)
  for (const text of [product.description, product.channelCategoryId, product.brand, product.url])
    if (text !== null) expectText(text, about)
  for (const image of product.images) expect(URL.canParse(image), `${about}: ${image}`).toBe(true)
  for (const { name, value } of product.attributes) for (const text of [name, value]) expectText(text, about)
  for (const size of Object.values(product.package))
    expect(size === null || (Number.isFinite(size) && size >= 0), about).toBe(true)
  expect(product.skus.length, about).toBeGreaterThan(0)
  const ids = product.skus.map(({ channelSkuId }) => channelSkuId)
  expect(new Set(ids).size, `${about}: ${ids.join(', ')}`).toBe(ids.length)
  for (const sku of product.skus) expectSoundSku(sku, about)
}

function expectSoundSku(sku: ChannelSku, about: string): void {
  expectText(sku.channelSkuId, about)
  expectText(sku.shopSku, about)
  if (sku.sellerSku !== null) {
    expectText(sku.sellerSku, about)
    expect(sku.sellerSku, about).toBe(sku.sellerSku.trim())
  }
  expect(barcodeOf(sku.barcode), about).toBe(sku.barcode)
  expectCount(sku.price)
  if (sku.specialPrice) expectCount(sku.specialPrice.price)
  if (sku.stock !== null) expectCount(sku.stock)
  for (const { name, value } of sku.options) for (const text of [name, value]) expectText(text, about)
  if (sku.imageUrl !== null) expect(URL.canParse(sku.imageUrl), about).toBe(true)
}

/** An id that went through a number may end up as 1e+21, and "undefined" is what a missing one becomes. */
function expectText(text: unknown, about: string): void {
  expect(text, about).toBeTypeOf('string')
  expect(text, about).toMatch(/\S/)
  expect(text, about).not.toMatch(/^(undefined|null|NaN|\[object Object\]|\d(\.\d+)?e\+\d+)$/)
}

function expectCount(count: unknown): void {
  expect(Number.isSafeInteger(count) && (count as number) >= 0, `${String(count)} is no count`).toBe(true)
}

function nameOf({ channelProductId, channelSkuId }: Listing): string {
  return `${channelProductId}/${channelSkuId}`
}
