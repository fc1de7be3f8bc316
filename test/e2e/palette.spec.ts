import type { Page } from '@playwright/test'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const field = (page: Page) => palette(page).getByRole('combobox')

async function openByKey(page: Page): Promise<void> {
  // Nobody listens to keys before the page is drawn.
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}

test('finds an order by its code, opens it, and remembers it', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const code = (await page.locator('tr[data-row] a').first().innerText()).trim()
  await page.goto('/en/setting/account')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await openByKey(page)
  await page.keyboard.type(code)
  await expect(palette(page).getByRole('option', { name: code })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: code })).toBeVisible()
  await page.goto('/en')
  await openByKey(page)
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText(code)
})

test('takes with Enter what the whole keyword finds, although it is not there yet', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const link = page.locator('tr[data-row] a').last()
  await expect(link).toBeVisible()
  const code = (await link.innerText()).trim()
  await openByKey(page)
  await page.keyboard.type(code.slice(0, 4))
  await expect(palette(page).getByRole('group', { name: 'Orders' }).getByRole('option').first()).toBeVisible()
  await page.keyboard.type(code.slice(4))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: code })).toBeVisible()
})

test('goes to pages by arrow keys, and does what the page offers', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await page.getByRole('button', { name: 'Search' }).click()
  await field(page).fill('ware')
  await expect(palette(page).getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/setting\/stock$/)
  await page.goto('/en/orders')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await openByKey(page)
  await page.keyboard.type('export')
  const options = palette(page).getByRole('option')
  await expect(options.nth(0)).toHaveText('Export')
  await expect(options.nth(1)).toHaveText('My exports')
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('Format')).toBeVisible()
})

test('prints, stars and confirms what is open or selected, by palette and by key', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=pending')
  // Other specs may have left an order with something under way.
  const fresh = page.locator('tr[data-row]').filter({ has: page.getByRole('button', { name: /^Confirm/ }) })
  await page.goto(
    `/en/orders?status=pending&keyword=${await fresh.first().getByRole('link').first().innerText()}`,
  )
  const row = page.locator('tr[data-row]').first()
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  const code = (await row.getByRole('link').first().textContent()) ?? ''
  const star = row.getByRole('button', { name: `Star order ${code}` })
  await page.keyboard.press('f')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('f')
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('x')
  await page.keyboard.press('f')
  await expect(page.getByText('1 order starred.')).toBeVisible()
  await openByKey(page)
  const options = palette(page).getByRole('option')
  await expect(options.filter({ hasText: 'Print waybills' })).toContainText('P')
  // Actions on the selection come before those on the whole list.
  await expect(options.first()).not.toHaveText('Export')
  await page.keyboard.type('confirm 1 selected')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Confirm 1 order' })
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await row.getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: code })).toBeVisible()
  await openByKey(page)
  await page.keyboard.type(`cancel order ${code}`)
  await options.filter({ hasText: `Cancel order · ${code}` }).click()
  await expect(page.getByRole('combobox', { name: 'Reason' })).toBeVisible()
})

test('changes scheme, rows and language, which stay', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const row = page.locator('tr[data-row]').first()
  await expect(row).toBeVisible()
  const before = (await row.boundingBox())?.height ?? 0
  for (const action of ['dark', 'compact']) {
    await openByKey(page)
    await page.keyboard.type(action)
    await expect(palette(page).getByRole('group', { name: 'Display' }).getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toBeHidden()
  }
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(row).toBeVisible()
  expect((await row.boundingBox())?.height ?? 0).toBeLessThan(before - 5)
  await openByKey(page)
  await page.keyboard.type('tieng')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vn\/orders$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi')
})

test('finds customers, goods, shops, couriers, statuses and answers, and keeps its place while they arrive', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const list = async (path: string) =>
    ((await (await page.request.get(`/api/v2${path}`)).json()) as { data: Record<string, unknown>[] }).data
  // Buyers whose channel hides them, or whose data were erased, are not found by name.
  const customers = await list('/customers?limit=50')
  const customer = String(customers.find(({ name, is_masked: masked }) => name && !masked)?.['name'])
  const product = String((await list('/products/filter?limit=1'))[0]?.['name'])
  const sku = String((await list('/sku-centers?limit=1'))[0]?.['prime_sku'])
  await page.goto('/en')
  await openByKey(page)
  const found = (group: string) => palette(page).getByRole('group', { name: group }).getByRole('option')
  for (const [typed, group, name] of [
    [customer, 'Customers', customer],
    [product, 'Products', product],
    [sku, 'SKU centre', sku],
    [linkedShop.name, 'Channels', linkedShop.name],
    ['gdex', 'Shipping', 'GDEX'],
    ['pending', 'Pages', 'Orders: Pending'],
    ['waybill', 'FAQ', /waybill/i],
  ] as const) {
    await field(page).fill(typed)
    await expect(found(group).filter({ hasText: name }).first()).toBeVisible()
  }
  await field(page).fill('gdex')
  await expect(found('Shipping')).toHaveText('GDEX')
  await found('Shipping').click()
  await expect(page).toHaveURL(/\/en\/setting\/shipment\/gdex$/)
})

test('offers nobody what he may not do', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/orders')
  await openByKey(page)
  await expect(palette(page).getByRole('option', { name: 'Scan' })).toBeVisible()
  for (const name of ['Create order', 'Export', 'Staff', 'Payouts'])
    await expect(palette(page).getByRole('option', { name, exact: true })).toHaveCount(0)
})

test('shows all keys on any page', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/staff')
  await expect(page.getByRole('heading', { level: 1, name: 'Staff' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Everywhere')).toBeVisible()
  // A dialog has to be answered before another opens.
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()
})

test('takes what is typed before it is there, and leaves it from the page', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const came = Promise.withResolvers<void>()
  await page.route(/palette/, async (route) => {
    await came.promise
    await route.continue()
  })
  await page.goto('/en/orders')
  await page
    .getByRole('checkbox', { name: /^Select order/ })
    .first()
    .check()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('cusp')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('t')
  came.resolve()
  await expect(field(page)).toHaveValue('cust')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('o')
  await expect(field(page)).toHaveValue('custo')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('is loaded when it is first asked for', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/en')
  await expect(page.getByText('Connected').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /palette/.test(url))).toEqual([])
  await openByKey(page)
  expect(loaded.filter((url) => /palette/.test(url))).not.toEqual([])
})

test('is well made, in the hand too', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await expectWellMade(page)
})
