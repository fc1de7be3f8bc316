import type { Page } from '@playwright/test'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'
import { ask, linkByConsent, openDrawer } from './doorstep.ts'

/** Adds the account's second warehouse, which a test deletes again: sales areas are shown once there are two. */
async function addWarehouse(page: Page, name: string): Promise<number> {
  const made = await page.request.post('/api/v2/warehouses', { data: { name } })
  expect(made.status()).toBe(201)
  return ((await made.json()) as { data: { id: number } }).data.id
}

async function removeWarehouse(page: Page, id: number): Promise<void> {
  expect((await page.request.delete(`/api/v2/warehouses/${id}`)).ok()).toBe(true)
}

test('a sales area is made by keyboard, changed, keeps its warehouse, and is deleted again', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const annex = await addWarehouse(page, 'East annex')
  await page.goto('/en/setting/stock')
  const part = page.getByRole('region', { name: 'Sales areas' })
  await expect(part.getByText('No sales areas yet')).toBeVisible()
  await expectWellMade(page)

  await part.getByRole('button', { name: 'Add sales area' }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New sales area' })
  await drawer.getByRole('button', { name: 'Add sales area' }).click()
  await expect(drawer.getByRole('alert')).toHaveText(['Enter a name', 'Add at least one warehouse'])
  await drawer.getByLabel('Name').fill('East coast')
  await drawer.getByLabel(linkedShop.name).check()
  await drawer.getByRole('button', { name: 'Add region' }).click()
  const region = drawer.getByRole('group', { name: 'Region 1' })
  await region.getByLabel('State or province').fill('Pahang')
  const places = drawer.getByRole('listitem')
  const add = drawer.getByLabel('Add warehouse')
  const standard = await add.getByRole('option').nth(1).textContent()
  await add.selectOption({ index: 1 })
  await add.selectOption({ label: 'East annex' })
  await drawer.getByRole('button', { name: 'Move East annex up' }).focus()
  await page.keyboard.press('Enter')
  await expect(places).toHaveText(['East annex', standard ?? ''])
  // The hand stays where it is, and the end of the list stops it.
  await expect(drawer.getByRole('button', { name: 'Move East annex up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(places).toHaveText(['East annex', standard ?? ''])
  await drawer.getByRole('button', { name: 'Add sales area' }).click()
  await expect(region.getByRole('alert')).toHaveText('Select a country')
  await region.getByLabel('Country').selectOption({ label: 'Malaysia' })
  await expectWellMade(page)
  await drawer.getByLabel('Name').press('Enter')
  await expect(page.getByText('East coast is added.')).toBeVisible()
  const row = part.getByRole('listitem')
  await expect(row).toContainText(`${linkedShop.name} · Pahang`)
  await expect(row).toContainText(`East annex → ${standard}`)

  await page.getByRole('link', { name: 'East coast' }).click()
  const opened = page.getByRole('dialog', { name: 'East coast' })
  await opened.getByRole('switch', { name: 'Default area' }).click()
  await expect(opened.getByRole('group', { name: 'Region 1' })).toBeHidden()
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await opened.getByRole('button', { name: 'Save' }).click()
  await expect(opened.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.reload()
  await expect(opened.getByRole('switch', { name: 'Default area' })).toBeChecked()

  await page.goto(`/en/setting/stock/${annex}`)
  await page.getByRole('button', { name: 'Delete' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete East annex?' })
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect(deleting.getByRole('alert')).toContainText('The sales area East coast uses this warehouse')
  await page.keyboard.press('Escape')

  await page.goto('/en/setting/stock')
  await page.getByRole('link', { name: 'East coast' }).click()
  await opened.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete East coast?' })
  await expectWellMade(page)
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('East coast is deleted.')).toBeVisible()
  await expect(part.getByText('No sales areas yet')).toBeVisible()
  await removeWarehouse(page, annex)
})

test('says so when the areas cannot be loaded, and tries again', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const annex = await addWarehouse(page, 'West annex')
  await page.route('**/api/v2/sales-areas**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/en/setting/stock')
  await expect(page.getByText('The sales areas could not be loaded')).toBeVisible()
  await page.unroute('**/api/v2/sales-areas**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No sales areas yet')).toBeVisible()
  await removeWarehouse(page, annex)
})

test('an order says that the warehouse of its area has too few pieces, until it has', async ({
  page,
  product,
  sandbox,
}) => {
  // An account of its own: its shop is kept in step and its stock lies about.
  const email = 'areas@demo.test'
  await product.addOwner(email)
  await page.request.post('/api/v2/authorization', { data: { email, password: 'demo1234' } })
  const { opened } = (await sandbox('POST', '/_sandbox/shopee/shops', { count: 1 })) as { opened: number[] }
  const [shop_id] = opened
  const lamp = { shop_id, sku: 'LAMP', name: 'Lamp', price: 1000, stock: 4 }
  await sandbox('POST', '/_sandbox/shopee/products', lamp)
  const shop = await linkByConsent(page, sandbox, { code: 'shopee', id: 2 }, shop_id ?? 0)
  const annex = await addWarehouse(page, 'North annex')
  const save = (body: object) => ask(page, 'put', `/shops/${shop.id}`, body)
  const onHand = async () => {
    const all = await ask<{ id: number; on_hand: number }[]>(page, 'get', '/warehouses')
    return all.find(({ id }) => id === annex)?.on_hand
  }
  await save({ warehouse_id: annex })
  await save({ is_stock_sync: true })
  await expect.poll(onHand).toBe(4)
  await save({ warehouse_id: null, begin_at_zero: true })
  await ask(page, 'post', '/sales-areas', { name: 'All', shop_ids: [shop.id], warehouse_ids: [annex] })

  const sell = async (quantity: number) => {
    const order = { ref: `lamps ${quantity}`, lines: [['LAMP', 'Lamp', quantity, 10]], cod: true }
    const made = await sandbox('POST', '/_sandbox/shopee/orders', { shop_id, order, force: true })
    return (made as { order_sn: string }).order_sn
  }
  const first = await sell(2)
  const words = '1 unit of LAMP is missing in North annex for this order'
  const enough = await openDrawer(page, first, shop)
  await expect(enough.panel.getByText('North annex')).toBeVisible()
  await expect(enough.panel.getByText(words)).toBeHidden()
  const second = await openDrawer(page, await sell(3), shop)
  await expect(second.panel.getByText(words)).toBeVisible()
  await expectWellMade(page)

  // The pieces of the canceled order suffice for this one.
  await sandbox('POST', `/_sandbox/shopee/orders/${first}/advance`, { action: 'cancel' })
  await expect(async () => {
    await page.reload()
    await expect(second.panel.getByText('North annex')).toBeVisible()
    await expect(second.panel.getByText(words)).toBeHidden({ timeout: 1000 })
  }).toPass()
})
