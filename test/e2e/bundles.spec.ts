import type { Page } from '@playwright/test'
import { expect, expectFits, expectWellMade, linkedShop, linkedShopId, test } from './page-steps.ts'

type Sku = { id: number; name: string; prime_sku: string }

/** SKUs that the linked shop alone lists and that no other spec changes: the last ones by their code. */
async function someSkus(page: Page): Promise<[Sku, Sku]> {
  const query = `sort=-prime_sku&shop_count=1&limit=50&shop_id=${await linkedShopId(page)}`
  const reply = await page.request.get(`/api/v2/sku-centers?${query}`)
  const { data } = (await reply.json()) as { data: Sku[] }
  const [first, second] = data.filter((one) => !one.prime_sku.includes('@'))
  if (!first || !second) throw new Error('the demo has too few SKUs')
  return [first, second]
}

async function receive(page: Page, { id }: Sku, quantity: number): Promise<void> {
  const found = await page.request.get('/api/v2/warehouses')
  const { data } = (await found.json()) as { data: { id: number }[] }
  const reply = await page.request.post('/api/v2/stock-receipts', {
    data: { warehouse_id: data[0]?.id, lines: [{ sku_id: id, quantity }] },
  })
  expect(reply.status()).toBe(201)
}

async function available(page: Page, { id }: Sku): Promise<number> {
  const reply = await page.request.get(`/api/v2/sku-centers/${id}`)
  return ((await reply.json()) as { data: { available: number } }).data.available
}

test('a bundle is made of parts, says which one limits it, and the part says where it is', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const [dome, base] = await someSkus(page)
  await receive(page, dome, 4)
  await receive(page, base, 900)
  const [domes, bases] = [await available(page, dome), await available(page, base)]
  await page.goto('/en/skus/create')
  await page.getByLabel('Name', { exact: true }).fill('Lantern under a dome')
  await page.getByLabel('SKU code').fill('DOME-SET')
  await page.getByRole('button', { name: 'Make it a bundle' }).click()
  const parts = page.getByRole('group', { name: 'Parts' })
  for (const { prime_sku: code, name } of [dome, base]) {
    await parts.getByLabel('Search parts by name or code').fill(code)
    await parts
      .getByRole('button', { name: `Add · ${name}`, exact: true })
      .first()
      .click()
  }
  const quantity = parts.getByLabel(`Quantity · ${dome.name}`, { exact: true })
  await quantity.fill('none')
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(parts.getByRole('alert')).toBeVisible()
  await quantity.fill('2')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(page.getByText('Lantern under a dome is created.')).toBeVisible()

  const scarcest = Math.floor(domes / 2) <= bases ? dome : base
  await expect(page.getByText(`Available, limited by ${scarcest.name}`)).toBeVisible()
  const table = page.getByRole('table', { name: 'Parts' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row').nth(1)).toContainText(scarcest.name)
  await expectWellMade(page)
  await table.getByRole('link', { name: dome.name, exact: true }).click()
  await expect(page.getByText('In 1 bundle:')).toBeVisible()
  await page.getByRole('link', { name: 'Lantern under a dome' }).click()

  await page.getByRole('button', { name: 'Edit SKU' }).click()
  const form = page.getByRole('dialog', { name: 'Edit SKU' })
  await form.getByRole('button', { name: `Remove · ${base.name}`, exact: true }).click()
  await expectFits(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(table.getByRole('row')).toHaveCount(2)
})

test('a rule says how much of a SKU a shop is sent, and the listing says why', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const shop = await linkedShopId(page)
  const sync = (is_stock_sync: boolean) =>
    page.request.put(`/api/v2/shops/${shop}`, { data: { is_stock_sync } })
  await sync(true)
  const [, sku] = await someSkus(page)
  await receive(page, sku, 20)
  await page.goto(`/en/skus/detail/${sku.id}`)
  const row = page.getByRole('list', { name: 'Listings' }).getByRole('listitem').first()
  await row.getByRole('button', { name: /^Stock rule/ }).click()
  const dialog = page.getByRole('dialog', { name: `Stock rule for ${linkedShop.name}` })
  await dialog.getByLabel('Share of stock').fill('101')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Share of stock').fill('')
  await dialog.getByLabel('Sell at most').fill('6')
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Never more than 6 here')
  // The first count of all listings of the demo takes its time, and sending comes behind it.
  await expect(row).toContainText(/Sending…|Up to date/)
  await expectWellMade(page)
  await sync(false)
})

test('the timelines of a bundle and of its part name each other, and the warehouse', async ({
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const [, part] = await someSkus(page)
  await receive(page, part, 20)
  const code = 'LANTERNS-OF-TWO'
  const made = await page.request.post('/api/v2/sku-centers', {
    data: { name: 'Lanterns of two', prime_sku: code, parts: [{ sku_id: part.id, quantity: 2 }] },
  })
  const bundle = ((await made.json()) as { data: Sku }).data
  const product = { sku: code, name: bundle.name, price: 3000, stock: 4 }
  await sandbox('POST', '/_sandbox/shopee/products', { shop_id: linkedShop.id, ...product })
  const listed = async () =>
    (
      (await (await page.request.get(`/api/v2/sku-centers?keyword=${code}`)).json()) as {
        data: { listing_count: number }[]
      }
    ).data[0]?.listing_count
  await expect.poll(listed).toBe(1)
  const order = { ref: 'lanterns', status: 'READY_TO_SHIP', lines: [[code, bundle.name, 1, 30]] }
  await sandbox('POST', '/_sandbox/shopee/orders', { shop_id: linkedShop.id, order, force: true })
  await page.request.post(`/api/v2/shops/${await linkedShopId(page)}/sync`)
  const timeline = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await page.goto(`/en/skus/detail/${bundle.id}`)
  const found = await page.request.get('/api/v2/warehouses')
  const [warehouse] = ((await found.json()) as { data: { name: string }[] }).data
  const place = `${linkedShop.name} · ${warehouse?.name}`
  await expect(timeline.filter({ hasText: part.name })).toContainText(`${part.name} · ${place}`)
  await page.goto(`/en/skus/detail/${part.id}`)
  await expect(timeline.filter({ hasText: bundle.name })).toContainText(place)
  // The order's code is on one line, where the column is at its narrowest.
  await page.setViewportSize({ width: 1024, height: 800 })
  const ofOrder = timeline.filter({ hasText: bundle.name }).getByRole('link').first()
  const lines = await ofOrder.evaluate((link) => {
    const range = document.createRange()
    range.selectNodeContents(link)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})
