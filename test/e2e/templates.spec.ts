import type { Locator, Page } from '@playwright/test'
import { ask, linkByConsent, linkWithKeys } from './doorstep.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'
import { plainSku } from './plain-sku.ts'
import { description, photo, stores, writeForStores } from './template-for-stores.ts'

const lazada = { code: 'lazada', id: 1 }
const lazadaShop = 100190015

/** The Tab key, as often as it takes: what it does not reach cannot be used without a mouse. */
async function reach(page: Page, what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isThere = () => what.evaluate((one) => one === document.activeElement)
  await expect(what).toBeVisible()
  for (let pressed = 0; !(await isThere()); pressed++) {
    expect(pressed, `${String(what)} is out of reach`).toBeLessThan(80)
    await page.keyboard.press(key)
  }
}

async function press(page: Page, what: Locator, key = 'Enter'): Promise<void> {
  await reach(page, what)
  await page.keyboard.press(key)
}

async function type(page: Page, field: string, text: string): Promise<void> {
  await reach(page, page.locator(`[data-field="${field}"]`))
  await page.keyboard.type(text)
}

test('a product with three variants is written and published to five shops by the keyboard alone', async ({
  page,
  signInAs,
  sandbox,
}) => {
  // Some hundreds of tab stops, each looked at.
  test.slow()
  await signInAs('owner@demo.test')
  const { system_name: first } = await linkByConsent(page, sandbox, lazada, lazadaShop)
  const names: string[] = []
  for (const [channel, slug] of stores)
    names.push((await linkWithKeys(page, sandbox, channel, slug)).system_name)
  await page.goto('/en/products/template/create')
  const begin = page.getByRole('button', { name: 'Continue' })
  await expect(begin).toHaveAttribute('aria-disabled', 'true')
  const ofLazada = page.getByRole('group', { name: 'Lazada' })
  await press(page, ofLazada.getByRole('checkbox', { name: first, exact: true }), 'Space')
  await press(page, page.getByRole('checkbox', { name: linkedShop.name, exact: true }), 'Space')
  for (const storeName of names)
    await press(page, page.getByRole('checkbox', { name: storeName, exact: true }), 'Space')
  await expectWellMade(page)
  await press(page, begin)
  await page.waitForURL(/\/products\/template\/create\/\d+$/)

  // An error comes when the field is left, and goes while it is typed in.
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await reach(page, name)
  await page.keyboard.type('Cake stand')
  await expect(page.getByText('Enter at least 20 characters')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Enter at least 20 characters (10 now)').first()).toBeVisible()
  await reach(page, name, 'Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Regency cake stand in enamelled steel')
  await expect(page.getByRole('alert').filter({ hasText: 'Enter at least 20 characters' })).toBeHidden()

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(page, page.getByRole('button', { name: 'Add photos' })),
  ])
  await chooser.setFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: await photo(800, '#8899aa') },
    { name: 'small.png', mimeType: 'image/png', buffer: await photo(300, '#aa5533') },
    { name: 'side.png', mimeType: 'image/png', buffer: await photo(900, '#55aa77') },
  ])
  await expect(page.getByText('300 × 300 px; 600–5,000 px needed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Photo 2 of 2' })).toBeVisible()
  await reach(page, page.getByRole('button', { name: 'Dismiss small.png' }), 'Shift+Tab')
  await page.keyboard.press('Enter')

  await reach(page, page.getByRole('textbox', { name: 'Description', exact: true }))
  await page.keyboard.type(description.repeat(2))
  await press(page, page.getByRole('button', { name: 'Add variation' }))
  await page.keyboard.type('Colour')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mint,Rose,Blue,')
  await expect(page.getByRole('row')).toHaveCount(4)

  // Codes cell by cell, figures filled down, as in a spreadsheet.
  await type(page, 'skus.0.seller_sku', 'TPL-MINT')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('TPL-ROSE')
  await page.keyboard.press('Enter')
  await page.keyboard.type('TPL-MINT')
  await page.keyboard.press('Tab')
  await expect(page.getByText('This value is used twice').first()).toBeVisible()
  await reach(page, page.getByRole('textbox', { name: 'Seller code · Blue' }), 'Shift+Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('TPL-BLUE')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await type(page, 'skus.0.price', '49,90')
  await page.keyboard.press('Control+d')
  await type(page, 'skus.0.quantity', '12')
  await page.keyboard.press('Control+d')
  await expect(page.locator('[data-field="skus.2.price"]')).toHaveValue('49,90')
  for (const [side, size] of [
    ['package_weight', '1.800'],
    ['package_length', '32'],
    ['package_width', '32'],
  ] as const)
    await type(page, side, size)
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-field="package_weight"]')).toHaveValue('1,8')
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
  await expectWellMade(page)

  // Each channel's step, in the order of publishing.
  for (const [channel, category] of [
    ['Lazada', 'gift'],
    ['Shopee', 'gift'],
    ['POS', ''],
    ['Website', ''],
    ['Web store', ''],
  ] as const) {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('link', { name: channel, exact: false }).first()).toHaveAttribute(
      'aria-current',
      /page|step/,
    )
    await chooseCategory(page, category)
    if (channel === 'Lazada') await showMoreBrands(page)
    await answerRequired(page, channel)
  }
  await expectFits(page)

  // A forgotten field is named at the end, with the way to it.
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/checkout$/)
  const publish = page.getByRole('button', { name: /^Publish to 5 shops/ })
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await press(page, page.getByRole('link', { name: /^Height/ }).first())
  await expect(page.locator('[data-field="package_height"]')).toBeFocused()
  await page.keyboard.type('18')
  await page.keyboard.press('Tab')
  await reach(page, page.getByRole('link', { name: 'Check and publish' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ready to publish', { exact: true })).toBeVisible()
  await expectWellMade(page)
  await press(page, publish)
  const rows = page.getByRole('list', { name: 'Shops' })
  await expect(rows.getByText('Uploaded', { exact: true })).toHaveCount(5, { timeout: 120_000 })
  await expectWellMade(page)

  // Later edits are offered, shop by shop, as what would be sent.
  await reach(page, page.getByRole('link', { name: 'Product', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await reach(page, name)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Regency cake stand in enamelled steel, three tiers')
  await reach(page, page.getByRole('link', { name: 'Check and publish' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: `See differences · ${linkedShop.name}` }))
  const differences = page.getByRole('complementary', { name: `Differences: ${linkedShop.name}` })
  await expect(differences.getByText('Regency cake stand in enamelled steel, three tiers')).toBeVisible()
  await press(page, differences.getByRole('button', { name: "Keep the shop's version" }))
  await expect(rows.getByText('Outdated')).toHaveCount(4)
  // The keyboard goes on in the row of the shop.
  await expect(rows.getByRole('listitem').filter({ hasText: linkedShop.name })).toBeFocused()
  await press(page, page.getByRole('button', { name: `Undo keeping · ${linkedShop.name}` }))
  await expect(rows.getByText('Outdated')).toHaveCount(5)
  await press(page, page.getByRole('button', { name: `See differences · ${names[1]}` }))
  const ofWebsite = page.getByRole('complementary', { name: `Differences: ${names[1]}` })
  await expect(ofWebsite.getByText('1 change. Only this is sent.')).toBeVisible()
  await press(page, ofWebsite.getByRole('button', { name: 'Send 1 change' }))
  await expect(rows.getByText('Outdated')).toHaveCount(4)
  await expect(rows.getByText('Uploaded', { exact: true })).toHaveCount(1)

  await page.goto('/en/products/template')
  await press(page, page.getByRole('link', { name: /^Regency cake stand/ }))
  await expect(page.getByRole('heading', { name: /Regency cake stand/ })).toBeVisible()
  await expectWellMade(page)
})

/** The first category that is found by a word, or the first leaf of the tree. */
async function chooseCategory(page: Page, word: string): Promise<void> {
  const search = page.getByRole('textbox', { name: 'Find a category' })
  await reach(page, search)
  if (word !== '') {
    await page.keyboard.type(word)
    await press(page, page.getByRole('list', { name: 'Matching categories' }).getByRole('button').first())
  } else {
    await expect(page.locator('[data-tree] button').first()).toBeVisible()
    await page.keyboard.press('Tab')
    for (let depth = 0; depth < 5 && (await search.isVisible()); depth++) {
      const isBranch = (await page.locator(':focus').getAttribute('aria-expanded')) === 'false'
      await page.keyboard.press(isBranch ? 'ArrowRight' : 'Enter')
      if (isBranch) {
        await expect(page.locator(':focus + ul button').first()).toBeVisible()
        await page.keyboard.press('ArrowDown')
      }
    }
  }
  // The focus goes on from what was chosen.
  await expect(page.getByRole('button', { name: 'Change category' })).toBeFocused()
}

/** A channel has more brands than the first page of them. */
async function showMoreBrands(page: Page): Promise<void> {
  await press(page, page.getByRole('button', { name: /^Brand/ }))
  const brands = page.locator('[role=dialog] li')
  await expect(brands).toHaveCount(50)
  await press(page, page.getByRole('button', { name: 'Show more' }))
  await expect(brands).toHaveCount(100)
  await page.keyboard.press('Escape')
}

/** Fills in what the channel asks for in this category: first values, and the first courier. */
async function answerRequired(page: Page, channel: string): Promise<void> {
  const attributes = page.getByRole('region', { name: 'Attributes' })
  const brand = page.getByRole('button', { name: /^Brand/ })
  await expect(brand).toBeVisible()
  await chooseFirst(page, brand)
  if (await attributes.isVisible()) {
    for (const open of await attributes.locator(':scope > div [aria-haspopup=dialog]').all())
      await chooseFirst(page, open)
    for (const field of await attributes.locator(':scope > div input:visible').all()) {
      await reach(page, field)
      await page.keyboard.type('10')
    }
  }
  const couriers = page.locator('[data-field="shipment_providers"] input')
  // Its rules, which name them, come by an answer of their own.
  if (channel === 'Shopee') await expect(couriers.first()).toBeVisible()
  if ((await couriers.count()) > 0) await press(page, couriers.first(), 'Space')
  await page.keyboard.press('Tab')
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
}

/** Enter opens the values, the arrow goes to the first, Enter takes it, and the focus is back. */
async function chooseFirst(page: Page, open: Locator): Promise<void> {
  await press(page, open)
  await expect(page.locator('[role=dialog] li button').first()).toBeVisible()
  await expect(page.locator('[role=dialog] input')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('[role=dialog]')).toBeHidden()
  await expect(open).toBeFocused()
}

test('a refused shop alone is tried again once it is mended, and what waits is canceled', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const { id, shops } = await writeForStores(page, sandbox, 'KETTLE-2L')
  const clash = { shop_id: 'aoi-gifts', sku: 'KETTLE-2L', name: 'Made by hand', price: 1990, stock: 2 }
  await sandbox('POST', '/_sandbox/website/products', clash)
  await sandbox('POST', '/_sandbox/faults', { path: '/web2/hana-home/admin', slow_ms: 10_000 })
  await page.goto(`/en/products/template/edit/${id}/checkout`)
  await expect(page.getByText('Ready to publish', { exact: true })).toBeVisible()
  // A change of somebody else is not sent before it is seen.
  const publish = page.getByRole('button', { name: /^Publish to 3 shops/ })
  await ask(page, 'put', `/product-template/${id}`, { package_weight: 1.4 })
  await publish.press('Enter')
  const changed = page.getByRole('alert').filter({ hasText: 'changed this first' })
  await changed.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(changed).toBeHidden()
  await expect(page.getByText('Ready to publish', { exact: true })).toBeVisible()
  await publish.press('Enter')
  const rows = page.getByRole('list', { name: 'Shops' }).getByRole('listitem')
  const [till, website, webStore] = shops.map((shop) => rows.filter({ hasText: shop.system_name }))
  if (!till || !website || !webStore) throw new Error('a store is missing')
  await expect(till).toContainText('Uploaded')
  await expect(website).toContainText('Failed')
  await expect(website).toContainText('KETTLE-2L')

  await webStore.getByRole('button', { name: /^Cancel upload · / }).press('Enter')
  // The call that is under way is waited for; nothing follows it.
  await expect(webStore).toContainText('Canceling')
  await expect(webStore).toBeFocused()
  await sandbox('DELETE', '/_sandbox/faults')
  await expect(webStore).toContainText('Canceled')
  await expect(webStore).toContainText('Nothing was sent')
  await expectWellMade(page)

  await sandbox('POST', '/_sandbox/website/products', { ...clash, delete: true })
  const asked = page.waitForRequest((request) => request.url().includes('upload-to-platform'))
  await website.getByRole('button', { name: /^Retry · / }).press('Enter')
  expect(((await asked).postDataJSON() as { shop_ids: number[] }).shop_ids).toHaveLength(1)
  await expect(website).toContainText('Uploaded')
  await expect(website).toBeFocused()
  await expect(webStore).toContainText('Canceled')

  // Prices and days of a difference are read like all others.
  const reduced = {
    special_price: 9.5,
    special_date_from: '2036-01-01 08:00',
    special_date_to: '2036-01-31 08:00',
  }
  const skus = [{ ...plainSku, seller_sku: 'KETTLE-2L', price: 18.5, ...reduced }]
  await ask(page, 'put', `/product-template/${id}`, { skus })
  await page.reload()
  await website.getByRole('button', { name: /^See differences · / }).press('Enter')
  const differences = page.getByRole('complementary', { name: /^Differences: / })
  await expect(differences).toContainText(/18,50\sRM/)
  await expect(differences).toContainText(/9,50\sRM 01\/01\/2036 08:00 – 31\/01\/2036 08:00/)

  // A point that the listing's score lacks leads to the template, where the listing itself has no field for it.
  let product = 0
  const path = '/api/v2/products/filter?keyword=KETTLE-2L&platform_id=4'
  await expect(async () => {
    const reply = await page.request.get(path)
    const { data } = (await reply.json()) as { data: { id: number; name: string }[] }
    // The one that was made by hand has the same code.
    product = data.find(({ name }) => name.startsWith('Enamel kettle'))?.id ?? 0
    expect(product).toBeGreaterThan(0)
  }).toPass()
  await page.goto(`/en/products/detail/${product}`)
  await page.getByRole('link', { name: /^Fix: Fewer than \d+ attributes/ }).click()
  await page.waitForURL(new RegExp(`/products/template/edit/${id}/detail/4`))
  await expect(page.getByRole('region', { name: 'Attributes' })).toBeVisible()

  // A shop that is left out comes back with its step.
  const ofWebsite = shops[1]?.system_name
  await page.getByRole('button', { name: `Leave out · ${ofWebsite}` }).click()
  await expect(page.getByText('This template is for no shop of this channel.')).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('button', { name: `Add ${ofWebsite}`, exact: true }).click()
  await expect(page.getByRole('region', { name: 'Attributes' })).toBeVisible()
})

test('a tab that was left open sends nothing a second time, and shows the way on', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const { id, shops } = await writeForStores(page, sandbox, 'KETTLE-TAB')
  const address = `/en/products/template/edit/${id}/checkout`
  // Nothing reaches this tab of what happens in the other one.
  const stream = '**/api/v2/realtime/stream*'
  const template = `**/api/v2/product-template/${id}`
  await page.route(stream, (route) => route.abort())
  await page.goto(address)
  await expect(page.getByText('Ready to publish', { exact: true })).toBeVisible()
  await page.route(template, (route) => route.abort())

  const other = await context.newPage()
  await other.goto(address)
  await other.getByRole('button', { name: /^Publish to 3 shops/ }).click()
  const rows = other.getByRole('list', { name: 'Shops' }).getByRole('listitem')
  await expect(rows.filter({ hasText: /Uploaded/ })).toHaveCount(3)
  await other.close()
  const jobs = async () => {
    const { uploads } = await ask<{ uploads: { job_id: string }[] }>(page, 'get', `/product-template/${id}`)
    return uploads.map(({ job_id: job }) => job)
  }
  const before = await jobs()

  await page.unroute(template)
  const answer = page.waitForResponse((response) => response.url().includes('upload-to-platform'))
  await page.getByRole('button', { name: /^Publish to 3 shops/ }).click()
  expect([(await answer).status(), await (await answer).json()]).toMatchObject([
    409,
    { code: 'nothing_to_send' },
  ])
  const told = page.getByRole('alert').filter({ hasText: 'have this template already' })
  await expect(told).toContainText('Nothing was sent')
  const own = page.getByRole('list', { name: 'Shops' }).getByRole('listitem')
  await expect(own.filter({ hasText: /Uploaded/ })).toHaveCount(3)
  await expect(page.getByRole('button', { name: /^Publish to/ })).toBeHidden()
  await expectWellMade(page)
  // The way on: its listing, or a change of the template that can be sent.
  const [first] = shops
  await expect(async () => {
    await page.reload()
    await own
      .filter({ hasText: first?.system_name ?? '' })
      .getByRole('link', { name: /^Open listing · / })
      .click({ timeout: 2_000 })
  }).toPass()
  await page.waitForURL(/\/products\/detail\/\d+/)
  expect(await jobs()).toEqual(before)
})

test('two people change one template: what only one side changed is merged, the rest is asked', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  // A space at the end, as other shops write it, is none in the editor.
  const long_description = '<p>A kettle for two litres. </p>'
  const template = await ask<{ id: number }>(page, 'post', '/product-template', {
    platform_ids: [2],
    name: 'Enamel kettle of Ipoh, one litre',
    long_description,
  })
  const path = `/en/products/template/create/${template.id}`
  const other = await context.newPage()
  await page.goto(path)
  await other.goto(path)
  await other.getByRole('textbox', { name: 'Name', exact: true }).fill('Enamel kettle of Ipoh, two litres')
  await other.getByRole('textbox', { name: 'Weight' }).fill('1,2')
  await other.keyboard.press('Tab')
  await expect(other.locator('output[data-state=saved]')).toBeVisible()

  await page.getByRole('textbox', { name: 'Length' }).fill('30')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Enamel kettle of Ipoh, in green')
  await page.keyboard.press('Tab')
  // A lost connection is said, and the next try merges.
  const stored = `**/api/v2/product-template/${template.id}`
  await page.route(stored, (route) => route.abort())
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Check your connection' })).toBeVisible()
  await page.getByRole('link', { name: 'Customers' }).first().click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(leaving).toBeHidden()
  await page.unroute(stored)
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByRole('textbox', { name: 'Weight' })).toHaveValue('1,2')
  await expect(page.getByRole('textbox', { name: 'Length' })).toHaveValue('30')
  await expect(page.getByText('You both changed “Name”.')).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Keep mine · Name' }).click()
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
  await page.getByRole('textbox', { name: 'Width' }).fill('20')
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('textbox', { name: 'Width' })).toHaveValue('')
  await other.reload()
  await expect(other.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Enamel kettle of Ipoh, in green',
  )
  await expect(other.getByRole('textbox', { name: 'Length' })).toHaveValue('30')

  // Opened again, the form begins with what was saved elsewhere since.
  await other.locator('main nav').getByRole('link').first().click()
  await expect(other.getByRole('textbox', { name: 'Length' })).toBeHidden()
  await ask(page, 'put', `/product-template/${template.id}`, { package_length: 35 })
  await other.goBack()
  // A sign that is typed and taken back is no change.
  await other.getByRole('textbox', { name: 'Description', exact: true }).click()
  await other.keyboard.type('x')
  await other.keyboard.press('Backspace')
  await other.getByRole('textbox', { name: 'Width' }).fill('20')
  await expect(other.getByRole('textbox', { name: 'Length' })).toHaveValue('35')
  await other.keyboard.press('Tab')
  await expect(other.locator('output[data-state=saved]')).toBeVisible()
  expect(await ask(page, 'get', `/product-template/${template.id}`)).toMatchObject({
    long_description,
    package_width: 20,
  })
})

test('a keystroke in a form of 100 variants is timed beside one in a form of one', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const inForm = async (values: string[]) => {
    const { id } = await ask<{ id: number }>(page, 'post', '/product-template', {
      platform_ids: [2],
      name: 'Lipstick in many shades of red',
      variant_names: ['Shade'],
      skus: values.map((value) => ({ ...plainSku, seller_sku: value.replace(' ', '-'), variants: [value] })),
    })
    await page.goto(`/en/products/template/create/${id}`)
    const cell = page.getByRole('textbox', { name: `Seller code · ${values.at(-1)}`, exact: true })
    await cell.focus()
    const times = await page.evaluate(keystrokes)
    await expect(cell).toHaveValue(/x{20}$/)
    return times[10] ?? Number.NaN
  }
  const one = await inForm(['Shade 1'])
  const hundred = await inForm(Array.from({ length: 100 }, (_, at) => `Shade ${at + 1}`))
  // A busy machine is slow, so that it is told and not held to a number.
  console.log(
    `a keystroke in a form of 100 variants: ${hundred.toFixed(0)} ms, ${(hundred / one).toFixed(1)} × a form of one`,
  )
})

/** Types twenty letters into the field with the focus; answers the milliseconds until each was drawn, the shortest first. */
async function keystrokes(): Promise<number[]> {
  const input = document.activeElement as HTMLInputElement
  const found: number[] = []
  for (let at = 0; at < 20; at++) {
    const begun = performance.now()
    Reflect.set(HTMLInputElement.prototype, 'value', `${input.value}x`, input)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    found.push(performance.now() - begun)
  }
  return found.toSorted((a, b) => a - b)
}
