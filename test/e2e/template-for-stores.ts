/** A template for three stores, as the specs of templates begin. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ask, linkWithKeys, type Sandbox } from './doorstep.ts'
import { plainParcel, plainSku } from './plain-sku.ts'

export const stores = [
  [{ code: 'pos', id: 3 }, 'aoi-counter/1'],
  [{ code: 'website', id: 4 }, 'aoi-gifts'],
  [{ code: 'web-store', id: 6 }, 'hana-home'],
] as const

export const photo = (width: number, background: string) =>
  sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer()

export const description =
  'A tiered cake stand in enamelled steel, as used in the tea rooms of the Regency period. '

/** A template that waits to be published to a till, a website and a web store. */
export async function writeForStores(page: Page, sandbox: Sandbox, code: string) {
  const shops: Awaited<ReturnType<typeof linkWithKeys>>[] = []
  for (const [channel, slug] of stores) shops.push(await linkWithKeys(page, sandbox, channel, slug))
  const image = { name: 'x.png', mimeType: 'image/png', buffer: await photo(800, '#336699') }
  const uploaded = await page.request.post('/api/v2/product-template/upload-image', { multipart: { image } })
  const { data } = (await uploaded.json()) as { data: { image_url: string } }
  type Written = { id: number; shops: { id: number; platform_id: number; shop_id: number }[] }
  const { id, shops: steps } = await ask<Written>(page, 'post', '/product-template', {
    platform_ids: stores.map(([channel]) => channel.id),
    shop_ids: shops.map((shop) => shop.id),
    name: 'Enamel kettle of Ipoh, two litres',
    long_description: `<p>${description.repeat(2)}</p>`,
    images: [{ image_id: null, image_url: data.image_url }],
    skus: [{ ...plainSku, seller_sku: code }],
    ...plainParcel,
  })
  type Brand = { platform_brand_id: string; name: string }
  const brandOf = async (shopId: number, category: string) => {
    const path = `/shop-product-template/search-brand?shop_id=${shopId}&category_id=${category}`
    const [first] = await ask<Brand[]>(page, 'get', path)
    return first ? { brand_id: first.platform_brand_id, name: first.name } : null
  }
  const categories = { 3: '15', 4: '15', 6: 'pcat_01K00000000000000000000001' }
  const written = []
  for (const { id: _id, platform_id: platform, ...step } of steps) {
    const category = categories[platform as 3 | 4 | 6]
    const brand = await brandOf(step.shop_id, category)
    written.push({ ...step, platform_category_id: category, brand })
  }
  await ask(page, 'post', '/shop-product-template', { product_template_id: id, shops: written })
  return { id, shops }
}
