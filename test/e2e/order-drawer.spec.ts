import { awaitOrders, openOrder } from './opened-order.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

test('an order opens over the list and tells all about itself', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=delivered')
  const link = page.locator('tbody tr[data-row] a').first()
  const code = await link.innerText()
  await link.click()
  await expect(page).toHaveURL(/\/en\/orders\/\d+\?status=delivered$/)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: code })).toBeVisible()
  for (const part of ['Deliver to', 'Customer', /^Payment/, 'History']) {
    await expect(drawer.getByRole('heading', { name: part })).toBeVisible()
  }
  await expect(drawer.getByText('Order value')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/en\/orders\?status=delivered$/)
})

test('a dialog over the list has the keys for itself, also when nothing in it has the focus', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const row = page.locator('tbody tr[data-row]').first()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Cancel orders' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('f')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 selected')).toBeVisible()
  await expect(row.getByRole('button', { name: /^Star order/ })).toHaveAttribute('aria-pressed', 'false')
})

test('J and K go to the next and the previous order', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const links = page.locator('tbody tr[data-row] a')
  await expect(links).toHaveCount(20)
  const [first = '', second = ''] = await links.allInnerTexts()
  await links.first().click()
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(title).toHaveText(first)
  await page.keyboard.press('j')
  await expect(title).toHaveText(second)
  await page.keyboard.press('k')
  await expect(title).toHaveText(first)

  // The arrows walk the queue, which has another order.
  await page.goto('/en/orders?view=queue')
  await expect(links.nth(1)).toBeVisible()
  const [urgent = '', later = ''] = await links.allInnerTexts()
  await links.first().click()
  await expect(title).toHaveText(urgent)
  await page.getByRole('button', { name: 'Next order (J)' }).click()
  await expect(title).toHaveText(later)
})

test('beside its drawer the list goes on: another row opens, rows are chosen, the search has its key', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=pending')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  const rows = page.locator('tbody tr[data-row]').filter({ has: confirm })
  await rows.nth(0).getByRole('link').click()
  const drawer = page.getByRole('dialog')
  const title = drawer.getByRole('heading', { level: 2 })
  await expect(title).toHaveText(await rows.nth(0).getByRole('link').innerText())
  const list = page.getByRole('table', { name: 'Orders' })
  const [of, at] = [await list.boundingBox(), await drawer.boundingBox()]
  expect((of?.x ?? 0) + (of?.width ?? 0)).toBeLessThan(at?.x ?? 0)

  const second = rows.nth(1).getByRole('link')
  await second.click()
  await expect(title).toHaveText(await second.innerText())
  await rows.nth(2).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await expect(bar.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()

  // The next action stays in sight however long the order is.
  await expect(drawer.getByRole('button', { name: 'Confirm' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.locator('main')).toHaveAttribute('inert')
})

test('its own address opens it', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const link = page.locator('tbody tr[data-row] a').nth(3)
  const code = await link.innerText()
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('dialog').getByRole('heading', { name: code })).toBeVisible()
})

test('a canceled order shows what is known of its payment, and nothing that nobody was charged', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const ask = async <T>(path: string) =>
    ((await (await page.request.get(`/api/v2${path}`)).json()) as { data: T }).data
  type Paid = { payment: { shipping_cost: number; is_settled: boolean; settled_at: string | null } }
  const canceled = await ask<{ id: number }[]>('/orders/filter?status=canceled&platform_id=2')
  const orders = await Promise.all(
    canceled.map(async ({ id }) => ({ id, ...(await ask<Paid>(`/orders/${id}`)).payment })),
  )
  // Its escrow is emptied, and what shipping would have cost is in no amount.
  const order = orders.find((one) => one.is_settled && one.settled_at === null && one.shipping_cost !== 0)
  await page.goto(`/en/orders/${order?.id}`)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Order value')).toBeVisible()
  await expect(drawer.getByText('You received')).toBeVisible()
  await expect(drawer.getByText('Shipping cost')).toHaveCount(0)
  await expect(drawer.getByText('Adjustment by the channel')).toHaveCount(0)
})

test('a packer sees no payment', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/orders')
  await page.locator('tbody tr[data-row] a').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Deliver to' })).toBeVisible()
  await expect(drawer.getByText('Order value')).toBeHidden()
})

test('a note that could not be saved is for nobody else, and is tried again before its writer signs out', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=delivered')
  await page.locator('tbody tr[data-row] a').nth(3).click()
  const note = page.getByRole('dialog').getByLabel('Note')
  const address = page.url()
  await page.route('**/api/v2/orders/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await note.fill('For the owner alone')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^The note of .* is not saved/)).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' }).first()
  await menu.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Email').fill('packer@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo1234')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await menu.getByRole('link', { name: /^Orders/ }).click()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Delivered/ })
    .click()
  await page.locator(`tbody tr[data-row] a[href*="${new URL(address).pathname}"]`).click()
  await expect(note).toHaveValue('')

  await page.unroute('**/api/v2/orders/*')
  await note.fill('Typed and signed out')
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/en\/auth\/login$/)
  await signInAs('owner@demo.test')
  await page.goto(address)
  await expect(note).toHaveValue('Typed and signed out')
})

test('two people write one note: the later one is told, and keeps what was typed, also when the order is left', async ({
  page,
  browser,
  product,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=delivered')
  await page.locator('tbody tr[data-row] a').nth(2).click()
  const drawer = page.getByRole('dialog')
  const note = drawer.getByLabel('Note')
  await note.fill('Wrap it')
  // Somebody else, in another browser.
  const other = await browser.newContext({ baseURL: product.url })
  const data = { email: 'packer@demo.test', password: 'demo1234' }
  await other.request.post('/api/v2/authorization', { data })
  const id = /\/orders\/(\d+)/.exec(page.url())?.[1]
  await other.request.put(`/api/v2/orders/${id}`, { data: { note: 'Ring twice' } })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('alert')).toContainText('Lim Wei Jie changed this note first.')
  await expect(drawer.getByText('Current note: Ring twice')).toBeVisible()
  await expect(note).toHaveValue('Wrap it')
  await expectWellMade(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(drawer.getByText(/Current note/)).toBeHidden()
  await page.reload()
  await expect(note).toHaveValue('Wrap it')
  // A text that is typed while an earlier one is on its way is saved over that one.
  const answer = Promise.withResolvers<void>()
  await page.route(`**/api/v2/orders/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await answer.promise
    await route.continue()
  })
  await note.fill('Wrap it well')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await note.fill('Wrap it very well')
  answer.resolve()
  await expect(async () => {
    const stored = await page.request.get(`/api/v2/orders/${id}`)
    expect(await stored.json()).toMatchObject({ data: { note: 'Wrap it well' } })
  }).toPass()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect(note).toHaveValue('Wrap it very well')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeHidden()
  await expect(note).toHaveValue('Wrap it very well')
  await page.unroute(`**/api/v2/orders/${id}`)

  // Left before it is saved, it is saved then.
  const title = drawer.getByRole('heading', { level: 2 })
  const code = await title.innerText()
  await note.fill('Wrap it twice')
  await drawer.getByRole('button', { name: 'Next order' }).click()
  await expect(page.getByText(`Note of ${code} saved`)).toBeVisible()
  await page.keyboard.press('k')
  await expect(title).toHaveText(code)
  await expect(note).toHaveValue('Wrap it twice')
  // Somebody else was quicker: what was typed is there when the order is opened again.
  await note.fill('Do not ring')
  await other.request.put(`/api/v2/orders/${id}`, { data: { note: 'Knock' } })
  await page.keyboard.press('Escape')
  await expect(
    page.getByText(`The note of ${code} is not saved. Your text is kept in the order.`),
  ).toBeVisible()
  await page.locator('tbody tr[data-row] a').filter({ hasText: code }).click()
  await expect(note).toHaveValue('Do not ring')
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeVisible()
  await other.close()
})

test('an order that does not exist, or is somebody else’s, is not found', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  for (const id of ['999999999', '1', 'abc']) {
    await page.goto(`/en/orders/${id}`)
    await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
  }
})

test('is well made, in each language', async ({ page, signInAs }) => {
  test.slow()
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=shipped')
  const path = (await page.locator('tbody tr[data-row] a').first().getAttribute('href')) ?? ''
  for (const [prefix, history] of [
    ['', '履歴'],
    ['/en', 'History'],
    ['/vn', 'Lịch sử'],
    ['/my', 'Sejarah'],
  ]) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(path.replace(/^\/en/, prefix ?? ''))
    await expect(page.getByRole('dialog').getByRole('heading', { name: history })).toBeVisible()
    await (prefix === '/en' ? expectWellMade(page) : expectFits(page))
  }
})

test('an item without a SKU says that no stock is reserved, and leads to where it is linked', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const [code, name] = ['IPOH-TIN-1', 'Tea tin of Ipoh']
  const product = { shop_id: linkedShop.id, sku: code, name, price: 3900, stock: 5 }
  await sandbox('POST', '/_sandbox/shopee/products', product)
  type Sku = { id: number; reserved: number | null; products: { data: { id: number }[] } }
  const read = async (path: string) => {
    const reply = await page.request.get(`/api/v2/sku-centers${path}`)
    return ((await reply.json()) as { data: unknown }).data
  }
  const listed = async () => (await read(`?keyword=${code}`)) as Sku[]
  await expect.poll(async () => (await listed())[0]?.products.data.length).toBe(1)
  const [sku] = await listed()
  const listing = sku?.products.data[0]?.id
  const unlinked = await page.request.delete(`/api/v2/sku-centers/${sku?.id}/product/${listing}`)
  expect(unlinked.status()).toBe(200)
  const order = { ref: 'tin', status: 'READY_TO_SHIP', lines: [[code, name, 2, 39]] }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', {
    shop_id: linkedShop.id,
    order,
    force: true,
  })) as { order_sn: string }

  const drawer = await openOrder(page, sn)
  await expect(drawer.getByText('Without a SKU: its stock is not reserved')).toBeVisible()
  await expectWellMade(page)
  await drawer.getByRole('link', { name }).click()
  await expect(page).toHaveURL(new RegExp(`/en/products/detail/${listing}$`))
  await page
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: `Link SKU · ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Link SKU' })
  await dialog.getByRole('textbox').fill(code)
  await dialog.getByRole('button', { name: `Link · ${name}` }).click()
  await expect(dialog).toBeHidden()
  await openOrder(page, sn)
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(page.getByText('Without a SKU: its stock is not reserved')).toBeHidden()
})

test('the keyboard goes on beside an order that left the list while it was open', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const order = { ref: 'left', status: 'READY_TO_SHIP', lines: [['LEFT-CUP', 'Cup that is left', 1, 12]] }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', {
    shop_id: linkedShop.id,
    order,
    force: true,
  })) as { order_sn: string }
  await awaitOrders(page, [sn])
  await page.goto('/en/orders?status=pending&sort=-created_at')
  const row = page.locator('tbody tr[data-row]').filter({ hasText: sn })
  await row.getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: sn })).toBeVisible()
  await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'cancel' })
  await expect(page.getByRole('dialog').getByText('Canceled', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toHaveCount(0)
  await expect(page.locator('tbody tr[data-row] a:focus')).toHaveCount(1)
})
