import type { Page, Route } from '@playwright/test'
import { awaitOrders, isIn } from './opened-order.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

test.beforeEach(async ({ signInAs }) => signInAs('owner@demo.test'))

const rows = (page: Page) => page.locator('tbody tr[data-row]')

async function codes(page: Page): Promise<string[]> {
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  return page.locator('tbody tr[data-row] td:nth-child(3) a').allInnerTexts()
}

test('lists the newest orders first, twenty on a page', async ({ page }) => {
  await page.goto('/en/orders')
  await expect(rows(page)).toHaveCount(20)
  const times: (string | null)[] = await page
    .locator('tbody tr[data-row] time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
  expect(times).toEqual(times.toSorted((a, b) => ((a ?? '') < (b ?? '') ? 1 : -1)))
})

test('before its rows the server is asked who is there and for the rows, each once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(`${pathname}?page=${searchParams.get('page')}`)
  })
  // Requests for content around the page wait for the page's data, but not for ever.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v2/orders/filter?*page=1&*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/en/orders')
  await expect.poll(() => asked).toHaveLength(2)
  expect(asked.toSorted()).toEqual(['/api/v2/orders/filter?page=1', '/api/v2/users/me?page=null'])
  held.resolve()
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByRole('navigation').getByText(/\d pending orders?$/)).toBeAttached()
  expect(asked.filter((one) => one === '/api/v2/orders/filter?page=1')).toHaveLength(1)
  expect(asked.filter((one) => one.startsWith('/api/v2/users/me'))).toHaveLength(1)
})

test('a status tab shows exactly as many orders as it says', async ({ page }) => {
  await page.goto('/en/orders')
  const tab = page.getByRole('button', { name: /^Canceled \d/ })
  await expect(tab).toBeVisible()
  const said = Number((await tab.innerText()).replace(/\D/g, ''))
  await tab.click()
  await expect(page).toHaveURL(/status=canceled/)
  await expect(rows(page)).toHaveCount(Math.min(said, 20))
  await expect(page.getByText(`of ${said}`)).toBeVisible()
})

test('finds an order by the end of its code', async ({ page }) => {
  await page.goto('/en/orders')
  // A web store numbers its orders from 1001: six signs would be the whole of it, and the end of others' codes.
  const wanted = (await codes(page)).findLast((code) => code.length > 10) ?? ''
  await page.keyboard.press('/')
  await page.keyboard.type(wanted.slice(-6))
  await expect(rows(page)).toHaveCount(1)
  expect(await codes(page)).toEqual([wanted])
  await expect(page).toHaveURL((url) => url.searchParams.get('keyword') === wanted.slice(-6))
})

test('filters are chips that can be taken off, and stay in the address and in memory', async ({ page }) => {
  await page.goto('/en/orders')
  await page.getByRole('button', { name: 'All shops' }).click()
  await page.getByRole('checkbox', { name: linkedShop.name }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Date' }).click()
  await page.getByRole('button', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/shop_id=\d+&range=last_7_days/)
  const address = page.url()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove filter: Date' })).toBeVisible()
  await page.goto('/en')
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Orders' })
    .first()
    .click()
  await expect(page).toHaveURL(address)
  await page.getByRole('button', { name: 'Remove filter: Date' }).click()
  await page.getByRole('button', { name: 'Remove filter: Shop' }).click()
  await expect(page).toHaveURL(/\/en\/orders$/)
})

test('a column head sorts down, up, and back', async ({ page }) => {
  await page.goto('/en/orders?page=2')
  const head = page.getByRole('columnheader', { name: 'Total' })
  await head.getByRole('button').click()
  await expect(page).toHaveURL(/\/en\/orders\?sort=-total_price$/)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect(page).toHaveURL(/\/en\/orders$/)
})

test('turns pages and jumps to one', async ({ page }) => {
  await page.goto('/en/orders')
  const first = await codes(page)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText(/^21–40 of /)).toBeVisible()
  expect(await codes(page)).not.toEqual(first)
  await page.getByRole('textbox', { name: 'Go to page' }).fill('9999')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  // The address of a page that is there no more, as once its orders are confirmed, leads to the last one.
  await page.goto('/en/orders?status=shipped&page=999')
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('columns are chosen once and remembered', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/en/orders')
  await expect(page.getByRole('columnheader', { name: 'Tracking' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Tracking' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Tracking' })).toBeHidden()
  await page.reload()
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByRole('columnheader', { name: 'Tracking' })).toBeHidden()
})

test('filters by channel, courier, print and the day of payment, and shows the courier and the marks', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/en/orders')
  const [code = ''] = await codes(page)
  await page.getByRole('link', { name: code }).click()
  const order = page.getByRole('dialog')
  await order.getByRole('textbox', { name: 'Team note' }).fill('gift wrap')
  await order.getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Note: gift wrap')).toBeVisible()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Courier' }).check()
  await page.getByRole('checkbox', { name: 'Note' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Courier' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'gift wrap', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  const more = page.getByRole('dialog', { name: 'More' })
  await more.getByRole('group', { name: 'Channel' }).getByRole('checkbox', { name: 'Shopee' }).check()
  await more.getByRole('group', { name: 'Courier' }).getByRole('checkbox', { name: 'Shopee' }).check()
  await more.getByRole('button', { name: 'Not printed' }).click()
  await expect(page).toHaveURL(/platform_id=2&shipment_id=5&is_printed=0/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More: Shopee, Shopee, Not printed' })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)

  await page.getByRole('button', { name: 'Date', exact: true }).click()
  await page.getByRole('combobox', { name: 'Date type' }).selectOption('Payment date')
  await page.getByRole('button', { name: 'This year' }).click()
  await expect(page).toHaveURL(/date_field=paid/)
  await expect(page.getByRole('button', { name: 'Date: Payment date: This year' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: More' }).click()
  await expect(page).not.toHaveURL(/is_printed/)
})

test('a star is kept', async ({ page }) => {
  await page.goto('/en/orders')
  const [code = ''] = await codes(page)
  const star = page.getByRole('button', { name: `Star order ${code}` })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Starred' }).click()
  await expect(rows(page)).toHaveCount(1)
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('a star that the server refuses is taken back and said', async ({ page }) => {
  await page.goto('/en/orders')
  await page.route('**/api/v2/orders/star', (route) =>
    route.fulfill({ status: 503, json: { message: 'The database rests.', code: 'unavailable' } }),
  )
  const [code = ''] = await codes(page)
  const star = page.getByRole('button', { name: `Star order ${code}` })
  await star.click()
  await expect(page.getByText('The database rests.')).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  // Among many, those that had the star keep it.
  await page.unroute('**/api/v2/orders/star')
  const saved = page.waitForResponse('**/api/v2/orders/star')
  await star.click()
  expect((await saved).status()).toBe(200)
  const [, other] = await codes(page)
  for (const one of [code, other]) await page.getByRole('checkbox', { name: `Select order ${one}` }).check()
  const busy = { message: 'The database is busy.', code: 'unavailable' }
  await page.route('**/api/v2/orders/star', (route) => route.fulfill({ status: 503, json: busy }))
  await page.keyboard.press('f')
  await expect(page.getByText(busy.message)).toBeVisible()
  const second = page.getByRole('button', { name: `Star order ${other}` })
  await expect(second).toHaveAttribute('aria-pressed', 'false')
  await expect(star).toHaveAttribute('aria-pressed', 'true')
})

test('chosen orders get a bar of what can be done with them', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/en/orders')
  const [first = '', second = ''] = await codes(page)
  await page.getByRole('checkbox', { name: `Select order ${first}` }).check()
  await page.getByRole('checkbox', { name: `Select order ${second}` }).check()
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  const copy = async () => {
    await bar.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy codes' }).click()
  }
  const onClipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await copy()
  await expect.poll(onClipboard).toBe(`${first}\n${second}`)
  await page.evaluate(async () => {
    await navigator.clipboard.writeText('')
    // As over plain http, where browsers lend no clipboard.
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await copy()
  await expect.poll(onClipboard).toBe(`${first}\n${second}`)
  await page.keyboard.press('Escape')
  await expect(bar.getByText('2 selected')).toBeHidden()

  // The one filled button is what the orders wait for, and none where nothing can be done with them yet.
  const primary = bar.locator('button[data-first]')
  await page.goto('/en/orders?status=pending')
  const toConfirm = rows(page).filter({ has: page.getByRole('button', { name: 'Confirm' }) })
  await toConfirm.first().getByRole('checkbox').check()
  await expect(primary).toHaveText('Confirm')
  await page.goto('/en/orders?status=unpaid')
  await rows(page).first().getByRole('checkbox').check()
  await expect(bar.getByRole('button', { name: 'Cancel orders' })).toBeVisible()
  await expect(primary).toHaveCount(0)
})

test('the keyboard moves, selects and opens', async ({ page }) => {
  await page.goto('/en/orders')
  const [first = '', second = ''] = await codes(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByRole('checkbox', { name: `Select order ${second}` })).toBeChecked()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: first })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('link', { name: first })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('a new order appears by itself within a second of the push', async ({ page, sandbox }) => {
  await page.goto('/en/orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const before = await codes(page)
  const sn = await placeOrder(sandbox)
  // Another order may have changed in the same moment.
  await expect(page.locator('tr[data-washed]').filter({ hasText: sn })).toBeVisible()
  expect(before).not.toContain(sn)
})

/** Holds the next answer of the list, which the server has given by then, until it is let go. */
async function holdList(page: Page, address: string) {
  const { promise: isGiven, resolve: given } = Promise.withResolvers<void>()
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch()
    given()
    await isLetGo.then(() => route.fulfill({ response }))
  }
  await page.route(`**/api/v2/orders/filter?${address}`, hold, { times: 1 })
  return { isGiven, letGo }
}

/** The page has heard of a change: what stands around the list is read anew. */
const hearing = (page: Page) => page.waitForResponse('**/api/v2/orders/get-status')

test('an order that comes while the list is read is in it, and one whose reading a star calls off', async ({
  page,
  sandbox,
}) => {
  await page.goto('/en/orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const first = await holdList(page, '*status=pending*')
  await page.getByRole('button', { name: /^Pending \d/ }).click()
  await first.isGiven
  const order = { ref: 'while-read', status: 'READY_TO_SHIP', lines: [['CUP', 'Tea Cup', 1, 12.5]] }
  const [sn] = await Promise.all([placeOrder(sandbox, { order, force: true }), hearing(page)])
  first.letGo()
  const row = rows(page).filter({ hasText: sn })
  await expect(row).toBeVisible()

  const second = await holdList(page, '*status=pending*')
  const next = { ...order, ref: 'while-starred' }
  const [later] = await Promise.all([placeOrder(sandbox, { order: next, force: true }), second.isGiven])
  await row.getByRole('button', { name: `Star order ${sn}` }).click()
  await expect(rows(page).filter({ hasText: later })).toBeVisible()
  second.letGo()
})

test('while orders are chosen a new one waits until it is asked for', async ({ page, sandbox }) => {
  await page.goto('/en/orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const [first = ''] = await codes(page)
  await page.getByRole('checkbox', { name: `Select order ${first}` }).check()
  const sn = await placeOrder(sandbox)
  const waiting = page.getByRole('button', { name: '1 new order' })
  await expect(waiting).toBeVisible()
  expect((await codes(page))[0]).toBe(first)
  await waiting.click()
  await expect(page.getByRole('link', { name: sn })).toBeVisible()
  const next = await placeOrder(sandbox)
  await expect(waiting).toBeVisible()
  await page.getByRole('checkbox', { name: `Select order ${first}` }).uncheck()
  await page.locator('h1').click()
  await expect(page.getByRole('link', { name: next })).toBeVisible()
})

test('an order that is called off while it is chosen says so in its row', async ({ page, sandbox }) => {
  const order = { ref: 'called-off', status: 'READY_TO_SHIP', lines: [['CUP', 'Tea Cup', 1, 12.5]] }
  const sn = await placeOrder(sandbox, { order, force: true })
  await awaitOrders(page, [sn], isIn('pending'))
  await page.goto('/en/orders?status=pending')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const row = rows(page).filter({ hasText: sn })
  await row.getByRole('checkbox').check()
  // An answer of before comes after it, and changes nothing.
  const early = await holdList(page, '*status=pending*')
  await Promise.all([placeOrder(sandbox), early.isGiven])
  await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'cancel' })
  await expect(row).toContainText('Canceled')
  const late = page.waitForResponse((reply) => reply.url().includes('status=pending'))
  early.letGo()
  await (await late).finished()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  await expect(row).toContainText('Canceled')
  await expect(row.getByRole('button', { name: 'Confirm' })).toBeHidden()
  await expect(row.getByRole('checkbox')).toBeChecked()
})

test('nothing found offers to clear the filters', async ({ page }) => {
  await page.goto('/en/orders?keyword=zzzzzzzz')
  await expect(page.getByText('No orders match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(20)
})

test('a failure says what failed, its request, and can be retried', async ({ page }) => {
  await page.route('**/api/v2/orders/filter*', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'x-request-id': 'request-7' },
      json: { message: 'The database rests.', code: 'unavailable' },
    }),
  )
  await page.goto('/en/orders')
  await expect(page.getByText('The orders could not be loaded')).toBeVisible()
  await expect(page.getByText('request-7')).toBeVisible()
  await page.unroute('**/api/v2/orders/filter*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(rows(page)).toHaveCount(20)
})

test('on a phone orders are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/orders')
  await expect(page.getByRole('table')).toBeHidden()
  await expect(page.locator('li[data-row]')).toHaveCount(20)

  // Two rows of controls stand before the first card: the tabs, and the search with all filters and actions behind one button each.
  const card = page.locator('li[data-row]').first()
  expect((await card.boundingBox())?.y).toBeLessThan(180)
  await page.getByRole('search').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('dialog', { name: 'More actions' }).getByRole('button', { name: 'Export' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export' }),
  ).toBeVisible()
  const view = page.getByRole('button', { name: 'Queue', exact: true })
  await expect(view).toBeInViewport({ ratio: 1 })
  // The chosen tab is in sight, wherever it stands.
  await page.goto('/en/orders?status=canceled')
  await expect(page.getByRole('button', { name: /^Canceled \d/ })).toBeInViewport({ ratio: 1 })
  await page.goto('/en/orders?view=queue&is_printed=0')
  await expect(page.getByRole('button', { name: 'Scan', exact: true })).toBeVisible()
  await expect(card).toBeInViewport({ ratio: 1 })
  expect((await card.boundingBox())?.y).toBeLessThan(220)
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Filters · 1' }).click()
  const folded = page.getByRole('dialog', { name: 'Filters' })
  await folded.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/en\/orders\?view=queue$/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'All orders' }).click()
  await expect(page).toHaveURL(/\/en\/orders$/)
  await page.goto('/my/orders?page=40')
  const lines = (steps: Element[]) => new Set(steps.map((one) => one.getBoundingClientRect().y)).size
  await expect.poll(() => page.getByRole('button', { name: /^Halaman se/ }).evaluateAll(lines)).toBe(1)
})

for (const [path, title] of [
  ['/orders', '注文'],
  ['/en/orders', 'Orders'],
  ['/vn/orders', 'Đơn hàng'],
  ['/my/orders', 'Pesanan'],
] as const) {
  test(`is well made at ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(rows(page)).toHaveCount(20)
    // The filters and the choice of columns share a row.
    const tops = () =>
      page
        .getByRole('search')
        .evaluate((bar) =>
          [...bar.querySelectorAll(':scope > * > *')].flatMap((part) =>
            part.matches('div > *') ? Math.round(part.getBoundingClientRect().top) : [],
          ),
        )
    // Until the page's own font is there, a wider one stands in.
    await expect.poll(async () => new Set(await tops()).size).toBe(1)
    await (path === '/en/orders' ? expectWellMade(page) : expectFits(page))
  })
}

async function placeOrder(
  sandbox: (method: string, path: string, body?: object) => Promise<unknown>,
  more: object = {},
): Promise<string> {
  const body = { shop_id: linkedShop.id, ...more }
  const reply = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
  return reply.order_sn
}

test('all orders that match are chosen with one click, beyond the page', async ({ page }) => {
  await page.goto('/en/orders?status=delivered')
  await expect(rows(page)).toHaveCount(20)
  const figure = (await page.getByText(/^1–20 of /).innerText()).replace(/^.* of /, '')
  const total = Number(figure.replace('.', ''))
  expect(total).toBeGreaterThan(100)
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: /^Select all / }).click()
  await expect(bar.getByText(`${figure} selected`)).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select all on this page' })).toBeChecked()
  // More than one call takes: they are printed in parts.
  await expect(bar.getByRole('button', { name: 'Print waybills' })).toBeEnabled()
})

test('filters fold on a smaller window, and what is on can be taken off there', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/en/orders?is_star=1&has_cancel_request=1')
  await expect(page.getByRole('button', { name: 'Filters · 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: Cancellation requests' }).click()
  await expect(page).toHaveURL(/\?is_star=1$/)
  await page.getByRole('button', { name: 'Filters · 1' }).click()
  const folded = page.getByRole('dialog', { name: 'Filters' })
  await folded.getByRole('button', { name: /^Returns/ }).click()
  await expect(page).toHaveURL(/has_return_request=1/)
  // An order has one or the other: choosing one takes the other off.
  await folded.getByRole('button', { name: /^Cancellations/ }).click()
  await expect(page).not.toHaveURL(/has_return_request/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page).not.toHaveURL(/is_star|has_cancel_request/)
})

test('a row offers the one next step of its order', async ({ page }) => {
  await page.goto('/en/orders?status=pending')
  const [code = ''] = await codes(page)
  await page.getByRole('button', { name: `Confirm · ${code}` }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm 1 order' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/en/orders?status=delivered')
  await expect(rows(page)).toHaveCount(20)
  await expect(page.getByRole('button', { name: /^(Confirm|Print|Answer) · / })).toHaveCount(0)
  // Nor is there a column for them, whose room the names have.
  await expect(page.getByRole('columnheader', { name: 'Next step' })).toHaveCount(0)
})

test('a column that has no room says so where it is ticked', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/en/orders')
  await page.getByRole('button', { name: 'Columns' }).click()
  await expect(page.getByRole('checkbox', { name: 'Tracking needs a wider window' })).toBeChecked()
  await expect(page.getByRole('columnheader', { name: 'Tracking' })).toBeHidden()
  await page.setViewportSize({ width: 1920, height: 800 })
  await expect(page.getByRole('columnheader', { name: 'Tracking' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Tracking', exact: true })).toBeChecked()
})
