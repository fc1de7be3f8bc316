import type { Page } from '@playwright/test'
import { expect, expectWellMade, test } from './page-steps.ts'
import { ask, connectCourier, giveSender, type Sandbox } from './doorstep.ts'

/** An order of three lamps and a shade, to be paid at the door. */
async function sellLamps(page: Page, sandbox: Sandbox): Promise<number> {
  const shop_id = 'hana-home'
  for (const [sku, name, price] of [
    ['QLAMP', 'Quillon lamp', 1500],
    ['QSHADE', 'Quillon shade', 1001],
  ])
    await sandbox('POST', '/_sandbox/web-store/products', { shop_id, sku, name, price, stock: 9 })
  const keys = await sandbox('POST', '/_sandbox/web-store/authorize', { shop_id })
  const linked = { platform_id: 6, name: 'Hana Home', ...(keys as object) }
  const shop = (await ask(page, 'post', '/shops', linked)) as { id: number }
  const skuOf = async (keyword: string) => {
    let found: number | undefined
    await expect(async () => {
      const rows = await ask(
        page,
        'get',
        `/orders/new/products?shop_id=${shop.id}&keyword=${encodeURIComponent(keyword)}`,
      )
      found = (rows as { product_sku_id: number }[])[0]?.product_sku_id
      if (found !== undefined) return
      const { sync } = await ask<{ sync: unknown }>(page, 'get', `/shops/${shop.id}?include=sync`)
      expect(found, JSON.stringify(sync)).toBeDefined()
    }).toPass()
    return found
  }
  const person = { name: 'Nur Aisyah', phone: '+60 12-345 6789' }
  const draft = await ask(page, 'post', '/orders', {
    shop_id: shop.id,
    customer: { ...person, email: 'aisyah@example.test' },
    address: {
      ...person,
      street: '12, Jalan Telawi',
      city: 'Kuala Lumpur',
      province: 'Selangor',
      postcode: '59100',
      country: 'MY',
    },
    lines: [
      { product_sku_id: await skuOf('Quillon lamp'), quantity: 3 },
      { product_sku_id: await skuOf('Quillon shade'), quantity: 1 },
    ],
    payment_method: 'cod',
  })
  let id = 0
  await expect(async () => {
    const made = await ask(page, 'get', `/orders/drafts/${(draft as { id: number }).id}`)
    id = (made as { order_id: number | null }).order_id ?? 0
    expect(id).toBeGreaterThan(0)
  }).toPass()
  return id
}

test('an order is divided into two parcels, and each is booked and taken back by itself', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await giveSender(page)
  await connectCourier(page, sandbox, 'jnt')
  const size = { weight: 800, length: 20, width: 15, height: 10 }
  await ask(page, 'put', '/settings/delivery', { shipment_id: 3, default_package: size })
  const id = await sellLamps(page, sandbox)
  await page.goto(`/en/orders/${id}`)
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Add parcel' }).click()
  const divide = page.getByRole('dialog', { name: /^Split .* into parcels$/ })
  const lamps = divide.getByLabel('Quantity of Quillon lamp to move from parcel 1')
  await lamps.fill('4')
  await expect(divide.getByText('Enter 1 to 3')).toBeVisible()
  await lamps.fill('1')
  await divide.getByRole('button', { name: 'Move Quillon lamp to parcel 2' }).click()
  await divide.getByRole('button', { name: 'Move Quillon shade to parcel 2' }).click()
  const cod = divide.getByRole('group', { name: /^Cash on delivery to split/ })
  await cod.getByLabel('Parcel 1').fill('1')
  await cod.getByLabel('Parcel 2').fill('1')
  await divide.getByRole('button', { name: 'Save' }).click()
  await expect(divide.getByRole('alert')).toContainText('The cash on delivery of all parcels must add up')
  await cod.getByLabel('Parcel 1').fill('')
  await cod.getByLabel('Parcel 2').fill('')
  await expectWellMade(page)
  await divide.getByRole('button', { name: 'Save' }).click()
  await expect(divide).toBeHidden()
  await expect(drawer.getByRole('list', { name: 'Items in parcel 2' })).toContainText('1 × Quillon shade')
  await expectWellMade(page)

  await expect(drawer.getByText('No courier yet')).toHaveCount(2)
  for (const figure of ['1', '2']) {
    await drawer.getByRole('button', { name: `Book courier for parcel ${figure}` }).click()
    const book = page.getByRole('dialog', { name: new RegExp(`^Confirm .*, parcel ${figure}$`) })
    await book.getByLabel('Courier', { exact: true }).selectOption({ label: 'J&T Express' })
    await book.getByRole('button', { name: 'Confirm' }).click()
    await expect(book).toBeHidden()
    await expect(drawer.getByRole('link', { name: /^63\d{10}$/ })).toHaveCount(Number(figure))
    await expect(drawer.getByText(/^The waybills print once/)).toBeVisible({ visible: figure === '1' })
  }
  await expect(drawer.getByText('Ready to ship').first()).toBeVisible()
  // Each number stands once, with all that is known of its parcel.
  await expect(drawer.getByText(/^63\d{10}$/)).toHaveCount(2)
  await drawer.getByRole('button', { name: 'Cancel shipment of parcel 2' }).click()
  await page
    .getByRole('dialog', { name: /· Parcel 2/ })
    .getByRole('button', { name: 'Cancel shipment' })
    .click()
  await expect(drawer.getByRole('button', { name: 'Book courier for parcel 2' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Edit parcels' }).click()
  // Parcel 1 has its courier: nothing leaves it, and nothing can be added.
  await expect(divide.getByRole('button', { name: /^Move / })).toHaveCount(0)
  await expectWellMade(page)
})
