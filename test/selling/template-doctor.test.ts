/**
 * The rules of templates against the marketplaces themselves: what passes is never refused, and what is refused was named. Real
 * connectors, real sandbox, over HTTP.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChannelError } from '../../connectors/channel-error.ts'
import { listingDraftOf } from '../../model/listing-draft-of.ts'
import { imagesFor } from '../../model/shop-images.ts'
import { shopTemplateProblems } from '../../model/shop-template-rules.ts'
import { templateProblems } from '../../model/template-rules.ts'
import { createRandom } from '../../sandbox/kit/random.ts'
import { readChannel, type Channel, type Leaf } from '../steps/channel-facts.ts'
import { startSelling } from '../steps/selling-session.ts'
import { goodTemplate, timezone, type Written } from '../steps/template-corpus.ts'
import { mistakes, withMistake } from '../steps/template-mistakes.ts'

/** Fields of a template for each property of the draft that a refusal names. */
const places: [RegExp, RegExp][] = [
  [/^name$/, /^name$/],
  [/^description$/, /^long_description/],
  [/^channelCategoryId$/, /^platform_category_id$/],
  [/^images$/, /^images/],
  [/^attributes$/, /^required_attributes/],
  [/^brand$/, /^brand$/],
  [/^package/, /^package_/],
  [/^deliveryIds$/, /^(shipment_providers|package_weight)/],
  [/^(skus\.\d+\.)?price$/, /^skus(\.\d+\.price)?$/],
  [/^(skus\.\d+\.)?specialPrice$/, /^skus\.\d+\.special/],
  [/^(skus\.\d+\.)?quantity$/, /^skus\.\d+\.quantity$/],
  [/^(variantNames|(skus\.\d+\.)?options)$/, /^(variant_names|skus\.\d+\.variants|skus$)/],
  // A website takes SKUs that no axis tells apart for one SKU written twice.
  [/^(skus\.\d+\.)?sellerSku$/, /^(skus(\.\d+\.seller_sku)?|variant_names)$/],
  [/^skus$/, /^skus$/],
]
/** Refusals of one marketplace that name no field, by their codes. */
const codes: Record<string, string> = {
  201: 'channelCategoryId',
  4134: 'channelCategoryId',
  209: 'skus',
  30: 'skus',
}

const shops = [
  ['lazada', 100190015, 1, 150],
  ['shopee', 727720655, 2, 150],
  ['tiktok', '7494726673780148744', 5, 150],
  ['lazada', 200254410, 1, 30],
  ['shopee', 727720901, 2, 30],
  ['tiktok', '7494726673780149012', 5, 30],
  ['pos', 'aoi-counter/1', 3, 150],
  ['website', 'aoi-gifts', 4, 150],
  ['web-store', 'hana-home', 6, 150],
] as const

describe.each(shops)('%s, shop %s', (code, shopId, platformId, count) => {
  const isStore = [3, 4, 6].includes(platformId)
  let channel: Channel
  beforeAll(async () => {
    channel = await readChannel(await startSelling(code, shopId), platformId)
    if (code !== 'lazada') return
    const { leaves, closed } = await findOpen(channel)
    expect(closed).toEqual([expect.stringContaining('not authorised to sell this category')])
    channel = { ...channel, leaves }
  })
  afterAll(() => channel.close())

  test('takes every template that keeps the rules', async () => {
    const random = createRandom(`good ${code} ${shopId}`)
    const corpus = Array.from({ length: count }, (_, number) => goodTemplate(channel, random, number))
    const judged = await judgeAll(channel, corpus)
    const wrong = judged.filter(({ named, refusal }) => named.length > 0 || refusal)
    expect(wrong).toEqual([])
  })

  test('refuses nothing that the rules have not named', async () => {
    const random = createRandom(`bad ${code} ${shopId}`)
    const corpus: Written[] = []
    const names: string[] = []
    for (let round = 1; round <= count / 30; round++)
      for (const [name, mistake] of Object.entries(mistakes)) {
        const good = goodTemplate(channel, random, round * 1_000 + corpus.length)
        const change = mistake(good, channel, random)
        if (!change) continue
        corpus.push(withMistake(good, change))
        names.push(name)
      }
    const judged = await judgeAll(channel, corpus)
    const refused = judged.filter(({ refusal }) => refusal)
    const unnamed = judged.flatMap(({ named, refusal }, at) => {
      // Stores seldom name the field that they refuse; where they do, it is that one.
      if (isStore && refusal?.fields.length === 0 && named.length > 0) return []
      const missing = refusal?.fields.filter((field) => !isNamed(field, named)) ?? []
      if (!refusal || (missing.length === 0 && refusal.fields.length > 0)) return []
      return [{ mistake: names[at], named, ...refusal }]
    })
    expect(unnamed).toEqual([])
    expect(refused.length).toBeGreaterThanOrEqual(isStore ? 15 : count)
  })
})

type Judged = { named: string[]; refusal: { message: string; fields: string[] } | null }

async function judgeAll(channel: Channel, corpus: Written[]): Promise<Judged[]> {
  const judged: Judged[] = []
  for (let at = 0; at < corpus.length; at += 8)
    judged.push(...(await Promise.all(corpus.slice(at, at + 8).map((one) => judge(channel, one)))))
  return judged
}

async function judge(channel: Channel, written: Written): Promise<Judged> {
  const { leaf, template, shop } = written
  const settings = { timezone, now: channel.session.now() }
  const problems = [
    ...templateProblems(template, settings),
    ...shopTemplateProblems(template, shop, channel.platformId, settings, channel.factsOf(leaf, shop)),
  ]
  const named = problems.map(({ path }) => path)
  const refusal = await send(channel, written)
  if (!refusal) return { named, refusal: null }
  const fields = refusal.fields.map(({ field }) => field)
  const byCode = codes[refusal.channelCode ?? '']
  return {
    named,
    refusal: { message: refusal.message, fields: fields.length > 0 || !byCode ? fields : [byCode] },
  }
}

/** Null: the channel took it. */
async function send(channel: Channel, { template, shop }: Written): Promise<ChannelError | null> {
  const { session, platformId, listings } = channel
  const uploaded = (count: number) => channel.images.slice(0, count)
  const draft = listingDraftOf({
    template,
    shop,
    platformId,
    currency: session.currency,
    timezone,
    images: uploaded(imagesFor(template, platformId).length),
    skuImages: template.skus.map(({ images }) => uploaded(images.length)[0] ?? null),
  })
  try {
    await listings.publish(session, draft)
    return null
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'refused') return error
    throw error
  }
}

/**
 * One marketplace has a list of all brands, and tells only who lists a product which of them sell in its category, and which
 * categories are closed to the shop. A first product in each category finds out.
 */
async function findOpen(channel: Channel): Promise<{ leaves: Leaf[]; closed: string[] }> {
  const random = createRandom('first')
  const leaves: Leaf[] = []
  const closed: string[] = []
  for (const [number, leaf] of channel.leaves.entries()) {
    const first = goodTemplate({ ...channel, leaves: [leaf] }, random, 900_000 + number)
    for (const brand of leaf.brands) {
      const shop = { ...first.shop, brand: { brand_id: brand.channelBrandId, name: brand.name } }
      const refusal = await send(channel, { ...first, shop })
      if (refusal?.fields[0]?.field === 'brand') continue
      if (refusal) closed.push(`${leaf.category.name}: ${refusal.message}`)
      else leaves.push({ ...leaf, brands: [brand] })
      break
    }
  }
  return { leaves, closed }
}

function isNamed(field: string, named: string[]): boolean {
  const place = places.find(([word]) => word.test(field))?.[1]
  return named.some((path) => (place ? place.test(path) : path.startsWith(`required_${field}`)))
}
