import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, expectFits, expectWellMade, test } from './page-steps.ts'

type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>

const website = { platform_id: 4, code: 'website', shop: 'aoi-gifts', name: 'Aoi web' }
const secondGeneration = { platform_id: 6, code: 'web-store', shop: 'hana-home', name: 'Hana web' }

/** Links a store of the demo, which sells a lamp, and answers its id. Linking it once more changes nothing. */
async function link(
  request: APIRequestContext,
  sandbox: Sandbox,
  { platform_id, code, shop, name }: typeof website,
): Promise<number> {
  const lamp = { shop_id: shop, sku: 'DESK-LAMP', name: 'Desk lamp', price: 1550, stock: 9 }
  await sandbox('POST', `/_sandbox/${code}/products`, lamp)
  const keys = (await sandbox('POST', `/_sandbox/${code}/authorize`, { shop_id: shop })) as object
  const linked = await request.post('/api/v2/shops', { data: { platform_id, name, ...keys } })
  expect(linked.status(), await linked.text()).toBe(201)
  const { data } = (await linked.json()) as { data: { id: number } }
  // Its catalogue is about nine hundred products, most of them with variations: one call each.
  await expect(async () => {
    const found = await request.get(`/api/v2/orders/new/products?shop_id=${data.id}&keyword=desk`)
    expect(((await found.json()) as { data: unknown[] }).data).toHaveLength(1)
  }).toPass()
  return data.id
}

/** Answers the shop's name, which may be another spec's. */
async function chooseShop(page: Page, form: Locator, id: number): Promise<string> {
  const reply = await page.request.get('/api/v2/orders/new/shops')
  const { data } = (await reply.json()) as { data: { id: number; system_name: string }[] }
  await form.getByLabel('Shop').selectOption(String(id))
  return data.find((shop) => shop.id === id)?.system_name ?? ''
}

test('an order taken by phone is made at the store, and its address corrected', async ({
  page,
  signInAs,
  sandbox,
}) => {
  test.slow()
  await signInAs('owner@demo.test')
  const shopId = await link(page.request, sandbox, website)
  await page.goto('/en/orders')
  await expect(page.getByRole('button', { name: 'Create order' })).toBeVisible()
  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'New order' })
  await form.getByRole('button', { name: 'Create order' }).click()
  await expect(form.getByText('Some fields are missing or incorrect. Check the marked fields.')).toBeVisible()
  await expect(form.getByLabel('Name').first()).toHaveAttribute('aria-invalid', 'true')
  // The first wrong field is the one to go on with, though the button stands at the other end.
  await expect(form.getByLabel('Add product')).toBeFocused()
  await expect(form.getByLabel('Add product')).toBeInViewport()

  await chooseShop(page, form, shopId)
  const search = form.getByLabel('Add product')
  await search.fill('desk')
  await expect(form.getByRole('button', { name: /^Desk lamp/ })).toBeVisible()
  await expectWellMade(page)
  await search.press('Enter')
  await form.getByLabel('Quantity').fill('2')
  await form.getByLabel('Unit price').fill('14,50')
  await expect(form.getByText('29.00').or(form.getByText('29,00')).first()).toBeVisible()
  const customer = form.getByRole('region', { name: 'Customer' }).or(form)
  // Asked for once: it goes to the customer unless somebody else is named.
  await expect(customer.getByLabel('Name')).toHaveCount(1)
  await form.getByLabel('Ship to someone else').check()
  await expect(customer.getByLabel('Name')).toHaveCount(2)
  await form.getByLabel('Ship to someone else').uncheck()
  await customer.getByLabel('Name').fill('Nur Aisyah')
  await customer.getByLabel('Phone').fill('+60 12-345 6789')
  // Neither a key nor the browser's Back loses it unasked.
  const leaving = page.getByRole('dialog', { name: /^(Close|Leave) without saving\?$/ })
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave()
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    await expect(leaving).toBeHidden()
  }
  await expect(customer.getByLabel('Name')).toHaveValue('Nur Aisyah')
  await form.getByLabel('Street and number').fill('12, Jalan Telawi')
  await form.getByLabel('Postcode').fill('59100')
  await form.getByLabel('City').fill('Kuala Lumpur')
  await expect(form.getByLabel('Country')).toHaveValue('MY')
  await form.getByLabel('Already paid').check()
  await form.getByRole('button', { name: 'Create order' }).click()

  await expect(page).toHaveURL(/\/orders\/\d+/)
  const drawer = page.getByRole('dialog').first()
  await expect(drawer.getByText('Nur Aisyah').first()).toBeVisible()
  await expect(drawer.getByText(/12, Jalan Telawi/)).toBeVisible()

  await drawer.getByRole('button', { name: 'Edit address' }).click()
  const dialog = page.getByRole('dialog', { name: /^Address of / })
  await dialog.getByLabel('Street and number').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Street and number')).toHaveAttribute('aria-invalid', 'true')
  await expectWellMade(page)
  await dialog.getByLabel('Street and number').fill('88, Lebuh Armenian')
  // The key alone loses nothing that is typed.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Street and number')).toHaveValue('88, Lebuh Armenian')
  await dialog.getByLabel('Street and number').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(drawer.getByText(/88, Lebuh Armenian/)).toBeVisible()
  await expect(drawer.getByText(/^Address change requested · /)).toBeVisible()
})

test('of several stores the one that is chosen makes the order', async ({ page, signInAs, sandbox }) => {
  test.slow()
  await signInAs('owner@demo.test')
  await link(page.request, sandbox, website)
  const shopId = await link(page.request, sandbox, secondGeneration)
  await page.goto('/en/orders/new')
  const form = page.getByRole('dialog', { name: 'New order' })
  const shop = await chooseShop(page, form, shopId)
  await form.getByLabel('Add product').fill('desk')
  await form.getByRole('button', { name: /^Desk lamp/ }).click()
  await form.getByLabel('Name').fill('Mei Ling')
  await form.getByLabel('Street and number').fill('3, Lebuh Chulia')
  await form.getByLabel('Country').selectOption('MY')
  await form.getByLabel('Payment method').selectOption('cod')
  await form.getByRole('button', { name: 'Create order' }).click()
  await expect(page).toHaveURL(/\/orders\/\d+/)
  const drawer = page.getByRole('dialog').first()
  await expect(drawer.getByText(/3, Lebuh Chulia/)).toBeVisible()
  await expect(drawer.getByText('Cash on delivery').first()).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(`${shop}.*Desk lamp`) })).toBeVisible()
})

test('the form speaks each language', async ({ page, signInAs, sandbox }) => {
  test.slow()
  await signInAs('owner@demo.test')
  await link(page.request, sandbox, website)
  for (const [prefix, title, product] of [
    ['', '新規注文', '商品を追加'],
    ['/vn', 'Đơn hàng mới', 'Thêm sản phẩm'],
    ['/my', 'Pesanan baharu', 'Tambah produk'],
  ] as const) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(`${prefix}/orders/new`)
    await expect(page.getByRole('dialog', { name: title }).getByLabel(product)).toBeVisible()
    await expectFits(page)
  }
})
