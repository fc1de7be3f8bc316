import { readFile } from 'node:fs/promises'
import { linkByConsent } from './doorstep.ts'
import { readCsv } from '../steps/export-steps.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

type Payout = {
  order_id: number | null
  order_code: string
  shop: { data: { system_name: string } }
  settled_value: number
  difference_value: number
}

test('the month’s payouts are narrowed, add up to their total, and leave as a file', async ({
  page,
  signInAs,
}) => {
  test.slow()
  await signInAs('owner@demo.test')
  const ask = async (path: string) =>
    (await (await page.request.get(`/api/v2${path}`)).json()) as { data: Payout[] }
  let differing: Payout[] = []
  // They come after the orders.
  await expect(async () => {
    differing = (await ask('/settlements?has_difference=1&limit=100')).data
    expect(differing.length).toBeGreaterThan(1)
  }).toPass()

  await page.goto('/en/orders')
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()
  const list = page.getByRole('table', { name: 'Payouts' })
  const totals = page.getByRole('table', { name: 'Totals by shop and currency' })
  await expect(list.locator('[data-row]')).toHaveCount(100)
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(list.locator('[data-row]')).toHaveCount(200)

  // Each charge is named.
  await list.locator('[data-row]').first().getByRole('button').click()
  await expect(
    page.getByRole('dialog', { name: /^Fees and taxes of order/ }).getByText('Commission'),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1600, height: 900 })
  await page.getByRole('button', { name: /^With a difference/ }).click()
  await expect(page).toHaveURL(/\/en\/orders\/settlements\?has_difference=1$/)
  await expect(list.locator('[data-row]')).toHaveCount(Math.min(100, differing.length))
  const shop = totals.getByRole('row', { name: new RegExp(linkedShop.name) })
  const sum = (values: number[]) => Math.round(values.reduce((all, one) => all + one, 0) * 100) / 100
  const shown = (value: number) =>
    value.toLocaleString('de-DE', { minimumFractionDigits: 2 }).replace('-', '−')
  // Other specs may have linked more shops.
  const own = differing.filter(({ shop: { data } }) => data.system_name === linkedShop.name)
  await expect(shop).toContainText(shown(sum(own.map((one) => one.settled_value))))
  await expect(shop).toContainText(`${shown(sum(own.map((one) => one.difference_value)))} RM (${own.length})`)

  // Each line of the totals leads to its shop.
  await shop.getByRole('link', { name: linkedShop.name }).click()
  await expect(page).toHaveURL(/\/en\/orders\/settlements\?.*shop_id=\d+/)
  await page.getByRole('searchbox', { name: 'Order number' }).fill(own[0]?.order_code.toLowerCase() ?? '')
  await expect(list.locator('[data-row]')).toHaveCount(1)
  await expect(shop.getByRole('cell').first()).toHaveText('1')

  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const form = page.getByRole('dialog', { name: 'Export', exact: true })
  await expect(form.getByText('1 payout, one row per order')).toBeVisible()
  await form.getByRole('radio', { name: 'CSV' }).check()
  await form.getByRole('button', { name: 'Export' }).click()
  const link = page
    .getByRole('region', { name: 'Export progress' })
    .getByRole('link', { name: /settlements-.*\.csv$/ })
  await expect(link).toBeVisible()
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const [heads = [], ...rows] = readCsv(await readFile(await file.path()))
  expect(
    rows.map((row) => [row[heads.indexOf('Order code')], Number(row[heads.indexOf('Difference')])]),
  ).toEqual([[own[0]?.order_code, own[0]?.difference_value]])

  // Days without a payout, kept in the address.
  await page.goto('/en/orders/settlements?from=2001-02-03&to=2001-02-04')
  await expect(page.getByText('No payouts found')).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Remove filter: Paid out on' }).click()
  await expect(list.locator('[data-row]')).toHaveCount(100)
})

test('an order leads to the payouts of its shop and back, and a packer sees none', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders/settlements')
  const link = page.getByRole('table', { name: 'Payouts' }).locator('[data-row] a').first()
  const code = await link.innerText()
  await link.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: code })).toBeVisible()
  await expect(drawer.getByText('You received')).toBeVisible()
  await drawer.getByRole('link', { name: 'All payouts of this shop' }).click()
  await expect(page).toHaveURL(/\/en\/orders\/settlements\?shop_id=\d+$/)
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible()

  await signInAs('packer@demo.test')
  await page.goto('/en/orders/settlements')
  await expect(page.getByRole('heading', { name: 'You are not allowed to access this page' })).toBeVisible()
})

test('payouts that come in show on the open page', async ({ page, signInAs, sandbox }) => {
  test.slow()
  await signInAs('owner@demo.test')
  await page.goto('/en/orders/settlements')
  const totals = page.getByRole('table', { name: 'Totals by shop and currency' })
  await expect(totals.getByRole('row', { name: new RegExp(linkedShop.name) })).toBeVisible()
  // No other spec links it: on their common console its payouts come in now.
  const vietnam = totals.getByRole('link', { name: 'Aoi Gifts Vietnam' })
  await expect(vietnam).toBeHidden()
  await linkByConsent(page, sandbox, { code: 'lazada', id: 1 }, 200254410)
  await expect(vietnam).toBeVisible()
  // Payouts without a rate alone are no zero of the reporting currency.
  await vietnam.click()
  await expect(page.getByRole('main')).toContainText(
    /All currencies paid out:\s+[\d.]+\s₫ \(no exchange rate\)/,
  )
})
