import type { Page, Route } from '@playwright/test'
import { ask, linkByConsent, type Sandbox } from './doorstep.ts'
import type { DemoConsole } from './start-demo-console.ts'
import { expect, expectFits, expectWellMade, linkedShop, linkedShopId, test } from './page-steps.ts'

type Sku = { id: number; name: string; prime_sku: string }
type Listed = { listings: { data: { id: number }[] } }

/** The first SKUs with a seller code that one listing of the linked shop has each; where many shops are linked, few are left. */
async function plainSkus(page: Page, least: number): Promise<[Sku, Sku]> {
  let found: Sku[] = []
  // A new console still takes in the products.
  await expect(async () => {
    const query = `sort=prime_sku&shop_count=1&limit=50&shop_id=${await linkedShopId(page)}`
    const reply = await page.request.get(`/api/v2/sku-centers?${query}`)
    const { data } = (await reply.json()) as { data: (Sku & { listing_count: number })[] }
    found = data.filter((one) => one.listing_count === 1 && !one.prime_sku.includes('@'))
    expect(found.length).toBeGreaterThanOrEqual(least)
  }).toPass()
  return found as [Sku, Sku]
}

/** Signs in the owner of a new account, and opens a shop that it may link. Answers the channel's id of the shop. */
async function openOwnShop(
  page: Page,
  product: DemoConsole,
  sandbox: Sandbox,
  email: string,
): Promise<number> {
  await product.addOwner(email)
  await page.request.post('/api/v2/authorization', { data: { email, password: 'demo1234' } })
  const { opened } = (await sandbox('POST', '/_sandbox/shopee/shops', { count: 1 })) as { opened: [number] }
  return opened[0]
}

test('the SKU centre lists what the seller owns, and the keyboard opens it', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/skus?sort=prime_sku')
  await expect(page.getByRole('heading', { name: 'SKU centre' })).toBeVisible()
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await expectWellMade(page)
  const [sku] = await plainSkus(page, 1)
  await page.keyboard.press('/')
  await page.keyboard.type(sku.prime_sku)
  await expect(page).toHaveURL(/keyword=/)
  const link = page.getByRole('link', { name: sku.name, exact: true })
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toHaveValue(sku.prime_sku)
  await page.getByRole('heading', { name: 'SKU centre' }).click()
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: sku.name })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Listings' }).getByRole('listitem')).toContainText(
    linkedShop.name,
  )
  await expectWellMade(page)
  await page.goto('/en/skus?stock=out&shop_count=0')
  await expect(page.getByText('No SKUs found')).toBeVisible()
})

test('a SKU is created, a listing is unlinked and comes back, and one of another SKU is moved', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const [from, other] = await plainSkus(page, 2)
  await page.goto('/en/skus')
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Paper lantern of Ipoh')
  await page.getByLabel('SKU code').fill('IPOH-01')
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(page.getByRole('alert')).toHaveText('Select at least one listing')
  await page.getByLabel('Search listings by name or code').fill(from.prime_sku)
  const found = page.getByRole('list', { name: 'Listings' }).getByRole('listitem')
  await found
    .filter({ hasText: `Linked to ${from.prime_sku}` })
    .getByRole('button')
    .first()
    .click()
  await expect(page.getByRole('list', { name: 'Selected listings' })).toContainText(
    `Moves from ${from.prime_sku}`,
  )
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(page.getByText('Paper lantern of Ipoh is created.')).toBeVisible()
  await expect(page).toHaveURL(/\/en\/skus\/detail\/\d+$/)

  const listings = page.getByRole('list', { name: 'Listings' }).getByRole('listitem')
  await expect(listings).toHaveCount(1)
  const skuId = Number(/\d+$/.exec(page.url())?.[0])
  const [variant] = (await ask<Listed>(page, 'get', `/sku-centers/${skuId}`)).listings.data
  const move = (to: number) =>
    ask(page, 'post', `/sku-centers/${to}/listings`, { product_sku_ids: [variant?.id], move: true })
  // Undoing says so where somebody else has linked the listing meanwhile. What offers it stays while the mouse is on it.
  await listings.getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(listings).toHaveCount(0)
  await move(other.id)
  await page.getByRole('button', { name: 'Undo' }).click()
  const refused = page
    .getByRole('alert')
    .filter({ hasText: 'the listing has been linked elsewhere or unlinked since' })
  await refused.getByRole('button').click()
  await move(skuId)
  await expect(listings).toHaveCount(1)
  await listings.getByRole('button', { name: 'Unlink' }).click()
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(listings).toHaveCount(0)
  await expect(page.getByText('No listing', { exact: true })).toBeVisible()
  // The row has left with its button, and the keyboard goes on where it was.
  await expect(page.locator('section', { hasText: 'No listing' }).last()).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(listings).toHaveCount(1)

  await page.getByRole('button', { name: 'Link listing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link listing' })
  await dialog.getByLabel('Search listings by name or code').fill(other.prime_sku)
  const one = dialog
    .getByRole('listitem')
    .filter({ hasText: `Linked to ${other.prime_sku}` })
    .first()
  await one.getByRole('button').click()
  const moving = page.getByRole('dialog', { name: 'Move this listing here?' })
  await expect(moving).toContainText(`(${other.prime_sku})`)
  await expectFits(page)
  // Another one can be chosen without searching again.
  await page.keyboard.press('Escape')
  await expect(moving).toBeHidden()
  await one.getByRole('button').click()
  await moving.getByRole('button', { name: 'Move here' }).click()
  // It stays for a few seconds, or as long as the mouse is on it.
  await page.getByText(/^Listing linked to /).hover()
  await expect(listings).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Link listing' })).toBeFocused()
  const listingsOf = async (id: number) =>
    (await ask<Listed>(page, 'get', `/sku-centers/${id}`)).listings.data.map((one) => one.id)
  const [moved] = (await listingsOf(skuId)).filter((id) => id !== variant?.id)
  // A link that somebody else has made meanwhile is not undone.
  await ask(page, 'post', `/sku-centers/${from.id}/listings`, { product_sku_ids: [moved], move: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await refused.getByRole('button').click()
  expect(await listingsOf(from.id)).toContain(moved)
  await expect(listings).toHaveCount(1)

  await page.getByRole('button', { name: 'Edit SKU' }).click()
  const form = page.getByRole('dialog', { name: 'Edit SKU' })
  await form.getByLabel('Name', { exact: true }).fill('Short')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByLabel('Name', { exact: true }).fill('Silk lantern of Ipoh')
  await form.getByLabel('Alert level').fill('7')
  await expectFits(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Silk lantern of Ipoh' })).toBeVisible()
  await expect(page.getByText('Alert at 7')).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete Silk lantern of Ipoh?' })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(asked.getByRole('alert')).toHaveText('The SKU still has listings. Unlink them first.')
})

test('a listing leads to its SKU and back, and one without is linked or gets a new one', async ({
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const name = 'Batik scarf of Kelantan'
  const product = { shop_id: linkedShop.id, sku: 'KELANTAN-SCARF-1', name, price: 3900, stock: 5 }
  await sandbox('POST', '/_sandbox/shopee/products', product)
  await page.goto('/en/products?keyword=KELANTAN-SCARF-1')
  await page.getByRole('link', { name }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('link', { name: 'SKU KELANTAN-SCARF-1' }).click()
  await expect(page).toHaveURL(/\/en\/skus\/detail\/\d+$/)
  await page.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('No listing', { exact: true })).toBeVisible()
  await page.goto('/en/products?keyword=KELANTAN-SCARF-1&linked=0')
  await page.getByRole('button', { name: `Link SKU · ${name}` }).click()
  await drawer.getByRole('button', { name: `Link SKU · ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Link SKU' })
  await dialog.getByRole('textbox').fill('KELANTAN-SCARF')
  await expectWellMade(page)
  await dialog.getByRole('button', { name: `Link · ${name}` }).click()
  await expect(drawer.getByRole('link', { name: 'SKU KELANTAN-SCARF-1' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await drawer.getByRole('button', { name: `Link SKU · ${name}` }).click()
  await dialog.getByRole('link', { name: 'Create SKU' }).click()
  await expect(page.getByRole('list', { name: 'Selected listings' })).toContainText(name)
  await page.getByLabel('SKU code').fill('KELANTAN-SCARF-2')
  await page.getByRole('button', { name: 'Create SKU' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('list', { name: 'Listings' }).getByRole('link', { name }).click()
  await expect(drawer.getByRole('link', { name: 'SKU KELANTAN-SCARF-2' })).toBeVisible()
})

test('a SKU says in one sentence what its shop is sent and why, and of which warehouse', async ({
  page,
  product,
  sandbox,
}) => {
  // Its shop is kept in step.
  const shopId = await openOwnShop(page, product, sandbox, 'spoons@demo.test')
  const spoon = {
    shop_id: shopId,
    sku: 'SABAH-SPOON-1',
    name: 'Spoon of Sabah, carved',
    price: 900,
    stock: 5,
  }
  await sandbox('POST', '/_sandbox/shopee/products', spoon)
  const shop = await linkByConsent(page, sandbox, { code: 'shopee', id: 2 }, shopId)
  await ask(page, 'put', `/shops/${shop.id}`, { is_stock_sync: true, stock_buffer: 1 })
  let sku: Sku | undefined
  await expect(async () => {
    ;[sku] = await ask<Sku[]>(page, 'get', '/sku-centers?keyword=SABAH-SPOON-1')
    expect(sku).toBeDefined()
  }).toPass()
  // Nobody has looked at the SKUs yet: one sentence says where they come from, until it is closed.
  const origin = page.getByText('These SKUs were created from your listings')
  await page.goto('/en/skus')
  await expect(origin).toBeVisible()
  await expect(page.getByRole('link', { name: 'Count stock' })).toHaveAttribute(
    'href',
    /\/skus\/stock-takes$/,
  )
  await expectWellMade(page)
  await page.getByRole('paragraph').filter({ has: origin }).getByRole('button', { name: 'Close' }).click()
  await expect(origin).toBeHidden()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(origin).toBeHidden()
  const receive = (warehouse_id: number, quantity: number) =>
    ask(page, 'post', '/stock-receipts', { warehouse_id, lines: [{ sku_id: sku?.id, quantity }] })
  const [main] = await ask<{ id: number; name: string }[]>(page, 'get', '/warehouses')
  // Changes by others come into the list and the page by themselves, also where the level of the stock stays.
  let available = 0
  for (const quantity of [40, 1]) {
    await receive(main?.id ?? 0, quantity)
    ;({ available } = await ask<{ available: number }>(page, 'get', `/sku-centers/${sku?.id}`))
    await expect(page.getByRole('cell', { name: String(available), exact: true }).first()).toBeVisible()
  }
  await page.goto(`/en/skus/detail/${sku?.id}`)
  const listing = page.getByRole('list', { name: 'Listings' }).getByRole('listitem')
  const sentence = /(\d+) on hand − 0 reserved − 1 safety stock = (\d+)/
  await expect(listing).toContainText(sentence)
  await expect(page.getByText('Available per shop')).toBeVisible()
  const { id } = await ask<{ id: number }>(page, 'post', '/warehouses', { name: 'Loft' })
  await receive(id, 2)
  await expect(listing).toContainText(new RegExp(`${main?.name}: ${sentence.source}`))
  await expect(page.getByText('Available per shop')).toBeHidden()
  const sale = {
    ref: 'spoon',
    status: 'READY_TO_SHIP',
    cod: false,
    lines: [['SABAH-SPOON-1', spoon.name, 3, 9]],
  }
  await sandbox('POST', '/_sandbox/shopee/orders', { shop_id: shopId, order: sale, force: true })
  await expect(listing).toContainText(`${available} on hand − 3 reserved − 1 safety stock = ${available - 4}`)
  await expect(listing).toContainText('Up to date')
  await listing.getByRole('link', { name: spoon.name }).click()
  const places = page.getByRole('table', { name: 'Stock by location' })
  await expect(places.getByRole('row').filter({ hasText: 'Loft' })).toContainText('2')
  await expect(places.getByRole('row')).toHaveCount(3)
  await expectWellMade(page)
})

test('a suggested link says why, is accepted with one click, and undone with another', async ({
  page,
  product,
  sandbox,
}) => {
  // Other shops that other specs link have many suggestions, which would fill the first page.
  const shopId = await openOwnShop(page, product, sandbox, 'bells@demo.test')
  for (const sku of ['MATCH-001', 'match 001'])
    await sandbox('POST', '/_sandbox/shopee/products', {
      shop_id: shopId,
      sku,
      name: `Brass bell of ${sku}`,
      price: 1000,
      stock: 4,
    })
  await linkByConsent(page, sandbox, { code: 'shopee', id: 2 }, shopId)
  const waiting = async () => {
    const reply = await page.request.get('/api/v2/sku-centers/suggestions')
    const found = (await reply.json()) as { data: { sku: { prime_sku: string } }[] }
    return found.data.filter(({ sku }) => /match.001/i.test(sku.prime_sku)).length
  }
  await expect.poll(waiting).toBe(1)

  await page.goto('/en/skus')
  await page.getByRole('button', { name: 'Suggestions' }).click()
  const queue = page.getByRole('dialog', { name: 'Suggested links' })
  const card = queue.getByRole('listitem').filter({ hasText: 'Brass bell' }).first()
  await expect(card).toContainText('Same seller code, written differently · 90 % sure')
  await expectWellMade(page)
  // Dismissed by mistake, from the keyboard: it comes back.
  await card.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect.poll(waiting).toBe(0)
  await expect(queue.locator(':focus')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(waiting).toBe(1)
  await card.getByRole('button', { name: 'Link', exact: true }).click()
  // It stays for a few seconds, or as long as the mouse is on it.
  await page.getByText(/^Listing linked to Brass bell of/).hover()
  await expect.poll(waiting).toBe(0)
  const keyword = '/api/v2/sku-centers?keyword=brass%20bell&shop_count=0'
  const emptied = async () => {
    const reply = await page.request.get(keyword)
    return ((await reply.json()) as { data: object[] }).data.length
  }
  expect(await emptied()).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(emptied).toBe(0)
  // The question is open again, until somebody else answers it.
  await expect(card).toBeVisible()
  const open = await ask<{ id: number; sku: { prime_sku: string } }[]>(
    page,
    'get',
    '/sku-centers/suggestions',
  )
  const mine = open.find(({ sku }) => /match.001/i.test(sku.prime_sku))
  await ask(page, 'post', `/sku-suggestions/${mine?.id}/dismiss`)
  await card.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This suggestion is no longer open' })).toBeVisible()
})

test('stock is adjusted and received by hand, and the movements say who and why', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const [sku] = await plainSkus(page, 1)
  await page.goto(`/en/skus/detail/${sku.id}`)
  await page.getByRole('button', { name: 'Receive items' }).click()
  const receive = page.getByRole('dialog', { name: 'Receive items' })
  await receive.getByLabel('Quantity received').fill('none')
  await receive.getByRole('button', { name: 'Receive items' }).click()
  await expect(receive.getByRole('alert')).toBeVisible()
  await receive.getByLabel('Quantity received').fill('12')
  await receive.getByLabel('Cost per unit').fill('4,20')
  await expect(receive.getByText('Read as 4,20 RM')).toBeVisible()
  await receive.getByLabel('Note').fill('From Klang Homeware')
  await expectWellMade(page)
  // The answer is lost after the server has booked it: sent again it is booked once.
  const lost = (route: Route) => route.fetch().then(() => route.abort('connectionreset'))
  await page.route('**/api/v2/stock-receipts', lost, { times: 1 })
  await receive.getByRole('button', { name: 'Receive items' }).click()
  await expect(receive.getByRole('alert')).toBeVisible()
  await receive.getByRole('button', { name: 'Receive items' }).click()
  await expect(receive).toBeHidden()
  const movements = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
  await expect(movements.filter({ hasText: 'From Klang Homeware' })).toHaveCount(1)
  await expect(movements.filter({ hasText: 'From Klang Homeware' })).toContainText('+12')
  await page.getByRole('button', { name: 'Cost 4,20 RM' }).click()
  const costs = page.getByRole('dialog', { name: 'Cost history' })
  await costs.getByLabel('Cost per unit').fill('4,2055')
  await costs.getByRole('button', { name: 'Save' }).click()
  await expect(costs.getByText('Too many decimals for this currency')).toBeVisible()
  await costs.getByLabel('Cost per unit').fill('4.5')
  await costs.getByLabel('Reason').fill('New supplier')
  await costs.getByLabel('Method').selectOption('Moving average')
  await expectWellMade(page)
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Close without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await costs.getByRole('button', { name: 'Save' }).click()
  const history = costs.getByRole('list', { name: 'Cost history' }).getByRole('listitem')
  await expect(history.first()).toContainText('New supplier')
  await expect(history.last()).toContainText('Received 12 at 4,20 RM')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cost 4,50 RM' })).toBeVisible()

  await page.getByRole('button', { name: 'Adjust stock' }).click()
  const adjust = page.getByRole('dialog', { name: 'Adjust stock' })
  await adjust.getByLabel('Change').fill('-9999')
  await adjust.getByLabel('Reason').fill('One broken')
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' })
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await close()
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    await expect(leaving).toBeHidden()
  }
  await adjust.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(adjust.getByRole('alert')).toBeVisible()
  await adjust.getByLabel('Change').fill('−2')
  await adjust.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(movements.first()).toContainText('One broken')
  await expect(movements.first()).toContainText('−2')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Refused' }).click()
  await expect(page.getByText('No shop has refused stock in the last 90 days.')).toBeVisible()
  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  await expect(movements.first()).toContainText('One broken')
})

test('the sales of a SKU say when it runs out, and home leads to those that are out', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const reply = await page.request.get('/api/v2/sku-centers?limit=100')
  const ids = ((await reply.json()) as { data: Sku[] }).data.map(({ id }) => id)
  const answer = await page.request.get(`/api/v2/sku-centers/forecasts?ids=${ids.join(',')}`)
  const { data } = (await answer.json()) as { data: { sku_id: number; pieces: number }[] }
  const [best] = data.toSorted((a, b) => b.pieces - a.pieces)
  expect(best?.pieces).toBeGreaterThan(0)
  await page.goto(`/en/skus/detail/${best?.sku_id}`)
  const sold = page.getByText('Sold in 30 days')
  await expect(sold).toContainText(String(best?.pieces))
  await page.getByRole('button', { name: 'Table' }).click()
  const table = page.getByRole('table', { name: 'Sales of 30 days' })
  await expect(table.getByRole('row')).toHaveCount(31)
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Change alert level' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit SKU' }).getByLabel('Alert level')).toBeVisible()

  await page.goto('/en/')
  const work = page.getByRole('region', { name: 'Waiting for you' })
  await work.locator('summary').click()
  const line = work.getByRole('link', { name: 'SKUs out of stock' })
  await expect(line).toContainText(/\d/)
  await line.click()
  await expect(page).toHaveURL(/\/en\/skus\?stock=out$/)
})

test('a card on a phone names what it counts', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/skus')
  const cards = page.getByRole('list', { name: 'SKUセンター' }).locator('[data-row]')
  await expect(cards.getByText(/^出品\d+件$/).first()).toBeVisible()
})
