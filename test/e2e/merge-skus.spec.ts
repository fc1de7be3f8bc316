import type { Page } from '@playwright/test'
import { ask } from './doorstep.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

type Sku = { id: number; name: string; prime_sku: string }

/** Three SKUs of one listing each, which the shop has newly. */
async function newSkus(
  page: Page,
  sandbox: (method: string, path: string, body: object) => Promise<unknown>,
  name: string,
): Promise<Sku[]> {
  for (const at of [1, 2, 3])
    await sandbox('POST', '/_sandbox/shopee/products', {
      shop_id: linkedShop.id,
      sku: `${name.toUpperCase()}-${at}`,
      name: `Copper ${name} of kind ${at}`,
      price: 1000,
      stock: 4,
    })
  const shops = await page.request.get('/api/v2/shops')
  const { data } = (await shops.json()) as { data: { id: number; system_name: string }[] }
  const shop = data.find(({ system_name: known }) => known === linkedShop.name)
  await page.request.post(`/api/v2/shops/${shop?.id}/sync`, { data: { type: 'product' } })
  const find = async () => {
    const reply = await page.request.get(`/api/v2/sku-centers?keyword=copper%20${name}&sort=prime_sku`)
    return ((await reply.json()) as { data: Sku[] }).data
  }
  await expect.poll(async () => (await find()).length).toBe(3)
  return find()
}

test('SKUs are merged from the list with what happens said before, and undone', async ({
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const [kept] = await newSkus(page, sandbox, 'kettle')
  await page.goto('/en/skus?keyword=copper%20kettle&sort=prime_sku')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(4)
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const merge = page.getByRole('button', { name: /^Merge \d+ SKUs?…$/ })
  await expect(merge).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(merge).toHaveText('Merge 3 SKUs…')
  await merge.click()
  const dialog = page.getByRole('dialog', { name: 'Merge 3 SKUs' })
  await dialog.getByRole('radio', { name: /KETTLE-2/ }).check()
  await expect(dialog).toContainText(
    'The listings and open orders of KETTLE-1, KETTLE-3 move to Copper kettle of kind 2, which will have 3 listings',
  )
  await dialog.getByRole('radio', { name: /KETTLE-1/ }).check()
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Merge SKUs' }).click()
  await expect(page.getByText('Merged into Copper kettle of kind 1.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(page.locator('body')).not.toBeFocused()
  const undoing: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/undo')) undoing.push(request.url())
  })
  await page.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(page.getByText('Undone.')).toBeVisible()
  expect(undoing).toHaveLength(1)
  await expect(rows).toHaveCount(4)

  await page.getByRole('link', { name: kept?.name ?? '', exact: true }).click()
  await expect(page.getByRole('heading', { name: kept?.name ?? '' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { name: 'Copper kettle of kind 2' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: kept?.name ?? '' })).toBeVisible()
  const next = page.getByRole('button', { name: 'Next SKU' })
  await next.press('Enter')
  await expect(page.getByRole('heading', { name: 'Copper kettle of kind 2' })).toBeVisible()
  await expect(next).toBeFocused()
})

test('a SKU takes another one over from its page, which says where it went; a listing is split off again', async ({
  page,
  sandbox,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const [first, second] = await newSkus(page, sandbox, 'teapot')
  await page.goto(`/en/skus/detail/${first?.id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Merge with another SKU…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge 1 SKU' })
  await expect(dialog.getByRole('button', { name: 'Merge SKUs' })).toBeDisabled()
  await dialog.getByLabel('Add a SKU by name or code').fill('TEAPOT-2')
  await dialog.getByRole('button', { name: 'Add · Copper teapot of kind 2' }).click()
  await page.getByRole('button', { name: 'Merge SKUs' }).click()
  await expect(page.getByText('Merged into Copper teapot of kind 1.')).toBeVisible()
  const listings = page.getByRole('list', { name: 'Listings' }).getByRole('listitem')
  await expect(listings).toHaveCount(2)
  const note = page.getByText('Merged into this SKU:')
  await expect(note).toBeVisible()
  await expectWellMade(page)
  await page
    .getByRole('link', { name: second?.name ?? '' })
    .first()
    .click()
  await expect(page.getByText('This SKU was merged into')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit SKU' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo · Copper teapot of kind 1' }).click()
  await expect(page.getByRole('button', { name: 'Edit SKU' })).toBeVisible()
  await expect(listings).toHaveCount(1)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Split listings off…' }).click()
  const split = page.getByRole('dialog', { name: 'Split SKU' })
  await split.getByRole('checkbox').check()
  await split.getByLabel('SKU code').fill('TEAPOT-1')
  await split.getByRole('button', { name: 'Split SKU' }).click()
  await expect(split.getByRole('alert')).toBeVisible()
  await split.getByLabel('SKU code').fill('TEAPOT-NEW')
  type Listed = { listings: { data: { id: number; product_id: number }[] } }
  const path = `/sku-centers/${second?.id}`
  const [listing] = (await ask<Listed>(page, 'get', path)).listings.data
  // Somebody unlinks the listing meanwhile, and links it again.
  await ask(page, 'delete', `${path}/product/${listing?.product_id}`)
  await expect(split.getByRole('checkbox')).toHaveCount(0)
  await expect(split.getByRole('button', { name: 'Split SKU' })).toBeDisabled()
  await ask(page, 'post', `${path}/listings`, { product_sku_ids: [listing?.id] })
  await expect(split.getByRole('checkbox')).toBeChecked()
  await split.getByLabel('Name', { exact: true }).fill('Silver teapot of Ipoh')
  await expectFits(page)
  await split.getByRole('button', { name: 'Split SKU' }).click()
  await expect(page.getByRole('heading', { name: 'Silver teapot of Ipoh' })).toBeVisible()
  await expect(page.getByText('Split off from')).toBeVisible()
  await expect(page.locator('#main')).toBeFocused()
  await page.getByRole('button', { name: /^Undo · TEAPOT-2/ }).click()
  await expect(page.getByText('This SKU was merged into')).toBeVisible()
})
