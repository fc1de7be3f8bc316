import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { makePng } from '../steps/selling-session.ts'
import { seePages } from '../steps/sheets.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

test.beforeEach(async ({ signInAs }) => {
  await signInAs('owner@demo.test')
})

type Control = (method: string, path: string, body?: object) => Promise<unknown>

/** An order whose courier is booked, of the demo's marketplace. */
async function bookedOrder(sandbox: Control): Promise<string> {
  await sandbox('POST', '/_sandbox/shopee/delays', { tracking_seconds: 0, document_seconds: 0 })
  const order = { ref: `print-${Date.now()}`, lines: [['CUP', 'Tea Cup', 1, 12.5]], status: 'READY_TO_SHIP' }
  const action = { shop_id: linkedShop.id, order, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', action)) as { order_sn: string }
  await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'arrange' })
  return sn
}

/** An order of a web store, for which we make the waybill. */
async function storeOrder(page: Page, sandbox: Control): Promise<string> {
  const keys = await sandbox('POST', '/_sandbox/website/authorize', { shop_id: 'aoi-gifts' })
  const linked = await page.request.post('/api/v2/shops', {
    data: { platform_id: 4, name: 'Aoi web', ...(keys as object) },
  })
  expect(linked.status(), await linked.text()).toBe(201)
  const made = (await sandbox('POST', '/_sandbox/website/orders', { shop_id: 'aoi-gifts' })) as { id: number }
  for (const action of ['pay', 'track'])
    await sandbox('POST', `/_sandbox/website/orders/${made.id}/advance`, { action })
  return String(made.id)
}

async function choose(page: Page, code: string): Promise<void> {
  const row = page.locator('tbody tr[data-row]', { hasText: code })
  await expect(row).toBeVisible()
  await row.getByRole('checkbox').check()
}

async function expectStatus(page: Page, code: string, status: string): Promise<void> {
  await expect(async () => {
    const reply = await page.request.get(`/api/v2/orders/search?keyword=${code}`)
    const { data } = (await reply.json()) as { data: { status: { code: string } }[] }
    expect(data[0]?.status.code).toBe(status)
  }).toPass()
}

test('the waybills of a selection come as one file, and what could not be printed says why', async ({
  page,
  sandbox,
}) => {
  const booked = await bookedOrder(sandbox)
  const own = await storeOrder(page, sandbox)
  const open = (await sandbox('POST', '/_sandbox/shopee/orders', {
    shop_id: linkedShop.id,
    order: { ref: 'open', lines: [['CUP', 'Tea Cup', 1, 12.5]], status: 'READY_TO_SHIP' },
    force: true,
  })) as { order_sn: string }
  await expectStatus(page, booked, 'ready_to_ship')
  await expectStatus(page, own, 'shipped')
  await expectStatus(page, open.order_sn, 'pending')

  await page.goto('/en/orders')
  for (const code of [own, booked, open.order_sn]) await choose(page, code)
  await page.keyboard.press('p')
  const panel = page.getByRole('region', { name: 'Waybills' })
  await expect(panel.getByText('2 pages are ready. 1 order is not in the file.')).toBeVisible()
  await expect(panel.getByText(open.order_sn)).toBeVisible()
  await expect(panel.getByText('Can not print waybill for order with this type of status')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download' }).click(),
  ])
  const pages = await seePages(readFileSync(await download.path()))
  expect(pages).toHaveLength(2)
  expect(pages[0]?.codes.map(({ text }) => text)).toEqual([`WEB${own}X`, own])
  expect(pages[1]?.codes).toHaveLength(1)

  await expectWellMade(page)
  // In a hand the two stand one above the other.
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar.getByRole('button', { name: 'More actions' })).toBeVisible()
  const tray = page.getByRole('region', { name: 'Current run' })
  const [above, below] = [await bar.boundingBox(), await tray.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await panel.getByRole('button', { name: 'Retry 1 order' }).click()
  await expect(panel.getByText('Nothing could be printed. 1 order is not in the file.')).toBeVisible()
  await tray.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
})

test('an order has its slip printed from the drawer, and says why its waybill is not', async ({ page }) => {
  await page.goto('/en/orders?status=canceled')
  await page.locator('tbody tr[data-row] a').first().click()
  const drawer = page.getByRole('dialog')
  const refused = drawer.getByRole('button', { name: 'Print waybill' })
  await expect(refused).toBeDisabled()
  await expect(refused).toHaveAccessibleDescription(
    'Can not print waybill for order with this type of status',
  )
  // A double click has one slip made.
  await drawer.getByRole('button', { name: 'Print order slip' }).dblclick()
  const panel = page.getByRole('region', { name: 'Order slips' })
  await expect(panel.getByText('1 page is ready.')).toBeVisible()
  // The key of the waybill does no more than the button could.
  await page.keyboard.press('p')
  await expect(page.getByRole('region', { name: 'Waybills' })).toBeHidden()

  await page.goto('/en/orders?status=shipped')
  await page.locator('tbody tr[data-row] a').first().click()
  await expect(drawer.getByRole('button', { name: 'Print waybill', exact: true })).toBeEnabled()
  await page.keyboard.press('p')
  await expect(page.getByRole('region', { name: 'Waybills' })).toBeVisible()
  // The slips stay until somebody closes them.
  const trays = page.getByRole('region', { name: 'Current run' })
  await expect(trays).toHaveCount(2)
  await trays.first().getByRole('button').click()
  await expect(panel.getByText('1 page is ready.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Waybills' })).toBeHidden()
  await expectWellMade(page)
})

test('the waybill template is changed beside its preview, and kept', async ({ page }) => {
  await page.goto('/en/setting/printing')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('MYT00112233445')).toBeVisible()
  await page.getByLabel('Paper').selectOption('A5')
  await expect(preview.getByRole('heading', { name: 'Preview · A5' })).toBeVisible()
  await page.getByLabel('SKU codes').uncheck()
  await expect(preview.getByText('[LAN-1]')).toBeHidden()
  await expect(preview.getByText('Mei Ling')).toBeVisible()
  await page.getByLabel('Recipient').uncheck()
  await expect(preview.getByText('Mei Ling')).toBeHidden()
  await page.getByLabel('Orientation').selectOption('Landscape')
  await page.getByLabel('Footer text').fill('<b>Thank you</b><script>f()</script>')
  await expect(preview.getByText('Thank you')).toHaveCSS('font-weight', '700')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(makePng(60, 20).bytes) }
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    // By the keyboard, and by the name that a reader hears.
    page.getByRole('button', { name: 'Logo Choose image' }).press('Enter'),
  ])
  await chooser.setFiles(logo)
  await expect(preview.getByRole('img', { name: 'Logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Waybill template is saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Paper')).toHaveValue('A5')
  await expect(page.getByLabel('Orientation')).toHaveValue('landscape')
  await expect(page.getByLabel('Footer text')).toHaveValue('<b>Thank you</b>')
  await expect(preview.getByText('Thank you')).toBeVisible()
  await expectWellMade(page)
})

test('the step of papers has its tick once the file is there, and not before', async ({ page }) => {
  const batches = '**/api/v2/orders/print-batches/*'
  // All papers are drawn, and the file is still being put together.
  await page.route(batches, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, state: 'running', pages: null } } })
  })
  await page.goto('/en/orders?status=canceled')
  await page.locator('tbody tr[data-row] a').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Print order slip' }).click()
  const step = page.getByRole('region', { name: 'Current run' }).locator('li[data-step=print]')
  await expect(step).toContainText('1 of 1')
  await expect(step.locator('[data-end]')).toHaveCount(0)
  await page.unroute(batches)
  await expect(step.locator('[data-end=done]')).toBeVisible()
})
