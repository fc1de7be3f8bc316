/** Refusals of marketplaces of what nothing was known to be wrong about: their words, and the way to the field. */
import sharp from 'sharp'
import { ask, linkByConsent } from './doorstep.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'
import { plainParcel, plainSku } from './plain-sku.ts'

const channels = [
  { code: 'lazada', id: 1, shop: 100190015, category: '10000336', given: ['occasion', null] },
  { code: 'shopee', id: 2, shop: linkedShop.id, category: '100638', given: ['100113', 501301] },
  { code: 'tiktok', id: 5, shop: '7494726673780148744', category: '600038', given: ['100013', '1001301'] },
] as const

/** Calls by which marketplaces tell what a category asks for. */
const telling =
  '/get_attribute_tree$|/get_item_limit$|/category/attributes/get$|/product/202309/categories/\\d+/(attributes|rules)$'

test('a refusal of each marketplace is told in its words and leads to the field', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await sandbox('POST', '/_sandbox/tiktok/delays', { audit_seconds: 0 })
  const shops: { id: number }[] = []
  for (const { code, id, shop } of channels)
    shops.push(await linkByConsent(page, sandbox, { code, id }, shop))
  const photo = sharp({ create: { width: 800, height: 800, channels: 3, background: '#335577' } })
  const image = { name: 'x.png', mimeType: 'image/png', buffer: await photo.png().toBuffer() }
  const uploaded = await page.request.post('/api/v2/product-template/upload-image', { multipart: { image } })
  const { data } = (await uploaded.json()) as { data: { image_url: string } }
  type Written = { id: number; shops: { id: number; platform_id: number; shop_id: number }[] }
  const template = await ask<Written>(page, 'post', '/product-template', {
    platform_ids: channels.map(({ id }) => id),
    shop_ids: shops.map(({ id }) => id),
    name: 'Paper lanterns of Hoi An for parties in gardens',
    long_description: `<p>${'Folded by hand from strong paper, for gardens and terraces. '.repeat(3)}</p>`,
    images: [{ image_id: null, image_url: data.image_url }],
    skus: [{ ...plainSku, seller_sku: 'LANTERN-1' }],
    ...plainParcel,
  })
  const couriers = `/shipment-providers/get-shopee-shipment-providers?shop_id=${shops[1]?.id}`
  type Courier = { logistics_channel_id: number; logistics_channel_name: string }
  const [courier] = await ask<Courier[]>(page, 'get', couriers)
  // Requirements of the categories are not told until the refusals are there. Answers without sense, as the host of all three would be
  // left alone for a while after eight failures in a row.
  await sandbox('POST', '/_sandbox/faults', { pattern: telling, malformed: 1 })
  for (const step of template.shops) {
    const channel = channels.find(({ id }) => id === step.platform_id)
    if (!channel) continue
    const [attribute, value] = channel.given
    const given = { attribute_id: attribute, name: attribute, value_id: value, value: 'Birthday', unit: null }
    await ask(page, 'put', `/shop-product-template/${step.id}`, {
      platform_category_id: channel.category,
      required_attributes: [given],
      ...(channel.id === 2 && {
        shipment_providers: [
          {
            logistics_channel_id: courier?.logistics_channel_id,
            logistics_channel_name: courier?.logistics_channel_name,
            enabled: true,
            mask_channel_id: null,
          },
        ],
      }),
    })
  }
  const checkout = `/en/products/template/edit/${template.id}/checkout`
  await page.goto(checkout)
  await expect(page.getByText('Ready to publish', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Publish to 3 shops/ }).press('Enter')
  const rowOf = (at: number) => page.locator(`[data-shop-row="${shops[at]?.id}"]`)
  const said = [
    'BIZ_CHECK_CAT_PROP_MANDATORY:Material is required',
    'Material',
    'product_attributes.100011',
  ] as const
  for (const [at, words] of said.entries()) {
    await expect(rowOf(at)).toContainText('Failed')
    await expect(rowOf(at)).toContainText(words)
  }
  await expectWellMade(page)
  await sandbox('DELETE', '/_sandbox/faults')

  for (const [at, channel] of channels.entries()) {
    await page.goto(checkout)
    await rowOf(at).getByRole('link', { name: said[at] }).click()
    await page.waitForURL(new RegExp(`/detail/${channel.id}\\?`))
    const material = page.getByRole('button', { name: /^Material/ })
    await expect(material).toBeFocused()
    await expectWellMade(page)
  }
})
