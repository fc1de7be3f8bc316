import { ask, linkByConsent } from './doorstep.ts'
import { expect, expectFits, expectWellMade, linkedShop, otherShop, test } from './page-steps.ts'

test('the product list is filtered, worked by keyboard and opened over itself', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await sandbox('POST', '/_sandbox/shopee/products', {
    shop_id: linkedShop.id,
    sku: 'IPOH-LANTERN-1',
    name: 'Silk lantern of Ipoh, hand painted',
    price: 4250,
    stock: 7,
  })
  await page.goto('/en/products?keyword=IPOH-LANTERN-1')
  const link = page.getByRole('link', { name: 'Silk lantern of Ipoh, hand painted' })
  await expect(link).toBeVisible()
  const row = page.getByRole('row').filter({ has: link })
  await expect(row).toContainText('42,50')
  await expect(row).toContainText('Active')
  await expectWellMade(page)

  await page.getByRole('button', { name: 'Rejected 0' }).click()
  await expect(page.getByText('No products match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page.getByRole('row').nth(20)).toBeVisible()

  const shops = await ask<{ id: number; platform_id: number }[]>(page, 'get', '/shops')
  const shopId = shops.find(({ platform_id: platform }) => platform === 2)?.id
  const path = `/categories/shopee?shop_id=${shopId}&keyword=gift`
  const [gifts] = await ask<{ id: string; name: string }[]>(page, 'get', path)
  await page.goto(`/en/products?category_id=${gifts?.id}`)
  await expect(page.getByRole('button', { name: `Category: ${gifts?.name}` })).toBeVisible()
  await page.goto('/en/products?platform_id=2&category_id=none')
  await expect(page.getByText('No products match')).toBeVisible()
  await page.getByRole('button', { name: 'Category: none' }).click()
  await expect(page.getByRole('row').nth(20)).toBeVisible()
  await page.getByRole('button', { name: 'All channels: Shopee' }).click()
  await page.getByRole('checkbox', { name: 'Shopee', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/en\/products$/)

  await page.keyboard.press('j')
  await expect(page.getByRole('row').nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page).toHaveURL(/\/en\/products\/detail\/\d+/)
  await expect(drawer.getByText('Score')).toBeVisible()
  await expect(drawer.getByText('Fulfilled by the seller')).toBeVisible()
  await expectWellMade(page)
  const first = page.url()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.goto('/en/products/detail/999999999')
  await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
})

test('a change at the channel reaches the open list, and filters are saved', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const product = { shop_id: linkedShop.id, sku: 'KEDAH-KITE-1', name: 'Paper kite of Kedah', price: 1000 }
  await sandbox('POST', '/_sandbox/shopee/products', { ...product, stock: 3 })
  await page.goto('/en/products?keyword=KEDAH-KITE')
  const row = page.getByRole('row').filter({ hasText: 'Paper kite of Kedah' })
  await expect(row).toContainText('10,00')
  await sandbox('POST', '/_sandbox/shopee/products', { ...product, price: 1250 })
  await expect(row).toContainText('12,50')

  await page.goto('/en/products?sort=price')
  await page.getByRole('button', { name: 'Saved filters', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Saved filters' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('Cheapest')
  await panel.getByRole('button', { name: 'Save filters' }).click()
  await expect(panel.getByRole('button', { name: 'Cheapest', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Saved filters: Cheapest' })).toBeVisible()
})

test('chosen products are copied to another shop as drafts that say what they lack', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await linkByConsent(page, sandbox, { code: 'shopee', id: 2 }, otherShop.id)
  const name = 'Brass lamp of Melaka'
  const product = { shop_id: linkedShop.id, sku: 'MELAKA-LAMP-1', name, price: 2900, stock: 4 }
  await sandbox('POST', '/_sandbox/shopee/products', product)
  await page.goto('/en/products?keyword=MELAKA-LAMP-1')
  await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Copy to shops' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy 1 product to other shops?' })
  const start = dialog.getByRole('button', { name: 'Create 1 draft' })
  await expect(start).toHaveAttribute('aria-disabled', 'true')
  // Its own shop has it.
  await expect(dialog.getByRole('checkbox', { name: linkedShop.name })).toBeHidden()
  await dialog.getByRole('checkbox', { name: otherShop.name }).check()
  await expectWellMade(page)
  await start.click()
  const ready = page.getByRole('dialog', { name: 'Drafts are ready' })
  await expect(ready.getByText('1 draft created.')).toBeVisible()
  await ready.getByRole('link', { name: 'Open templates' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Draft')
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Fill in what is missing' }).click()
  const missing = page.getByRole('dialog', { name: 'What 1 template lacks' })
  const material = missing.getByRole('listitem', { name: 'Attributes' })
  const fillIn = material.getByRole('button', { name: 'Fill in 1 template' })
  await expect(fillIn).toHaveAttribute('aria-disabled', 'true')
  await expectWellMade(page)
  await material.getByRole('button', { name: /Material/ }).click()
  await page.getByRole('list', { name: 'Material' }).getByRole('button', { name: 'Wood' }).click()
  // One key does not lose the value that was chosen.
  await fillIn.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' })
  await expect(leaving).toContainText('What you entered is not filled in yet.')
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await fillIn.click()
  await expect(material).toBeHidden()
  await expect(missing).toContainText('Attributes: 1 template filled in.')
  await missing.getByRole('button', { name: 'Undo' }).click()
  await material.getByRole('button', { name: /Material/ }).click()
  await page.getByRole('list', { name: 'Material' }).getByRole('button', { name: 'Wood' }).click()
  await fillIn.click()
  await expect(material).toBeHidden()
  const delivery = missing.getByRole('listitem', { name: 'Delivery options' })
  await delivery.getByRole('checkbox').first().check()
  await delivery.getByRole('button', { name: 'Fill in 1 template' }).click()
  await expect(delivery).toBeHidden()
  // Another currency: each price is the seller's to say.
  await missing.getByRole('listitem', { name: 'Price' }).getByRole('link', { name }).click()
  await expect(page).toHaveURL(/\/products\/template\/create\/\d+\/checkout/)
  await page.goto('/en/products/template?problem_field=skus.price')
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Error: Price' }).click()
  await expect(page).toHaveURL(/\/products\/template$/)
})

test('chosen products are deleted together, here and in their shops', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  for (const sku of ['LABUAN-BOX-1', 'LABUAN-BOX-2'])
    await sandbox('POST', '/_sandbox/shopee/products', {
      shop_id: linkedShop.id,
      sku,
      name: `Rosewood box ${sku}`,
      price: 2900,
      stock: 4,
    })
  // A list that changes while its products are chosen would forget them.
  await expect
    .poll(async () => {
      const reply = await page.request.get('/api/v2/products/filter?keyword=LABUAN-BOX')
      return ((await reply.json()) as { data: object[] }).data.length
    })
    .toBe(2)
  await page.goto('/en/products?keyword=LABUAN-BOX')
  const rows = page.getByRole('row').filter({ hasText: 'Rosewood box' })
  await expect(rows).toHaveCount(2)
  await page.getByRole('checkbox', { name: /all/i }).first().check()
  await page.getByRole('button', { name: 'More actions' }).last().click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${linkedShop.name}: 2 products`)
  await dialog.getByRole('checkbox', { name: /Also delete them in their shops/ }).check()
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toContainText(`${linkedShop.name}: 2 being deleted in the shop`)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rows).toHaveCount(0)
})

test('on a phone products are cards, and the SKU centre is one step away', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signInAs('owner@demo.test')
  await page.goto('/vn/products')
  await expect(page.getByRole('list', { name: 'Sản phẩm' }).getByRole('listitem').first()).toBeVisible()
  await expectFits(page)
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Thao tác khác' }).click()
  await page.getByRole('link', { name: 'Trung tâm SKU' }).click()
  await expect(page).toHaveURL(/\/vn\/skus/)
  // Cards are chosen at their right end, whatever their names.
  const ticks = page.getByRole('list', { name: 'Trung tâm SKU' }).getByRole('checkbox')
  await expect(ticks.first()).toBeVisible()
  const ends = await ticks.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().right)),
  )
  expect(new Set(ends).size).toBe(1)
})
