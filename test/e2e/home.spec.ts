import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

test('shows what waits, the newest orders and the shops', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await expect(page.getByText(linkedShop.name).first()).toBeVisible()
  await expect(page.getByText('Connected').first()).toBeVisible()
  const newest = page.getByRole('region', { name: 'Newest orders' })
  await expect(newest.getByRole('link')).toHaveCount(6)
})

test('a tile opens its orders', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  const tile = page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'Ready to ship' })
  await expect(tile).toContainText(/\d/)
  const waiting = (await tile.innerText()).split('\n')[0]
  await tile.click()
  await expect(page).toHaveURL(/\/en\/orders\?status=ready_to_ship$/)
  await expect(page.getByRole('button', { name: `Ready to ship ${waiting}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('what was sold is drawn without moving anything, and is there to be read', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.addInitScript(() => {
    const moved = { by: 0 }
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.by += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/en')
  const revenue = page.getByRole('region', { name: 'Revenue' })
  await expect(revenue.locator('.recharts-bar-rectangle').first()).toBeVisible()
  const api = await page.request.get('/api/v2/dashboard/total-revenue')
  const { data } = (await api.json()) as { data: { chart: { orders: number }[] } }
  const rows = revenue.getByRole('row')
  await expect(rows).toHaveCount(31)
  await expect(rows.last().getByRole('cell').nth(1)).toHaveText(String(data.chart.at(-1)?.orders))
  expect(await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by)).toBeLessThan(
    0.05,
  )
  await revenue.getByRole('button', { name: 'Table' }).press('Enter')
  await expect(rows.first()).toBeInViewport()
  await expect(revenue.locator('.recharts-bar-rectangle')).toHaveCount(0)
  await expectWellMade(page)
})

test('what went back to buyers is taken off, and a day below zero hangs from the line of it', async ({
  page,
  signInAs,
  sandbox,
}) => {
  const order = { ref: 'refunded', status: 'SHIPPED', cod: false, lines: [['CUP', 'Cup', 1, 19.9]] }
  const action = { shop_id: linkedShop.id, order, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', action)) as { order_sn: string }
  await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'deliver' })
  const asked = { order_sn: sn, kind: 'refund' }
  const { id } = (await sandbox('POST', '/_sandbox/shopee/returns', asked)) as { id: string }
  await sandbox('POST', `/_sandbox/shopee/returns/${id}/advance`, { action: 'refund' })
  await signInAs('owner@demo.test')
  const revenue = page.getByRole('region', { name: 'Revenue' })
  await expect(async () => {
    await page.goto('/en')
    await expect(revenue.getByText(/^after refunds of [\d.]+,\d\d RM$/)).toBeVisible({ timeout: 1500 })
  }).toPass()
  await expect(revenue.getByText(/less refunds by refund date/)).toBeVisible()
  await revenue.getByRole('button', { name: 'Table' }).click()
  await expect(revenue.getByRole('columnheader', { name: 'Refunds' })).toBeVisible()
  await expect(revenue.getByRole('row').last().getByRole('cell').nth(2)).toHaveText(/^[\d.]+,\d\d RM$/)
  await expectWellMade(page)

  await page.route('**/api/v2/dashboard/total-revenue*', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: { total: number; chart: object[] } }
    const chart = data.chart.map((day, at) => ({ ...day, revenue: at % 3 === 1 ? -120.5 : 240 }))
    await route.fulfill({ response: reply, json: { data: { ...data, chart, total: -45.5 } } })
  })
  await page.reload()
  await expect(revenue.getByText('−45,50 RM', { exact: true })).toBeVisible()
  const zero = revenue.locator('.recharts-reference-line-line')
  const bars = revenue.locator('.recharts-bar-rectangle path')
  // The plot is drawn anew while the cards around it load.
  await expect(async () => {
    // A line without height has no box of its own.
    const line = await zero.evaluate((one) => one.getBoundingClientRect().y)
    const above = await bars.nth(0).boundingBox()
    const below = await bars.nth(1).boundingBox()
    expect(Math.abs((above?.y ?? 0) + (above?.height ?? 0) - line)).toBeLessThan(4)
    expect(Math.abs((below?.y ?? 0) - line)).toBeLessThan(4)
    expect(below?.height).toBeGreaterThan(10)
  }).toPass()
  await expectWellMade(page)
})

test('what sold best stands with its pieces and its revenue', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const failing = '**/api/v2/dashboard/top-products*'
  await page.route(failing, (route) => route.abort())
  await page.goto('/en')
  await expect(page.getByText('Top products could not be loaded')).toBeVisible({ timeout: 15_000 })
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Retry' }).click()
  const api = await page.request.get('/api/v2/dashboard/top-products')
  const { data } = (await api.json()) as {
    data: { products: { name: string; sku: string; pieces: number }[] }
  }
  const rows = page.getByRole('region', { name: 'Top products' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const [best] = data.products
  await expect(rows.first()).toContainText(best?.name ?? '')
  await expect(rows.first()).toContainText(best?.sku ?? '')
  await expect(rows.first()).toContainText(`${best?.pieces} unit`)
  await expect(rows.first()).toContainText('RM')
})

test('a buyer who wants to cancel is a tile that opens his order', async ({ page, signInAs, sandbox }) => {
  const order = { ref: 'regretted', lines: [['CUP', 'Tea Cup', 1, 12.5]], status: 'READY_TO_SHIP' }
  const action = { shop_id: linkedShop.id, order, force: true }
  const made = (await sandbox('POST', '/_sandbox/shopee/orders', action)) as { order_sn: string }
  await signInAs('owner@demo.test')
  await page.goto('/en')
  const tile = page
    .getByRole('region', { name: 'To do' })
    .getByRole('link', { name: 'Cancellation requests' })
  await expect(tile).toContainText(/\d/)
  const before = Number((await tile.innerText()).split('\n')[0])
  const advance = `/_sandbox/shopee/orders/${made.order_sn}/advance`
  await sandbox('POST', advance, { action: 'request_cancel', by: 'buyer' })
  // By itself, while the page is open.
  await expect(tile).toContainText(String(before + 1), { timeout: 15_000 })
  await tile.click()
  await expect(page).toHaveURL(/\/en\/orders\?has_cancel_request=1$/)
  await expect(page.getByRole('button', { name: /^Cancellations/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(made.order_sn).first()).toBeVisible()
})

test('the note about ended syncs can be closed', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  // Home alone says so, and how far they are. Specs before this one may have linked more shops.
  const pill = page.getByRole('status').filter({ hasText: /shops? synced|Syncing/ })
  await expect(pill).toBeVisible()
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(pill).toBeHidden()
  await page.goBack()
  await pill.getByRole('button', { name: 'Close' }).click({ timeout: 60_000 })
  await expect(pill).toBeHidden()
  await page.reload()
  await expect(page.getByText('Connected').first()).toBeVisible()
  await expect(pill).toBeHidden()
})

test('without a shop there is only the way to link one', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.goto('/en')
  await expect(page.getByRole('heading', { name: 'Connect your first sales channel' })).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: 'Link now' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
})

test('speaks four languages', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  for (const [path, title, lang] of [
    ['/', 'ホーム', 'ja'],
    ['/en', 'Home', 'en'],
    ['/vn', 'Trang chủ', 'vi'],
    ['/my', 'Utama', 'ms'],
  ] as const) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test('is well made', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await expect(page.getByText('Connected').first()).toBeVisible()
  await expectWellMade(page)
})
