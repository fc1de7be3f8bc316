import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ask, linkWithKeys, type Sandbox } from './doorstep.ts'
import { expect, expectFits, expectWellMade, test } from './page-steps.ts'
import { plainSku } from './plain-sku.ts'

const store = [{ code: 'web-store', id: 6 }, 'hana-home'] as const

/** Templates for a web store; one without a description breaks a rule. */
async function writeTemplates(page: Page, sandbox: Sandbox): Promise<void> {
  const shop = await linkWithKeys(page, sandbox, ...store)
  const create = { width: 800, height: 800, channels: 3, background: '#336699' } as const
  const image = { name: 'x.png', mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
  const uploaded = await page.request.post('/api/v2/product-template/upload-image', { multipart: { image } })
  const { data } = (await uploaded.json()) as { data: { image_url: string } }
  for (const [at, name] of ['Batik table runner', 'Batik place mat', 'Batik without words'].entries()) {
    type Written = { id: number; shops: object[] }
    const { id, shops } = await ask<Written>(page, 'post', '/product-template', {
      platform_ids: [6],
      shop_ids: [shop.id],
      name: `${name} from Kota Bharu`,
      long_description: at === 2 ? '' : `<p>${'Hand-drawn wax, dyed three times. '.repeat(5)}</p>`,
      images: [{ image_id: null, image_url: data.image_url }],
      skus: [{ ...plainSku, seller_sku: `BATIK-${at}` }],
    })
    const written = shops.map((one) => {
      const { id: _id, platform_id: _platform, ...step } = one as { id: number; platform_id: number }
      return { ...step, platform_category_id: 'pcat_01K00000000000000000000001' }
    })
    await ask(page, 'post', '/shop-product-template', { product_template_id: id, shops: written })
  }
}

test('a bulk publish goes on when its page is closed, and its results are found again', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await writeTemplates(page, sandbox)
  await sandbox('POST', '/_sandbox/faults', { path: '/web2/hana-home/admin', slow_ms: 4_000 })
  await page.goto('/en/products/template?keyword=Batik')
  const boxes = page.getByRole('checkbox', { name: /^Select .*Kota Bharu/ })
  await expect(boxes).toHaveCount(3)
  for (const box of await boxes.all()) await box.check()
  await page.getByRole('button', { name: /^Publish 3/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish 3 templates?' })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const line = page.getByRole('region', { name: 'Bulk publish' })
  await expect(line).toContainText('Publishing')
  await page.close()

  const again = await context.newPage()
  await again.goto('/en/products/template')
  const found = again.getByRole('region', { name: 'Bulk publish' })
  await expect(found).toContainText('Publishing')
  await expect(found.getByRole('progressbar')).toBeVisible()
  await sandbox('DELETE', '/_sandbox/faults')
  await expect(found).toContainText('Listings uploaded: 2, failed: 0. Templates left out: 1.')
  await found.getByRole('button', { name: 'Show results' }).click()
  const results = again.getByRole('dialog', { name: 'Bulk publish' })
  const rows = results.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const left = rows.filter({ hasText: 'Batik without words' })
  await expect(left).toContainText('Left out')
  await expect(left).toContainText(/Description/)
  await expect(rows.filter({ hasText: 'Batik table runner' })).toContainText('Uploaded')
  await expectWellMade(again)
  for (const width of [390, 1280]) {
    await again.setViewportSize({ width, height: 900 })
    await expectFits(again)
  }
  await results.getByRole('button', { name: 'Close' }).last().click()
  await expect(results).toBeHidden()
  await again.setViewportSize({ width: 390, height: 900 })
  await expectFits(again)
  await found.getByRole('button', { name: 'Hide this bulk publish' }).click()
  await expect(found).toBeHidden()
})

test('many results come by pages, and can be narrowed to one outcome', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const ids: number[] = []
  for (let at = 0; at < 25; at++) {
    const draft = { platform_ids: [6], name: `Songket shawl ${at}` }
    ids.push((await ask<{ id: number }>(page, 'post', '/product-template', draft)).id)
  }
  await ask(page, 'post', '/product-template/bulk-upload', { template_ids: ids })
  await page.goto('/en/products/template')
  const line = page.getByRole('region', { name: 'Bulk publish' })
  await expect(line).toContainText('Templates left out: 25.')
  await line.getByRole('button', { name: 'Show results' }).click()
  const results = page.getByRole('dialog', { name: 'Bulk publish' })
  const rows = results.getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('Songket shawl 0')
  await expect(results).toContainText('1–20 of 25')
  await results.getByRole('button', { name: 'Next page' }).click()
  await expect(results).toContainText('21–25 of 25')
  await expect(rows).toHaveCount(5)
  await expect(rows.last()).toContainText('Songket shawl 24')
  await expect(results.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await results.getByRole('button', { name: 'Left out 25' }).click()
  await expect(results).toContainText('1–20 of 25')
  await expect(results.getByRole('button', { name: /^(Failed|Under way|Uploaded)/ })).toHaveCount(0)
  await expectWellMade(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectFits(page)
  }
})
