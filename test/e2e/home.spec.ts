import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

test('shows what waits, the newest orders and the shops', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await expect(page.getByText(linkedShop.name).first()).toBeVisible()
  await expect(page.getByText('Connected').first()).toBeVisible()
  const newest = page.getByRole('region', { name: 'Newest orders' })
  await expect(newest.getByRole('link')).toHaveCount(6)
})

test('each line of waiting work leads to exactly what it counts, and only the first button is filled', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  const work = page.getByRole('region', { name: 'Waiting for you' })
  await expect(work.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('main').locator('[class*=primary]')).toHaveCount(1)
  await expect(work.getByRole('link').first()).toHaveClass(/primary/)
  for (const { kind, button, count } of [
    { kind: 'Orders to confirm', button: 'Confirm', count: /^Confirm/ },
    { kind: 'Waybills to print', button: 'Print', count: /^Print/ },
    { kind: 'Overdue orders', button: 'Ship', count: /^Everything/ },
  ]) {
    const link = work.getByRole('link', { name: new RegExp(`^${button} [\\d.]+ · ${kind}$`) })
    // Orders of other specs may come in between the two figures.
    await expect(async () => {
      await page.goto('/en')
      await expect(work.getByRole('link').first()).toBeVisible()
      // A kind of which nothing waits stands in the last line.
      if ((await link.count()) === 0) return
      const figure = /[\d.]+/.exec(await link.innerText())?.[0] ?? ''
      await link.click()
      await expect(page).toHaveURL(/\/en\/orders\?view=queue/)
      const tab = page.getByRole('list', { name: 'Next steps' }).getByRole('button', { name: count })
      const shown = new RegExp(`${figure.replace('.', String.raw`\.`)}$`)
      await expect(tab).toHaveText(shown, { timeout: 10_000 })
      await expect(tab).toHaveAttribute('aria-pressed', 'true')
    }).toPass()
  }
  await page.goto('/en')

  // Kinds of which nothing waits are one line, which opens, and has the statuses too.
  await work.locator('summary').click()
  const ready = work.getByRole('link', { name: 'Ready to ship' })
  const waiting = /\d+$/.exec(await ready.innerText())?.[0]
  await ready.click()
  await expect(page).toHaveURL(/\/en\/orders\?status=ready_to_ship$/)
  await expect(page.getByRole('button', { name: `Ready to ship ${waiting}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('a day without work says so, with the next deadline, and lost shops stand before it', async ({
  page,
  signInAs,
}) => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const figure = { due: 'tomorrow', step: 'hand_over', total: 4, first_deadline: tomorrow }
  await page.route('**/api/v2/dashboard/to-do', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: Record<string, number> }
    const none = Object.fromEntries(Object.keys(data).map((key) => [key, 0]))
    await route.fulfill({ response: reply, json: { data: none } })
  })
  await page.route('**/api/v2/dashboard/waiting', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: object }
    const queue = { figures: [figure], is_counted: true }
    const deadlines = { first_return_answer_by: null }
    const couriers = [{ id: 5, total: 48, packed: 22, to_pack: 26, unprinted: 2 }]
    await route.fulfill({ response: reply, json: { data: { ...data, ...deadlines, queue, couriers } } })
  })
  await page.route('**/api/v2/shops?*', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: object[] }
    const lost = ['One', 'Two', 'Three', 'Four'].map((name, at) => ({
      ...body.data[0],
      id: 9000 + at,
      system_name: `Lost ${name}`,
      auth_state: 'revoked',
      status: 0,
    }))
    await route.fulfill({ response: reply, json: { ...body, data: [...body.data, ...lost] } })
  })
  await signInAs('owner@demo.test')
  await page.goto('/en')
  const work = page.getByRole('region', { name: 'Waiting for you' })
  await expect(work.getByText('Nothing waits', { exact: true })).toBeVisible()
  await expect(work.getByRole('link', { name: /^Next deadline: / })).toBeVisible()
  await expect(work.locator('summary')).toContainText('Nothing else waits: Overdue orders')
  const parcels = page.getByRole('region', { name: 'Parcels by courier' })
  await expect(parcels.getByRole('listitem')).toContainText('22 of 48 packed26 left · 2 not printed')
  await expect(parcels.getByRole('link', { name: 'Shopee' })).toHaveAttribute(
    'href',
    '/en/orders?status=ready_to_ship&shipment_id=5',
  )
  // In a column of three too, the figures of a courier keep one line.
  expect((await parcels.getByText('26 left').boundingBox())?.height).toBeLessThan(30)
  // The reader's own choice of cards outlives the page.
  const newest = page.getByRole('region', { name: 'Newest orders' })
  await expect(newest).toBeVisible()
  await page.getByRole('button', { name: 'Arrange' }).click()
  const arrange = page.getByRole('dialog', { name: 'Arrange' })
  await arrange.getByRole('button', { name: 'Move Newest orders up' }).click()
  await arrange.getByRole('checkbox', { name: 'Shops' }).uncheck()
  await expectWellMade(page)
  await page.reload()
  await expect(parcels).toBeVisible()
  expect((await newest.boundingBox())?.y).toBeLessThan((await parcels.boundingBox())?.y ?? 0)
  await expect(page.getByRole('region', { name: 'Shops', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Arrange' }).click()
  await arrange.getByRole('button', { name: 'Reset to default' }).click()
  await expect(page.getByRole('region', { name: 'Shops', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const lost = page.getByRole('list', { name: 'Shops without access' })
  await expect(lost.getByRole('listitem')).toHaveCount(3)
  await expect(lost.getByRole('link', { name: 'Reconnect' })).toHaveCount(2)
  await expect(lost).toContainText('Access was revoked on Shopee.')
  // Once on the page: the card of the shops says the state alone.
  await expect(page.getByRole('main').getByRole('link', { name: 'Reconnect' })).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Shops' }).getByText('Access revoked')).toHaveCount(4)
  await expect(lost.getByRole('link', { name: '2 more' })).toHaveAttribute('href', '/en/setting/channels')
  await expect(lost.getByRole('link', { name: 'Reconnect · Lost One' })).toHaveAttribute(
    'href',
    '/en/setting/channels/9000',
  )
  await expectWellMade(page)
  // Lists that are asked for again meanwhile have nobody to answer to.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('what was sold today is drawn without moving anything, is there to be read, and says what it is held against', async ({
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
  await expect(revenue.locator('.recharts-area').first()).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by)).toBeLessThan(
    0.05,
  )
  const api = await page.request.get('/api/v2/dashboard/today-sales')
  type Sales = { orders: number; until: number; hours: { orders: number }[] }
  const { data } = (await api.json()) as { data: Sales }
  await revenue.getByRole('button', { name: 'Table' }).press('Enter')
  const rows = revenue.getByRole('row')
  await expect(rows.first()).toBeInViewport()
  await expect(
    rows
      .nth(data.until + 1)
      .getByRole('cell')
      .nth(1),
  ).toHaveText(String(data.hours[data.until]?.orders))
  await expect(revenue.locator('.recharts-area')).toHaveCount(0)
  await expectWellMade(page)

  const says = async (change: number | null, more = {}) => {
    await page.route('**/api/v2/dashboard/today-sales', async (route) => {
      const reply = await route.fetch()
      const before = ['2026-11-16', '2026-11-09', '2026-11-02', '2026-10-26'].map((date) => ({
        date,
        revenue: 10,
      }))
      const said = { percent_change: change, weekday: 1, until: 10, orders: 3, before, ...more }
      await route.fulfill({ response: reply, json: { data: { ...data, usual: change && 10, ...said } } })
    })
    await page.reload()
    await expect(revenue.getByRole('link', { name: '3 sales' })).toHaveAttribute('href', /date_field=sold/)
  }
  await says(29.4)
  await expect(revenue).toContainText('29,4 % more than on the last 4 Mondays until 10:00')
  await says(-5.5)
  await expect(revenue).toContainText('5,5 % less than on the last 4 Mondays until 10:00')
  await says(7426)
  await expect(revenue).toContainText('over 999 % more than')
  await says(null)
  await expect(revenue.getByText('Mondays')).toHaveCount(0)
  // Sales in money without a rate alone are no zero of another.
  await says(null, { total: 0, others: [{ currency: 'VND', total: 42_000 }] })
  await expect(revenue).toContainText('42.000 ₫(no exchange rate)')
  await expect(revenue).not.toContainText(/0,00|plus/)
  await expect(revenue.locator('.recharts-area')).toHaveCount(0)
})

test('what sold best today stands with its pieces and its revenue', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const failing = '**/api/v2/dashboard/top-products*'
  await page.route(failing, (route) => route.abort())
  const asked = page.waitForRequest(failing)
  await page.goto('/en')
  const days = new URL((await asked).url()).search
  expect(days).toMatch(/^\?from=(\d{4}-\d\d-\d\d)&to=\1$/)
  await expect(page.getByText('Best sellers today could not be loaded')).toBeVisible()
  await page.unroute(failing)
  await page.getByRole('button', { name: 'Retry' }).click()
  const api = await page.request.get(`/api/v2/dashboard/top-products${days}`)
  const { data } = (await api.json()) as {
    data: { products: { name: string; sku: string; pieces: number }[] }
  }
  const rows = page.getByRole('region', { name: 'Best sellers today' }).getByRole('listitem')
  await expect(rows).toHaveCount(data.products.length)
  for (const [at, { sku, pieces }] of data.products.entries()) {
    await expect(rows.nth(at)).toContainText(sku)
    await expect(rows.nth(at)).toContainText(`${pieces} unit`)
    // Shops that other specs link sell in other money.
    await expect(rows.nth(at)).toContainText(/\d\s(?:RM|₫|S\$)/)
  }
})

test('a buyer who wants to cancel is a line that opens his order', async ({ page, signInAs, sandbox }) => {
  const order = { ref: 'regretted', lines: [['CUP', 'Tea Cup', 1, 12.5]], status: 'READY_TO_SHIP' }
  const action = { shop_id: linkedShop.id, order, force: true }
  const made = (await sandbox('POST', '/_sandbox/shopee/orders', action)) as { order_sn: string }
  await signInAs('owner@demo.test')
  await page.goto('/en')
  const work = page.getByRole('region', { name: 'Waiting for you' })
  await expect(work.getByRole('link').first()).toBeVisible()
  const line = work.getByRole('link', { name: /^Answer [\d.]+ · Cancellation requests$/ })
  const before = (await line.count()) > 0 ? Number(/\d+/.exec(await line.innerText())?.[0]) : 0
  const advance = `/_sandbox/shopee/orders/${made.order_sn}/advance`
  await sandbox('POST', advance, { action: 'request_cancel', by: 'buyer' })
  // By itself, while the page is open.
  await expect(line).toContainText(`Answer ${before + 1}`)
  await line.click()
  await expect(page).toHaveURL(/\/en\/orders\?view=queue&due=ahead&step=answer$/)
  await expect(page.getByRole('button', { name: /^Answer \d/ })).toHaveAttribute('aria-pressed', 'true')
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
  await pill.getByRole('button', { name: 'Close' }).click()
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
    ['/', '本日', 'ja'],
    ['/en', 'Today', 'en'],
    ['/vn', 'Hôm nay', 'vi'],
    ['/my', 'Hari ini', 'ms'],
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

test('lines of couriers stay within their card, in the longest language and three columns', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.route('**/api/v2/dashboard/waiting', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    const couriers = [{ id: 5, total: 1250, packed: 110, unprinted: 1090, to_pack: 1095 }]
    await route.fulfill({ response, json: { data: { ...data, couriers } } })
  })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/my')
  await expect(page.getByText('belum dicetak')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1920)
})
