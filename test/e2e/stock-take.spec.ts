import type { Page } from '@playwright/test'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

type Sku = { id: number; name: string; prime_sku: string; stock_total: number }

/** Two SKUs with a seller's code, of which some pieces have just arrived. */
async function receivedSkus(page: Page): Promise<[Sku, Sku]> {
  const api = async (path: string) => (await page.request.get(`/api/v2${path}`)).json()
  const { data } = (await api('/sku-centers?sort=prime_sku&shop_count=1&limit=100')) as { data: Sku[] }
  const { meta } = (await api('/stock-takes')) as { meta: { warehouses: { id: number }[] } }
  const chosen = data.filter((one) => !one.prime_sku.includes('@')).slice(0, 2)
  const reply = await page.request.post('/api/v2/stock-receipts', {
    data: {
      warehouse_id: meta.warehouses[0]?.id,
      lines: chosen.map(({ id }) => ({ sku_id: id, quantity: 10 })),
    },
  })
  expect(reply.status()).toBe(201)
  const [first, second] = await Promise.all(
    chosen.map(async ({ id }) => ((await api(`/sku-centers/${id}`)) as { data: Sku }).data),
  )
  if (!first || !second) throw new Error('the demo has too few SKUs')
  return [first, second]
}

/** Types a code as a scanner does: all at once, and Enter. */
async function scan(page: Page, code: string) {
  await page.getByLabel('Scan or enter a barcode, SKU or name').focus()
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

test('a packer counts with a scanner on a phone, also without a network, and books what differs', async ({
  page,
  signInAs,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('packer@demo.test')
  const [sku, other] = await receivedSkus(page)
  await page.goto('/en/skus')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Stock takes' }).click()
  await expect(page.getByRole('heading', { name: 'Stock takes' })).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Start stock take' }).click()
  const start = page.getByRole('dialog', { name: 'Start stock take' })
  await start.getByRole('button', { name: 'Start stock take' }).click()
  await expect(page).toHaveURL(/\/en\/skus\/stock-takes\/\d+$/)
  await expectWellMade(page)

  const counted = page.getByRole('list', { name: 'Counted SKUs' }).getByRole('listitem')
  const current = page.getByRole('region', { name: sku.name })
  const figure = current.getByRole('textbox')
  await scan(page, sku.prime_sku.toLowerCase())
  await expect(figure).toHaveValue('1')
  await current.getByRole('button', { name: 'One more' }).click()
  await expect(figure).toHaveValue('2')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(figure).toHaveValue('1')
  await figure.fill(String(sku.stock_total - 2))
  await page.keyboard.press('Enter')
  await expect(counted.filter({ hasText: sku.prime_sku })).toContainText('2 fewer')
  // A barcode that is scanned into the figure is no count.
  await figure.focus()
  await page.keyboard.insertText('9551875137663')
  await page.keyboard.press('Enter')
  await expect(figure).toHaveAttribute('aria-invalid', 'true')
  await expect(current.getByRole('alert')).toHaveText('Enter a whole number from 0 to 999.999')
  await expect(counted.filter({ hasText: sku.prime_sku })).toContainText('2 fewer')
  const wide = (text: string) =>
    text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  await figure.fill(wide(String(sku.stock_total - 2)))
  await page.keyboard.press('Enter')
  await expect(figure).toHaveValue(String(sku.stock_total - 2))
  await expect(page.getByText('Saved')).toBeVisible()
  await expectFits(page)
  await expectWellMade(page)

  await scan(page, 'NOBODY-KNOWS')
  const unknown = page.getByRole('alert', { name: 'No SKU has the code NOBODY-KNOWS' })
  await unknown.getByLabel('Find the SKU').fill(other.prime_sku)
  await unknown.getByRole('button', { name: 'Search' }).click()
  await unknown
    .getByRole('button', { name: `Count · ${other.name}` })
    .first()
    .click()
  await expect(counted.filter({ hasText: other.prime_sku })).toBeVisible()

  // An answer that comes late takes the SKU away from nobody who has tapped another meanwhile.
  const answer = Promise.withResolvers<void>()
  await page.route('**/scans', async (route) => {
    await answer.promise
    await route.continue()
  })
  await scan(page, other.prime_sku)
  await counted.filter({ hasText: sku.prime_sku }).getByRole('button').click()
  await expect(figure).toBeVisible()
  answer.resolve()
  await expect(counted.filter({ hasText: other.prime_sku }).locator('b')).toHaveText('2')
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(figure).toBeVisible()
  await page.unroute('**/scans')

  await context.setOffline(true)
  await scan(page, sku.prime_sku)
  await scan(page, sku.prime_sku)
  await expect(page.getByText('2 scans wait for the network')).toBeVisible()
  for (const code of ['GONE-1', 'GONE-2', 'GONE-2']) await scan(page, code)
  await expect(figure).toHaveValue(String(sku.stock_total))
  await expect(page.getByRole('button', { name: /^Review/ })).toHaveAttribute('aria-disabled', 'true')
  await context.setOffline(false)
  await expect(page.getByText('Saved')).toBeVisible()
  await expect(counted.filter({ hasText: sku.prime_sku })).toContainText('as expected')
  // Each code that nobody knows waits for its answer, with all that was scanned of it.
  await page.reload()
  const first = page.getByRole('alert', { name: 'No SKU has the code GONE-1' })
  await expect(first).toContainText('1 more code to check')
  await expect(page.getByRole('button', { name: /^Review/ })).toHaveAttribute('aria-disabled', 'true')
  await first.getByRole('button', { name: 'Skip' }).click()
  const second = page.getByRole('alert', { name: 'No SKU has the code GONE-2' })
  await expect(second).toContainText('Scanned 2 times')
  await expectWellMade(page)
  await second.getByLabel('Find the SKU').fill(other.prime_sku)
  await second.getByRole('button', { name: 'Search' }).click()
  await second
    .getByRole('button', { name: `Count · ${other.name}` })
    .first()
    .click()
  await expect(counted.filter({ hasText: other.prime_sku }).locator('b')).toHaveText('4')
  await expect(second).toBeHidden()
  await expect(page.getByText('Saved')).toBeVisible()
  await counted.filter({ hasText: sku.prime_sku }).getByRole('button').click()

  // A refused call keeps its scans, and of many scans only one that is wrong is left out.
  const denied = { status: 403, json: { success: false, code: 'forbidden', message: 'No' } }
  await page.route('**/scans', (route) => route.fulfill(denied))
  for (const code of [sku.prime_sku, 'GS\u001d-1', sku.prime_sku]) await scan(page, code)
  await expect(page.getByText('3 scans are kept on this device and not sent yet')).toBeVisible()
  await page.unroute('**/scans')
  const wrong = page.getByRole('alert', { name: /^The scanned code GS.-1 is not valid/ })
  await wrong.getByRole('button', { name: 'Skip' }).click()
  await expect(figure).toHaveValue(String(sku.stock_total + 2))

  await figure.fill(String(sku.stock_total - 1))
  await page.keyboard.press('Enter')
  const review = page.getByRole('button', { name: 'Review 2 differences' })
  // Above the phone's navigation, wherever the page stands.
  await expect(review).toBeVisible()
  const isOnTop = review.evaluate((button) => {
    window.scrollTo(0, 0)
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(await isOnTop).toBe(true)
  await review.click()
  await page.getByRole('button', { name: `Leave out · ${other.name}` }).click()
  const differences = page.getByRole('list', { name: 'Differences' }).getByRole('listitem')
  await expect(differences).toHaveCount(1)
  await expect(differences).toContainText(`${sku.stock_total} → ${sku.stock_total - 1}`)
  await page.getByLabel(`Reason for ${sku.name}`).selectOption('Damaged')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(async () => {
    const bar = await page.locator('main footer').boundingBox()
    expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeGreaterThan(1260)
  }).toPass()
  await expectFits(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page)
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Book differences' }).click()
  const confirm = page.getByRole('dialog', { name: 'Book the stock take?' })
  await confirm.getByRole('button', { name: 'Book differences' }).click()
  await expect(page.getByText(/^Booked by /)).toBeVisible()
  await expect(page.getByText(/^A booked stock take cannot be undone. To correct/)).toBeVisible()
  await expectFits(page)

  await page.goto(`/en/skus/detail/${sku.id}`)
  const movements = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(movements.first()).toContainText('Stock take: Damaged')
  await expect(movements.first()).toContainText('−1')

  // Scans that come after the end are named, not dropped.
  const list = await page.request.get('/api/v2/stock-takes')
  const { meta } = (await list.json()) as { meta: { warehouses: { id: number }[] } }
  const started = await page.request.post('/api/v2/stock-takes', {
    data: { warehouse_id: meta.warehouses[0]?.id },
  })
  expect(started.status()).toBe(201)
  const { data: next } = (await started.json()) as { data: { id: number } }
  await page.goto(`/en/skus/stock-takes/${next.id}`)
  await expect(page.getByText('Scan the first item to begin.')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel stock take' })
  await cancel.press('Enter')
  const keep = page.getByRole('button', { name: 'Keep counting' })
  await expect(keep).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(keep).toBeHidden()
  await expect(cancel).toBeFocused()
  await scan(page, 'GONE-3')
  await expect(page.getByRole('alert', { name: 'No SKU has the code GONE-3' })).toBeVisible()
  await context.setOffline(true)
  await scan(page, other.prime_sku)
  await scan(page, other.prime_sku)
  await expect(page.getByText('2 scans wait for the network')).toBeVisible()
  await page.request.delete(`/api/v2/stock-takes/${next.id}`)
  await context.setOffline(false)
  const lost = page.getByRole('alert', { name: /were not counted/ })
  await expect(lost.getByRole('listitem')).toHaveText(['GONE-31', `${other.prime_sku}2`])
  await expectFits(page)
  await expectWellMade(page)
  await lost.getByRole('button', { name: 'Close' }).click()
  await expect(lost).toBeHidden()
})

test('pieces of a SKU are transferred to another warehouse', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.request.post('/api/v2/warehouses', { data: { name: 'Shed of Ipoh' } })
  const [, sku] = await receivedSkus(page)
  await page.goto(`/en/skus/detail/${sku.id}`)
  await page.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer' })
  await dialog.getByLabel('To warehouse').selectOption('Shed of Ipoh')
  await dialog.getByLabel('Units to transfer').fill('2000')
  await dialog.getByRole('button', { name: 'Transfer' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Units to transfer').fill('1')
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Transfer' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Shed of Ipoh/ })).toBeVisible()
  // Each side of it names its warehouse.
  const movements = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(movements.filter({ hasText: 'Shed of Ipoh' }).first()).toContainText('+1')
  const reply = await page.request.get('/api/v2/warehouses')
  const [own] = ((await reply.json()) as { data: { name: string }[] }).data
  const sent = movements.filter({ hasText: 'Transferred' }).filter({ hasNotText: 'Shed of Ipoh' })
  await expect(sent.first()).toContainText(` · ${own?.name}−1`)
})

test('units that are gone are taken off although open orders need them, once a person says so', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const found = await page.request.get('/api/v2/sku-centers?sort=prime_sku&shop_count=1&limit=50')
  const { data } = (await found.json()) as { data: (Sku & { available: number })[] }
  // Other specs link shops that sell some of these SKUs, too.
  const sku = data.filter(({ prime_sku: code }) => !code.includes('@')).at(-1)
  if (!sku) throw new Error('the demo has no such SKU')
  const warehouses = await page.request.get('/api/v2/warehouses')
  const [own] = ((await warehouses.json()) as { data: { id: number }[] }).data
  const lines = [{ sku_id: sku.id, quantity: 4 }]
  const taken = await page.request.post('/api/v2/stock-receipts', { data: { warehouse_id: own?.id, lines } })
  expect(taken.status()).toBe(201)
  const figures = async () => {
    const reply = await page.request.get(`/api/v2/sku-centers/${sku.id}`)
    return ((await reply.json()) as { data: { stock_total: number; available: number } }).data
  }
  const { available } = await figures()
  await sandbox('POST', '/_sandbox/shopee/orders', {
    shop_id: linkedShop.id,
    order: {
      ref: 'gone',
      status: 'READY_TO_SHIP',
      lines: [[sku.prime_sku, sku.name, Math.max(available, 1), 9]],
    },
    force: true,
  })
  await expect.poll(async () => (await figures()).available).toBeLessThanOrEqual(0)
  const { stock_total: before } = await figures()

  await page.goto(`/en/skus/detail/${sku.id}`)
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust stock' })
  // A digit too many shows in what would lie there afterwards.
  await dialog.getByLabel('Change').fill('1000')
  await expect(dialog).toContainText(/On hand: \S+ → 1[.,]0\d\d/)
  await dialog.getByLabel('Change').fill('-1')
  await expect(dialog).toContainText(`On hand: ${before} → ${before - 1}`)
  await dialog.getByLabel('Reason').fill('Fell off the shelf')
  const confirm = dialog.getByRole('checkbox', { name: 'Leave fewer units than open orders need' })
  await expect(confirm).toBeHidden()
  await dialog.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(dialog.getByText('Fewer units would be left than open orders need')).toBeVisible()
  await expectWellMade(page)
  await confirm.check()
  // Another figure is another question.
  await dialog.getByLabel('Change').fill('-2')
  await expect(confirm).toBeHidden()
  await dialog.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(confirm).not.toBeChecked()
  await dialog.getByLabel('Change').fill('-1')
  await dialog.getByRole('button', { name: 'Adjust stock' }).click()
  await confirm.check()
  await dialog.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(dialog).toBeHidden()
  const movements = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(movements.filter({ hasText: 'Fell off the shelf' })).toContainText('−1')
  expect((await figures()).stock_total).toBe(before - 1)
})
