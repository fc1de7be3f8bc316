/**
 * The rules of templates against the marketplaces themselves: what passes is never refused, and what is refused was named. Real
 * connectors, real sandbox, over HTTP.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChannelError } from '../../connectors/channel-error.ts'
import { listingDraftOf } from '../../model/listing-draft-of.ts'
import type { AppError } from '../../model/errors.ts'
import type { ImageFile } from '../../model/listing.ts'
import type { ProductTemplate } from '../../model/product-template.ts'
import { imagesFor } from '../../model/shop-images.ts'
import { withoutPrices } from '../../model/shop-skus.ts'
import { shopTemplateProblems } from '../../model/shop-template-rules.ts'
import { templateProblems } from '../../model/template-rules.ts'
import { drawListingImage } from '../../server/images/draw-listing-image.ts'
import { createRandom } from '../../sandbox/kit/random.ts'
import { pictureCorpus } from '../steps/picture-corpus.ts'
import { readChannel, type Channel, type Leaf } from '../steps/channel-facts.ts'
import { startSelling } from '../steps/selling-session.ts'
import { goodForAll, goodTemplate, numberOfImage, timezone, type Written } from '../steps/template-corpus.ts'
import { mistakes, withMistake, withMistakeIn } from '../steps/template-mistakes.ts'

/** Fields of a template for each property of the draft that a refusal names. */
const places: [RegExp, RegExp][] = [
  [/^name$/, /^name$/],
  [/^description$/, /^long_description/],
  [/^channelCategoryId$/, /^platform_category_id$/],
  [/^images$/, /^images/],
  [/^(skus\.\d+\.)?image$/, /^skus\.\d+\.images$/],
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

/** Good templates, and rounds through all mistakes; stores refuse few of them. */
const shops = [
  ['lazada', 100190015, 1, 150, 5],
  ['shopee', 727720655, 2, 150, 5],
  ['tiktok', '7494726673780148744', 5, 150, 5],
  ['lazada', 200254410, 1, 30, 1],
  ['shopee', 727720901, 2, 30, 1],
  ['tiktok', '7494726673780149012', 5, 30, 1],
  ['pos', 'aoi-counter/1', 3, 150, 4],
  ['website', 'aoi-gifts', 4, 150, 4],
  ['web-store', 'hana-home', 6, 150, 4],
] as const
type ShopCase = readonly [
  code: (typeof shops)[number][0],
  shopId: (typeof shops)[number][1],
  platformId: number,
  good: number,
  rounds: number,
]

/** Each shop is read once for all tests. */
const opened = new Map<string | number, Promise<Channel>>()
afterAll(async () => {
  for (const channel of opened.values()) await (await channel).close()
})

function openShop([code, shopId, platformId]: ShopCase): Promise<Channel> {
  const known = opened.get(shopId)
  if (known) return known
  const reading = startSelling(code, shopId).then(async (selling) => {
    const channel = await readChannel(selling, platformId)
    if (code !== 'lazada') return channel
    const { leaves, closed } = await findOpen(channel)
    expect(closed).toEqual([expect.stringContaining('not authorised to sell this category')])
    return { ...channel, leaves }
  })
  opened.set(shopId, reading)
  return reading
}

/** The first shop of each platform. */
function openPlatforms(ids: number[]): Promise<Channel[]> {
  return Promise.all(ids.flatMap((id) => shops.filter((shop) => shop[2] === id).slice(0, 1)).map(openShop))
}

describe.each(shops)('%s, shop %s', (...shop) => {
  const [code, shopId, platformId, count, rounds] = shop
  const isStore = [3, 4, 6].includes(platformId)
  let channel: Channel
  beforeAll(async () => {
    channel = await openShop(shop)
  })

  test('takes every template that keeps the rules', async () => {
    const random = createRandom(`good ${code} ${shopId}`)
    const corpus = Array.from({ length: count }, (_, number) => [goodTemplate(channel, random, number)])
    const judged = await judgeAll([channel], corpus)
    const wrong = judged.filter(({ named, refusal }) => named.length > 0 || refusal)
    expect(wrong).toEqual([])
  })

  test('refuses nothing that the rules have not named', async () => {
    const random = createRandom(`bad ${code} ${shopId}`)
    const corpus: Written[][] = []
    const names: string[] = []
    for (let round = 1; round <= rounds; round++)
      for (const [name, mistake] of Object.entries(mistakes)) {
        const good = goodTemplate(channel, random, round * 1_000 + corpus.length)
        const change = mistake(good, channel, random)
        if (!change) continue
        corpus.push([withMistake(good, change)])
        names.push(name)
      }
    expect(corpus.length).toBeGreaterThanOrEqual(rounds === 1 ? 0 : count)
    const judged = await judgeAll([channel], corpus)
    expect(unnamedIn(judged, names)).toEqual([])
    const refused = judged.filter(({ refusal }) => refusal)
    expect(refused.length).toBeGreaterThanOrEqual(isStore ? 8 : count)
  })
})

describe('several platforms at once', () => {
  const several = [
    [1, 2, 5],
    [5, 4, 1],
    [2, 3, 6],
    [1, 2, 3, 4, 5, 6],
  ]

  test('each takes a template that keeps the rules of all', async () => {
    const random = createRandom('good for several')
    for (const [at, ids] of several.entries()) {
      const channels = await openPlatforms(ids)
      const corpus = Array.from({ length: 12 }, (_, number) =>
        goodForAll(channels, random, 100_000 + at * 1_000 + number),
      )
      const judged = await judgeAll(channels, corpus)
      expect(judged).toHaveLength(12 * ids.length)
      expect(judged.filter(({ named, refusal }) => named.length > 0 || refusal)).toEqual([])
    }
  })

  test('none refuses what the rules have not named for it', async () => {
    const random = createRandom('bad for several')
    const channels = await openPlatforms([1, 2, 5])
    const corpus: Written[][] = []
    const names: string[] = []
    for (const [name, mistake] of Object.entries(mistakes)) {
      const good = goodForAll(channels, random, 200_000 + corpus.length)
      const at = corpus.length % channels.length
      const change = mistake(good[at] as Written, channels[at] as Channel, random)
      if (!change) continue
      corpus.push(withMistakeIn(good, at, change))
      names.push(...channels.map(({ platformId }) => `${name}, at ${platformId}`))
    }
    const judged = await judgeAll(channels, corpus)
    expect(unnamedIn(judged, names)).toEqual([])
    expect(judged.filter(({ refusal }) => refusal).length).toBeGreaterThanOrEqual(60)
  })
})

describe('files of pictures', () => {
  const reading = pictureCorpus()

  test('what the gate has drawn is a picture to every channel, and nothing else gets there', async () => {
    const files = await reading
    const verdicts: [string, string | null][] = []
    const drawn: { name: string; file: ImageFile }[] = []
    for (const { name, bytes } of files)
      try {
        const { bytes: jpeg } = await drawListingImage(bytes)
        const file = { bytes: new Uint8Array(jpeg), mediaType: 'image/jpeg' as const, name: 'image.jpg' }
        drawn.push({ name, file: { ...file, url: 'https://console.test/image.jpg' } })
        verdicts.push([name, null])
      } catch (error) {
        const { image = '' } = (error as AppError).details.invalidFields ?? {}
        verdicts.push([name, /^field\.([\w-]+)/.exec(image)?.[1] ?? String(error)])
      }
    expect(verdicts).toEqual(files.map(({ name, rule }) => [name, rule]))

    const random = createRandom('files of pictures')
    // A point of sale and a website fetch the picture from our address.
    for (const channel of await openPlatforms([1, 2, 5, 6])) {
      const { listings, session } = channel
      for (const [number, { name, file }] of drawn.entries()) {
        const picture = await listings.uploadImage(session, file).catch((error: unknown) => {
          throw new Error(`${channel.platformId} refuses ${name}`, { cause: error })
        })
        const good = goodTemplate(channel, random, 300_000 + number)
        const refusal = await send({ ...channel, images: Array.from({ length: 10 }, () => picture) }, good)
        expect([name, channel.platformId, refusal]).toEqual([name, channel.platformId, null])
      }
    }
  })

  test('a channel refuses the file itself where the gate does, or takes more than it', async () => {
    const files = await reading
    const refusedBy = new Map<string, number[]>()
    for (const { platformId, listings, session } of await openPlatforms([1, 2, 5]))
      for (const { name, bytes } of files) {
        const file = { bytes: new Uint8Array(bytes), mediaType: 'image/jpeg' as const, name: 'image.jpg' }
        await listings.uploadImage(session, { ...file, url: 'https://console.test/image.jpg' }).catch(() => {
          refusedBy.set(name, [...(refusedBy.get(name) ?? []), platformId])
        })
      }
    // A simulator reads the head of a picture alone. Lazada takes a megabyte and 330 to 5,000 pixels, Shopee and TikTok Shop ten megabytes.
    expect(Object.fromEntries(refusedBy)).toEqual({
      'a JPEG of a pixel more': [1],
      'a JPEG of more': [1],
      'a PNG of more': [1],
      'a WebP': [1, 2, 5],
      'a GIF': [1, 2, 5],
      'a TIFF': [1, 2, 5],
      'a drawing': [1, 2, 5],
      'a page': [1, 2, 5],
      nothing: [1, 2, 5],
    })
  })
})

type Judged = {
  platformId: number
  named: string[]
  refusal: { message: string; fields: string[] } | null
}

/** Refusals with a field that no rule had named. */
function unnamedIn(judged: Judged[], mistakesMade: string[]): object[] {
  return judged.flatMap(({ platformId, named, refusal }, at) => {
    // Stores seldom name the field that they refuse; where they do, it is that one.
    const isStore = [3, 4, 6].includes(platformId)
    if (isStore && refusal?.fields.length === 0 && named.length > 0) return []
    const missing = refusal?.fields.filter((field) => !isNamed(field, named)) ?? []
    if (!refusal || (missing.length === 0 && refusal.fields.length > 0)) return []
    return [{ mistake: mistakesMade[at], named, ...refusal }]
  })
}

/** One verdict for each channel of each template. */
async function judgeAll(channels: Channel[], corpus: Written[][]): Promise<Judged[]> {
  const judged: Judged[][] = []
  for (let at = 0; at < corpus.length; at += 8)
    judged.push(...(await Promise.all(corpus.slice(at, at + 8).map((one) => judge(channels, one)))))
  return judged.flat()
}

/** The account's money is that of the first channel. */
function judge(channels: Channel[], written: Written[]): Promise<Judged[]> {
  return Promise.all(
    channels.map(async (channel, at): Promise<Judged> => {
      const { platformId, session } = channel
      const { leaf, template: shared, shop } = written[at] as Written
      const template = session.currency === channels[0]?.session.currency ? shared : withoutPrices(shared)
      const settings = { timezone, now: session.now() }
      // A problem of another channel does not tell of this one.
      const ofTemplate = templateProblems(shared, settings).filter(
        (problem) => problem.platformId === null || problem.platformId === platformId,
      )
      const problems = [
        ...ofTemplate,
        ...shopTemplateProblems(template, shop, platformId, settings, channel.factsOf(leaf, shop)),
      ]
      const named = problems.map(({ path }) => path)
      const refusal = await send(channel, { leaf, template, shop })
      if (!refusal) return { platformId, named, refusal: null }
      const fields = refusal.fields.map(({ field }) => field)
      const byCode = codes[refusal.channelCode ?? '']
      return {
        platformId,
        named,
        refusal: { message: refusal.message, fields: fields.length > 0 || !byCode ? fields : [byCode] },
      }
    }),
  )
}

/** Null: the channel took it. */
async function send(channel: Channel, { template, shop }: Written): Promise<ChannelError | null> {
  const { session, platformId, listings, images } = channel
  const uploaded = (all: ProductTemplate['images']) =>
    all.flatMap(({ image_url: url }) => images[numberOfImage(url)] ?? [])
  const draft = listingDraftOf({
    template,
    shop,
    platformId,
    currency: session.currency,
    timezone,
    images: uploaded(imagesFor(template, platformId)),
    skuImages: template.skus.map(({ images: own }) => uploaded(own)[0] ?? null),
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
