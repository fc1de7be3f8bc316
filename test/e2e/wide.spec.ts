import { expect, linkedShop, test } from './page-steps.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

test('a wide screen shows whole names, numbers and bars where it has the room', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const name = 'Lampion kertas berwarna-warni untuk hiasan majlis perkahwinan'
  await sandbox('POST', '/_sandbox/shopee/products', {
    shop_id: linkedShop.id,
    sku: 'WIDE-1',
    name,
    price: 1000,
    stock: 5,
  })
  await page.goto('/en/products/grid?keyword=WIDE-1')
  const cell = page.getByRole('gridcell', { name })
  await expect(cell).toBeVisible()
  expect(await cell.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  // The columns end where their frame does.
  const last = await page.getByRole('columnheader', { name: 'Status' }).boundingBox()
  const frame = await page.locator('revo-grid').boundingBox()
  const right = (box: typeof frame) => (box ? box.x + box.width : 0)
  expect(right(frame) - right(last)).toBeLessThan(40)

  await page.goto('/en/orders?status=delivered')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  // The longest tracking numbers stand on one line.
  const tracking = page.getByRole('columnheader', { name: 'Tracking' })
  await expect.poll(async () => (await tracking.boundingBox())?.width).toBe(170)

  await page.goto('/en/analytics/orders')
  const bar = page.getByRole('row').filter({ hasText: 'Selangor' }).locator('[aria-hidden]').first()
  await expect(bar).toBeVisible()
  expect((await bar.boundingBox())?.width).toBeGreaterThan(120)
})
