import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

const gridFields = { price: 0, threshold: 4 } as const

const kiteOf = (number: number) => ({ shop_id: linkedShop.id, sku: `PAHANG-KITE-${number}` })

/** Opens three kites of a shop in the grid. */
async function openKites(page: Page, sandbox: (method: string, path: string, body: object) => unknown) {
  for (const number of [1, 2, 3])
    await sandbox('POST', '/_sandbox/shopee/products', {
      ...kiteOf(number),
      name: `Kite of Pahang, number ${number}`,
      price: 1000 * number,
      stock: 5,
    })
  await page.goto('/en/products?keyword=PAHANG-KITE')
  await expect(page.getByRole('row').filter({ hasText: 'Kite of Pahang' })).toHaveCount(3)
  await page.goto('/en/products/grid?keyword=PAHANG-KITE')
  await expect(nameCell(page, 3)).toBeVisible()
}

const nameCell = (page: Page, number: number) =>
  page.getByRole('gridcell').filter({ hasText: `number ${number}` })

/** Cell of the row of a kite. */
async function cellOf(page: Page, number: number, field: keyof typeof gridFields = 'price') {
  const row = await nameCell(page, number).getAttribute('data-rgrow')
  return page
    .locator(`revogr-data[type="rgRow"][col-type="rgCol"] [role="gridcell"][data-rgrow="${row}"]`)
    .nth(gridFields[field])
}

type Variant = { id: number; product_id: number; product_name: string }

async function variantsOf(request: APIRequestContext): Promise<Variant[]> {
  const reply = await request.get('/api/v2/products/variants?keyword=PAHANG-KITE')
  return ((await reply.json()) as { data: Variant[] }).data
}

test('an open grid takes what changes elsewhere, and never over an edit', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await openKites(page, sandbox)
  const change = (number: number, fields: object) =>
    sandbox('POST', '/_sandbox/shopee/products', { ...kiteOf(number), ...fields })
  const [first, second, third] = [await cellOf(page, 1), await cellOf(page, 2), await cellOf(page, 3)]
  const { keyboard } = page

  await first.click()
  await keyboard.type('41')
  await keyboard.press('Enter')
  await expect(first).toHaveText('41,00')
  await change(1, { price: 5000 })
  await change(2, { price: 6000, name: 'Kite of Pahang, number 2, with a tail' })
  // A cell that nobody edits changes quietly; an edit stays, and says what stands there now.
  await expect(second).toHaveText('60,00')
  await expect(second).not.toHaveAttribute('data-state')
  await expect(nameCell(page, 2)).toContainText('with a tail')
  await expect(first).toHaveAttribute('data-state', 'overtaken')
  await expect(first).toHaveText('41,00')
  await expect(page.getByText('1 cell was changed while you edited it and stays here')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send changes', exact: true })).toBeDisabled()
  await first.click()
  await expect(page.getByText('Changed to 50,00 while you edited it')).toBeVisible()
  await expectWellMade(page)

  // Undo and redo go on as before.
  await keyboard.press('Control+z')
  await expect(first).toHaveText('50,00')
  await keyboard.press('Control+y')
  await expect(first).toHaveAttribute('data-state', 'overtaken')
  await page.getByRole('button', { name: 'Keep mine' }).first().click()
  await expect(first).toHaveAttribute('data-state', 'changed')
  await expect(page.getByRole('button', { name: 'Send 1 change to 1 shop' })).toBeEnabled()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(first).toHaveAttribute('data-state', 'overtaken')
  await page.getByRole('button', { name: 'Use 50,00' }).click()
  await expect(first).toHaveText('50,00')
  await expect(page.getByText('No changes yet')).toBeVisible()

  // An edit that the channel has by now as well is none any more.
  await first.click()
  await keyboard.type('52')
  await keyboard.press('Enter')
  await change(1, { price: 5200 })
  await expect(page.getByText('No changes yet')).toBeVisible()
  await expect(first).toHaveText('52,00')

  // A field that is open stays so, with what was typed into it.
  await first.click()
  await keyboard.type('77')
  await change(3, { price: 8000 })
  await expect(third).toHaveText('80,00')
  await keyboard.type('7.5')
  await keyboard.press('Enter')
  await expect(first).toHaveText('777,50')

  // Another person's alert level comes as well.
  const threshold = await cellOf(page, 2, 'threshold')
  const variants = await variantsOf(page.request)
  const named = (number: number) => variants.find((one) => one.product_name.includes(`number ${number}`))
  const levels = { variants: [{ id: named(2)?.id, threshold: 4321 }] }
  expect((await page.request.post('/api/v2/products/bulk-changes', { data: levels })).ok()).toBe(true)
  await expect(threshold).toHaveText('4321')

  // Rows that are deleted meanwhile, at the channel or here, keep their places and are sent nothing.
  await change(1, { delete: true })
  await expect(nameCell(page, 1)).toHaveAttribute('data-state', 'gone')
  await expect(first).toHaveAttribute('data-state', 'locked')
  await expect(page.getByText('No changes yet')).toBeVisible()
  expect((await page.request.delete(`/api/v2/products/${named(3)?.product_id}`)).ok()).toBe(true)
  await expect(nameCell(page, 3)).toHaveAttribute('title', 'This listing has been deleted')
  await expect(third).toHaveText('80,00')
})
