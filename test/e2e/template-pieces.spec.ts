import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { hangs, says } from '../steps/stub-model.ts'
import { ask, linkWithKeys } from './doorstep.ts'
import { expect, expectWellMade, test } from './page-steps.ts'
import { plainParcel, plainSku } from './plain-sku.ts'

test.use({ hasWritingHelp: true })

const website = { code: 'website', id: 4 }

const photo = (background: string) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .png()
    .toBuffer()

/** Puts files or a text on the clipboard of the element and pastes them there. */
async function paste(into: Locator, what: { files?: Buffer[]; text?: string }): Promise<void> {
  const files = what.files?.map((bytes) => bytes.toString('base64')) ?? []
  await into.evaluate(
    (element, [images, text]) => {
      const clipboardData = new DataTransfer()
      for (const [at, image] of images.entries()) {
        const bytes = Uint8Array.from(atob(image), (letter) => letter.codePointAt(0) ?? 0)
        clipboardData.items.add(new File([bytes], `${at}.png`, { type: 'image/png' }))
      }
      if (text) clipboardData.setData('text', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [files, what.text ?? ''] as const,
  )
}

const saved = (page: Page) => expect(page.locator('output[data-state=saved]')).toBeVisible()

type Stored = {
  name: string
  images: { image_url: string; alt?: string }[]
  skus: { seller_sku: string; price: number; quantity: number }[]
}

test('photos and variants are pasted, a photo is cropped by the keyboard, and texts are suggested', async ({
  page,
  signInAs,
  sandbox,
  model,
}) => {
  await signInAs('owner@demo.test')
  const shop = await linkWithKeys(page, sandbox, website, 'aoi-gifts')
  const { id } = await ask<{ id: number }>(page, 'post', '/product-template', {
    platform_ids: [4],
    shop_ids: [shop.id],
    name: 'Copper kettle of Kyoto, one litre',
    long_description: '<p>A kettle of beaten copper that keeps its heat.</p>',
    variant_names: ['Size'],
    skus: ['Small', 'Middle', 'Large'].map((size) => ({ ...plainSku, variants: [size] })),
  })
  const stored = () => ask<Stored>(page, 'get', `/product-template/${id}`)
  await page.goto(`/en/products/template/create/${id}`)
  const photos = page.locator('[data-field="images"]')
  await paste(photos.getByRole('button', { name: 'Add photos' }), {
    files: [await photo('#886644'), await photo('#448866'), await photo('#664488')],
  })
  const last = page.getByRole('button', { name: 'Photo 3 of 3' })
  await expect(last).toBeVisible()
  await saved(page)
  const before = (await stored()).images.map(({ image_url: url }) => url)

  // The second photo is cropped: its place stays, and so do the others.
  const crop = page.getByRole('button', { name: 'Crop photo 2' })
  await crop.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  const side = dialog.getByRole('slider', { name: 'Horizontal position' })
  await side.focus()
  for (let times = 0; times < 20; times++) await page.keyboard.press('ArrowRight')
  await expect(side).toHaveValue('0.7')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Use photo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await stored()).images[1]?.image_url).not.toBe(before[1])
  const after = (await stored()).images.map(({ image_url: url }) => url)
  expect([after[0], after[2], after.length]).toEqual([before[0], before[2], 3])

  // Cells of a spreadsheet: code, price, special price, stock.
  const code = page.getByRole('textbox', { name: 'Seller code · Small' })
  await code.focus()
  await paste(code, { text: 'KET-S\t19,90\t\t5\nKET-M\t29,90\t\t6\nKET-L\t39,90\t\t7\n' })
  await expect(page.getByRole('textbox', { name: 'Price · Large', exact: true })).toHaveValue('39,90')
  await page.keyboard.press('Tab')
  await saved(page)
  expect((await stored()).skus).toMatchObject([
    { seller_sku: 'KET-S', price: 19.9, quantity: 5 },
    { seller_sku: 'KET-M', price: 29.9, quantity: 6 },
    { seller_sku: 'KET-L', price: 39.9, quantity: 7 },
  ])

  // A service that takes too long is told, and changes nothing.
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const suggest = page.getByRole('button', { name: 'Suggest a title' })
  model.answer(hangs)
  await suggest.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'took too long. Try again.' })).toBeVisible()
  model.answer(says({ name: 'Copper kettle of Kyoto, beaten by hand' }))
  await suggest.press('Enter')
  const card = page.getByRole('region', { name: 'Suggestion: Name' })
  await expect(card.locator('del')).toContainText('one litre')
  await expect(card.locator('ins')).toContainText('beaten by hand')
  await expectWellMade(page)
  await card.getByRole('button', { name: 'Discard · Name' }).press('Enter')
  await expect(card).toBeHidden()
  await expect(name).toHaveValue('Copper kettle of Kyoto, one litre')
  await suggest.press('Enter')
  await card.getByRole('button', { name: 'Use · Name' }).press('Enter')
  await expect(name).toHaveValue('Copper kettle of Kyoto, beaten by hand')

  await page.getByText('Alternative texts', { exact: true }).click()
  model.answer(says({ alt_texts: ['A copper kettle', 'Its spout', 'Its lid'] }))
  await page.getByRole('button', { name: 'Suggest alternative texts' }).press('Enter')
  await page.getByRole('button', { name: 'Use · Alternative text of photo 2' }).press('Enter')
  await page.getByRole('button', { name: 'Discard · Alternative text of photo 3' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Alternative text of photo 2' })).toHaveValue('Its spout')
  await saved(page)
  await expectWellMade(page)
  const written = await stored()
  expect([written.name, written.images.map(({ alt }) => alt ?? '')]).toEqual([
    'Copper kettle of Kyoto, beaten by hand',
    ['', 'Its spout', ''],
  ])
})

test('chosen templates are published together with a result for each, and one is deleted after a question', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const shop = await linkWithKeys(page, sandbox, website, 'aoi-gifts')
  const image = { name: 'x.png', mimeType: 'image/png', buffer: await photo('#336699') }
  const uploaded = await page.request.post('/api/v2/product-template/upload-image', { multipart: { image } })
  const { data } = (await uploaded.json()) as { data: { image_url: string } }
  type Brand = { platform_brand_id: string; name: string }
  const brands = `/shop-product-template/search-brand?shop_id=${shop.id}&category_id=15`
  const [first] = await ask<Brand[]>(page, 'get', brands)
  const brand = first && { brand_id: first.platform_brand_id, name: first.name }
  const write = async (name: string, code: string) => {
    type Written = { id: number; shops: { id: number; shop_id: number }[] }
    const { id, shops } = await ask<Written>(page, 'post', '/product-template', {
      platform_ids: [4],
      shop_ids: [shop.id],
      name,
      long_description: `<p>${'Woven of bamboo in the hills of Beppu, for bread, fruit and flowers. '.repeat(3)}</p>`,
      images: [{ image_id: null, image_url: data.image_url }],
      skus: [{ ...plainSku, seller_sku: code }],
      ...plainParcel,
    })
    await ask(page, 'put', `/shop-product-template/${shops[0]?.id}`, { platform_category_id: '15', brand })
    return id
  }
  await write('Bamboo basket of Beppu, round', 'BAMBOO-R')
  await write('Bamboo basket of Beppu, square', 'BAMBOO-S')
  await write('Bamboo basket of Beppu, unfinished', '')
  await page.goto('/en/products/template?keyword=bamboo')
  const select = (name: string) =>
    page.getByRole('checkbox', { name: `Select Bamboo basket of Beppu, ${name}` })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Publish 3' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Publish 3 templates?' })
  await expect(question).toContainText('Templates with errors are left out and named.')
  await question.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  const bulk = page.getByRole('region', { name: 'Bulk publish' })
  await expect(bulk).toContainText('Templates left out: 1.')
  await bulk.getByRole('button', { name: 'Show results' }).press('Enter')
  const results = page.getByRole('dialog', { name: 'Bulk publish' })
  const left = results.getByRole('listitem').filter({ hasText: 'Left out' })
  await expect(left.getByRole('link', { name: 'Bamboo basket of Beppu, unfinished' })).toBeVisible()
  await expectWellMade(page)
  await results.getByRole('button', { name: 'Close' }).last().click()
  const row = (name: string) => page.getByRole('row').filter({ hasText: `Bamboo basket of Beppu, ${name}` })
  await expect(row('round')).toContainText('Uploaded')
  await expect(row('square')).toContainText('Uploaded')
  await expect(row('unfinished')).toContainText('Draft')

  await select('round').check()
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  await remove.press('Enter')
  const sure = page.getByRole('dialog', { name: 'Delete 1 template?' })
  await expect(sure).toContainText('Listings that were published from it stay in their shops.')
  await expectWellMade(page)
  await sure.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(row('round')).toBeVisible()
  await remove.press('Enter')
  await sure.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByText('1 template deleted')).toBeVisible()
  await expect(row('round')).toBeHidden()
  await expect(row('square')).toBeVisible()
  await page.goto('/en/products?keyword=BAMBOO-R')
  await expect(page.getByText('Bamboo basket of Beppu, round').first()).toBeVisible()
})

test('a photo that is gone from its address is named beside the photos, and in the step that counts it', async ({
  page,
  signInAs,
  product,
}) => {
  await signInAs('owner@demo.test')
  const { id } = await ask<{ id: number }>(page, 'post', '/product-template', {
    platform_ids: [2],
    name: 'Copper kettle of Nara, one litre',
    images: [{ image_id: null, image_url: `${product.sandbox.url}/img/none.jpg` }],
  })
  await page.goto(`/en/products/template/create/${id}`)
  const photos = page.locator('[data-field="images"]')
  const message = 'Photo 1 is no longer at its address. Replace it'
  await expect(photos.getByText(message)).toBeVisible()
  await expectWellMade(page)
  await photos.getByRole('button', { name: /^Remove/ }).click()
  await expect(photos.getByText(message)).toBeHidden()
})
