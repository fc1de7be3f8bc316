import type { Locator, Page } from '@playwright/test'
import { readCsv } from '../steps/export-steps.ts'
import { days, expectPicture, figuresOf, fileOf, type Revenue } from './analytics-steps.ts'
import { expect, expectFits, expectWellMade, linkedShop, linkedShopId, test } from './page-steps.ts'

const cell = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })

const numberIn = (text: string) => Number(text.replaceAll(/\D/g, ''))

/** The number of a link, without the name that a screen reader hears behind it. */
async function figureIn(link: Locator): Promise<number> {
  return numberIn((await link.innerText()).split(':')[0] ?? '')
}

/** Follows a figure to its orders, compares how many there are, and comes back. */
async function expectItsOrders(page: Page, link: Locator, chip?: RegExp): Promise<void> {
  await expect(link).toBeVisible()
  const shown = await figureIn(link)
  expect(shown).toBeGreaterThan(0)
  await link.click()
  await expect(page).toHaveURL(/\/en\/orders\?/)
  if (chip) await expect(page.getByRole('button', { name: chip }).first()).toBeVisible()
  const summary = page.getByText(/^[\d.]+–[\d.]+ of [\d.]+/)
  await expect(summary).toContainText(new RegExp(` of ${String(shown).replace(/\B(?=(\d{3})+$)/, '\\.')}$`))
  await page.goBack()
}

test('figures are those of the API, and each opens as many orders', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const query = await days(page)
  const told = await figuresOf<Revenue>(page, 'sales/revenue-metrics', query)
  await page.goto(`/en/analytics/sales${query}`)
  const orders = cell(page, 'Orders').getByRole('link')
  await expect(orders).toContainText(String(told.orders.value))
  await expect(cell(page, 'Canceled orders')).toContainText(String(told.canceled_orders.value))
  await expectItsOrders(page, orders, /Date of sale/)
  await expectItsOrders(page, cell(page, 'Canceled orders').getByRole('link'))
  const shops = page.getByRole('region', { name: 'Shops' }).getByRole('row')
  await expectItsOrders(page, shops.filter({ hasText: linkedShop.name }).getByRole('link').first())
  const top = page.getByRole('region', { name: 'Top products' }).getByRole('row')
  await expectItsOrders(page, top.nth(1).getByRole('link', { name: 'open the orders of Orders, ' }), /SKU/)
  const busiest = page.getByRole('region', { name: 'When people buy' }).locator('a:not([data-place])')
  await expectItsOrders(page, busiest, /\d\d:00 – \d\d:00/)

  await page.goto(`/en/analytics/orders${query}`)
  const places = page.getByRole('region', { name: 'Where orders go' }).getByRole('row')
  await expectItsOrders(page, places.nth(1).getByRole('link').first(), /Malaysia|Hidden/)
})

test('a filter that a figure set is taken off by its chip', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const query = await days(page)
  await page.goto(`/en/orders${query}&date_field=sold&sold_weekday=3&sold_hour=10`)
  await page.getByRole('button', { name: 'Remove filter: Wednesday' }).click()
  await expect(page).toHaveURL(/sold_hour=10/)
  await expect(page).not.toHaveURL(/sold_weekday/)
  await page.getByRole('button', { name: 'Remove filter: 10:00 – 11:00' }).click()
  await expect(page).not.toHaveURL(/sold_hour/)
  // Hours of sales without the days of sales mean nothing.
  await page.goto('/en/orders?sold_hour=10')
  await expect(page.getByText(/^[\d.]+–[\d.]+ of [\d.]+/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove filter: 10:00 – 11:00' })).toBeHidden()
})

test('range, comparison, grouping and the drawn figure are in the address, on the next page too', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/analytics/sales')
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: 'This year' }).click()
  await page.getByRole('button', { name: /^Comparison/ }).click()
  await page.getByRole('button', { name: 'vs. last year' }).click()
  await page.getByRole('button', { name: /^Group by/ }).click()
  // No hours are drawn of so many days, and none are offered.
  await expect(page.getByRole('button', { name: 'By hour (31 days at most)' })).toBeDisabled()
  await page.getByRole('button', { name: 'By month' }).click()
  await page.getByRole('button', { name: 'Orders', exact: true }).first().click()
  await expect(page).toHaveURL(/compare=2&group=month&figure=orders&range=this_year$/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Date range: This year/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Comparison: vs. last year/ })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Orders over time' })).toBeVisible()
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await expect(page).toHaveURL(/\/en\/analytics\/products\?compare=2&group=month&range=this_year$/)
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByLabel('From').fill('2026-01-05')
  await page.getByLabel('To', { exact: true }).fill('2026-01-09')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/from=2026-01-05&to=2026-01-09/)
})

/** Saves what a card shows. */
test('a chart is a table, a picture, a file, and steps for the keyboard', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const query = await days(page)
  const { chart } = await figuresOf<Revenue>(page, 'sales/revenue-metrics', query)
  await page.goto(`/en/analytics/sales${query}&figure=orders`)
  const card = page.getByRole('region', { name: 'Sales analytics' })
  await expect(card.locator('.recharts-bar-rectangle').first()).toBeVisible()

  await expectPicture(page, card)
  const [heads = [], ...rows] = readCsv(await fileOf(page, card, 'CSV'))
  expect(heads.slice(0, 2)).toEqual(['Time', 'Orders'])
  expect(rows.map((row) => Number(row[1]))).toEqual(chart.map(({ orders }) => orders))

  const slider = card.getByRole('slider')
  await slider.focus()
  await slider.press('Home')
  await expect(slider).toHaveAttribute('aria-valuetext', new RegExp(`Orders ${chart[0]?.orders}\\b`))
  const best = chart.findIndex(({ orders }) => orders === Math.max(...chart.map((step) => step.orders)))
  for (let step = 0; step < best; step++) await slider.press('ArrowRight')
  await expect(card.getByText(`Open ${chart[best]?.orders} orders`)).toBeVisible()
  await slider.press('Enter')
  await expect(page).toHaveURL(new RegExp(`from=${chart[best]?.date}&to=${chart[best]?.date}`))
  await expect(page.getByText(new RegExp(` of ${chart[best]?.orders}$`))).toBeVisible()
  await page.goBack()

  await card.getByRole('button', { name: 'Table' }).click()
  await expect(card.locator('.recharts-bar-rectangle')).toHaveCount(0)
  await expect(card.getByRole('row')).toHaveCount(chart.length + 1)
  await expectWellMade(page)
})

test('an order that comes in changes the open dashboard', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  // Another shop may still be taking its orders in.
  const scope = `?shop_id=${await linkedShopId(page)}`
  await page.goto(`/en/analytics/dashboard${scope}`)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const orders = cell(page, 'Orders').getByRole('link')
  const revenue = cell(page, 'Revenue').getByRole('link')
  const before = await figureIn(orders)
  const { revenue: earned } = await figuresOf<Revenue>(page, 'revenue-metrics', scope)
  const order = { ref: 'counted', status: 'READY_TO_SHIP', lines: [['CUP', 'Tea Cup', 1, 12.5]] }
  await sandbox('POST', '/_sandbox/shopee/orders', { shop_id: linkedShop.id, order, force: true })
  await expect(orders).toContainText(String(before + 1))
  const { revenue: now } = await figuresOf<Revenue>(page, 'revenue-metrics', scope)
  // The item, and what the channel adds for shipping.
  expect(now.value - earned.value).toBeGreaterThanOrEqual(12.5)
  await expect.poll(() => figureIn(revenue)).toBe(Math.round(now.value * 100))
})

test('a part that fails says so in its own card, and is tried again there', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const calls = '**/api/v2/analytics/sales/shop-detail-statistic*'
  // A live event asks again too: only the button ends the failure.
  await page.route(calls, async (route) => {
    if (await page.evaluate(() => document.body.dataset.pressed === 'yes')) return route.continue()
    return route.fulfill({ status: 404, json: { message: 'gone' } })
  })
  await page.goto('/en/analytics/sales')
  const shops = page.getByRole('region', { name: 'Shops' })
  await expect(shops.getByRole('alert')).toContainText('Shops could not be loaded')
  await expect(cell(page, 'Revenue')).toContainText('RM')
  await page.evaluate(() =>
    document.addEventListener('click', () => (document.body.dataset.pressed = 'yes'), { capture: true }),
  )
  await shops.getByRole('button', { name: 'Retry' }).click()
  await expect(shops.getByRole('row').filter({ hasText: linkedShop.name })).toBeVisible()
})

test('an empty range has the whole axis and zeros', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/analytics/sales?from=2020-02-01&to=2020-02-14&compare=0')
  await expect(cell(page, 'Revenue')).toContainText('0,00 RM')
  await expect(page.getByRole('slider')).toBeVisible()
  await expect(page.locator('.recharts-cartesian-axis-tick-value').filter({ hasText: /^4$/ })).toBeVisible()
})

test('the pages are well made, also on a phone', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  for (const name of ['dashboard', 'sales', 'products', 'orders', 'customers']) {
    await page.goto(`/en/analytics/${name}`)
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
    await expectWellMade(page)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^Range and filters/ }).click()
  await page.getByRole('button', { name: 'Last month' }).click()
  await expect(page).toHaveURL(/range=last_month/)
  await expectFits(page)

  await page.goto('/vn/analytics/sales?range=last_month')
  // Which month it is can be read, beside the segment and the export.
  const range = page.getByRole('button', { name: /^Thời gian và bộ lọc/ })
  const [named, room] = await range.evaluate((button) => {
    const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    const name = document.createRange()
    while (text.nextNode() && !text.currentNode.textContent?.startsWith('Tháng trước'));
    name.setStart(text.currentNode, 0)
    name.setEnd(text.currentNode, 'Tháng trước'.length)
    const { right } = text.currentNode.parentElement?.getBoundingClientRect() ?? { right: 0 }
    return [name.getBoundingClientRect().right, right]
  })
  expect(named).toBeLessThan(room)

  await page.goto(`/en/analytics/sales${await days(page)}`)
  const shops = page.getByRole('region', { name: 'Shops' })
  const canceled = shops.getByRole('columnheader', { name: 'Canceled' })
  await expect(shops.getByRole('columnheader', { name: 'Orders' })).toBeVisible()
  await expect(canceled).toBeHidden()
  await shops.getByRole('button', { name: 'All columns' }).click()
  await canceled.scrollIntoViewIfNeeded()
  await expect(canceled).toBeInViewport()
  await expectFits(page)
  await expectPicture(page, shops)
})

test('a table that outgrows its room by itself leaves out another column', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto(`/en/analytics/products${await days(page)}`)
  const table = page.getByRole('group', { name: 'Product ranking' })
  const head = table.locator('thead th[data-wide]').first()
  await expect(head).toBeVisible()
  // As figures do that come later, and letters of a font. A row that is drawn anew has its own again.
  await expect(async () => {
    await table
      .locator('tbody td[data-right]:not([data-wide])')
      .first()
      .evaluate((cell) => cell.append(document.createTextNode('1'.repeat(130))))
    await expect(head).toBeHidden({ timeout: 5_000 })
  }).toPass()
})

test('products keep their names in reach beside long figures on a phone', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.setViewportSize({ width: 390, height: 860 })
  const long = { orders: 12_345, quantity: 12_345, revenue: 1_234_567.89 }
  for (const name of ['product-ranking', 'bought-together'])
    await page.route(`**/api/v2/analytics/products/${name}*`, async (route) => {
      const response = await route.fetch()
      const { data, ...rest } = (await response.json()) as { data: object[] }
      await route.fulfill({ response, json: { ...rest, data: data.map((row) => ({ ...row, ...long })) } })
    })
  await page.goto(`/en/analytics/products${await days(page)}`)
  for (const name of ['Product ranking', 'Bought together']) {
    const table = page.getByRole('group', { name })
    await expect(table.getByRole('link').first()).toBeVisible()
    const cut = () =>
      table.evaluate((box) => [
        box.scrollWidth - box.clientWidth,
        [...box.querySelectorAll('tbody a')].filter(
          (link) =>
            link.getBoundingClientRect().right > (link.closest('th, td')?.getBoundingClientRect().right ?? 0),
        ).length,
        [...box.querySelectorAll('tbody a[title]')].filter((link) => link.clientWidth < 60).length,
      ])
    await expect.poll(cut, name).toEqual([0, 0, 0])
  }
})

test('without a shop there is only the way to connect one', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.goto('/en/analytics/dashboard')
  await expect(page.getByRole('heading', { name: 'Connect your first sales channel' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Date range/ })).toBeHidden()
})

test('staff without the area are refused', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/analytics/dashboard')
  await expect(page.getByRole('button', { name: /^Date range/ })).toBeHidden()
  const entry = page.getByRole('link', { name: 'Analytics' }).first()
  await expect(entry).toHaveAttribute('aria-disabled', 'true')
})

test('products bought together, stock that lasts and stock that lies open what they count', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const query = await days(page)
  const ranking = await page.request.get(
    `/api/v2/analytics/products/product-ranking${query}&sort=-quantity&limit=20`,
  )
  const top = ((await ranking.json()) as { data: { sku: { id: number | null } }[] }).data
  const all = await page.request.get('/api/v2/sku-centers?limit=40')
  const skus = ((await all.json()) as { data: { id: number }[] }).data
  const houses = await page.request.get('/api/v2/warehouses')
  const [house] = ((await houses.json()) as { data: { id: number }[] }).data
  const received = await page.request.post('/api/v2/stock-receipts', {
    data: {
      warehouse_id: house?.id,
      note: 'Counted',
      lines: [...new Set([...top.flatMap(({ sku }) => sku.id ?? []), ...skus.map(({ id }) => id)])].map(
        (id) => ({
          sku_id: id,
          quantity: 40,
          unit_cost: 2.5,
        }),
      ),
    },
  })
  expect(received.status()).toBe(201)
  const forecasts = await page.request.get(
    `/api/v2/sku-centers/forecasts?ids=${top.flatMap(({ sku }) => sku.id ?? []).join(',')}`,
  )
  type Forecast = { sku_id: number; by_day: number[]; days_left: number | null }
  const known = ((await forecasts.json()) as { data: Forecast[] }).data.find((one) => one.days_left !== null)
  if (!known) throw new Error('the demo has no product that is sold often')
  await page.goto(`/en/analytics/products${query}&sort=-quantity`)
  const best = page
    .locator('tr')
    .filter({ has: page.locator(`a[href$="/skus/detail/${known.sku_id}"]`) })
    .first()
  await expect(best.getByText(`Up to ${Math.max(...known.by_day)} a day, in all shops`)).toBeAttached()
  await expect(best.getByRole('cell').last()).toHaveText(
    `${known.days_left} day${known.days_left === 1 ? '' : 's'}`,
  )
  const ranked = page.getByRole('region', { name: 'Product ranking' })
  const [heads = [], ...rows] = readCsv(await fileOf(page, ranked, 'CSV'))
  expect(heads.slice(-2)).toEqual(['30 days', 'Days left'])
  expect(rows.map((row) => row.slice(-2))).toContainEqual([known.by_day.join(' '), String(known.days_left)])
  for (const name of ['Product ranking', 'Bought together', 'Stock cover', 'Dead stock'])
    await expectPicture(page, page.getByRole('region', { name }))
  const pairs = page.getByRole('region', { name: 'Bought together' })
  await expectItsOrders(page, pairs.getByRole('row').nth(1).getByRole('link').last(), /^Remove filter: SKU/)
  const dead = page.getByRole('region', { name: 'Dead stock' })
  await expect(dead.getByText(/tied up in/)).toBeVisible()
  await expectWellMade(page)
  await dead.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/en\/skus\/detail\/\d+/)
})

test('the figures of a row stand on one line, however many lines their names and comparisons take', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  for (const width of [1024, 1280])
    for (const language of ['', '/en', '/vn', '/my']) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${language}/analytics/dashboard`)
      const cells = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('button') })
      await expect(cells.getByText(/\d/).nth(5)).toBeVisible()
      const rows = await cells.evaluateAll((all) =>
        all.map((cell) =>
          [cell, ...cell.children].map((part) => Math.round(part.getBoundingClientRect().top)),
        ),
      )
      const figuresByRow = Map.groupBy(rows, ([top]) => top)
      for (const row of figuresByRow.values())
        for (const at of [2, 3])
          expect(new Set(row.map((tops) => tops[at])).size, `${language} at ${width}`).toBe(1)
    }
})

test('figures of customers and a cohort open as many customers', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/analytics/customers')
  for (const [name, filter] of [
    ['Customers', /Bought/],
    ['New customers', /First order [^,]+$/],
    ['Returning customers', /First order until .+, .+ – /],
  ] as const) {
    const figure = page.getByRole('link', { name: `: open the customers of ${name}` })
    const counted = await figureIn(figure)
    await figure.click()
    await expectCustomers(page, counted)
    await expect(page.getByRole('button', { name: /^Remove filter/ })).toHaveAccessibleName(filter)
    await page.goBack()
  }
  const cohorts = page.getByRole('region', { name: 'Returning buyers by month' })
  const link = cohorts.getByRole('link').last()
  await expect(link).toBeVisible()
  const shown = await figureIn(link)
  await expectPicture(page, cohorts)
  await expectPicture(page, page.getByRole('region', { name: 'Customers by revenue' }))
  await expectWellMade(page)
  await link.click()
  await expect(page).toHaveURL(/first_sold_from=/)
  await expect(page.getByRole('button', { name: /Remove filter: First order/ })).toBeVisible()
  await expectCustomers(page, shown)
})

const expectCustomers = (page: Page, count: number) =>
  expect(page.getByText(/^[\d.]+–[\d.]+ of [\d.]+/)).toContainText(
    new RegExp(` of ${String(count).replace(/\B(?=(\d{3})+$)/, '\\.')}$`),
  )
