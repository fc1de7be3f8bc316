import { csvOf } from '../steps/import-steps.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

test('a file of prices is checked, corrected, imported and undone', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  // A listing of its own: the first sync of the others may still be under way. Prices of its shop have decimals.
  const code = 'KLANG-MUG-1'
  const name = 'Tin mug of Klang'
  const listing = { shop_id: linkedShop.id, sku: code, name, price: 4250, stock: 7 }
  await sandbox('POST', '/_sandbox/shopee/products', listing)
  await page.goto(`/en/products?keyword=${code}`)
  await expect(page.getByRole('link', { name })).toBeVisible()
  const found = await page.request.get(`/api/v2/products/filter?keyword=${code}`)
  const { data } = (await found.json()) as { data: { shop: { data: { system_name: string } } }[] }
  const shop = data[0]?.shop.data.system_name ?? ''
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Imports', exact: true })).toBeVisible()
  await expectWellMade(page)

  const file = csvOf([
    ['Seller SKU', 'Shop', 'Price'],
    [code, shop, '1.234'],
    ['NO-SUCH-CODE', shop, '5'],
  ])
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: file })
  await expect(page.getByRole('heading', { name: 'prices.csv' })).toBeVisible()
  const problems = page.getByRole('list', { name: 'Rows with errors' })
  await expect(problems.getByText('Could be 1234 or 1,23.')).toBeVisible()
  await expect(problems.getByText('No SKU or listing has this code')).toBeVisible()
  await expectWellMade(page)
  await expectFits(page)
  await problems.getByRole('button', { name: 'Use 1234' }).press('Enter')
  await expect(problems.getByText('Could be 1234 or 1,23.')).toBeHidden()
  await expect(problems).toBeFocused()
  await expect(page.getByText('1 row has a price of less than half or more than twice')).toContainText(
    'rows 2',
  )
  // Columns that were chosen anew are checked before anything is imported.
  const price = page.getByRole('combobox', { name: 'Price goes to' })
  const field = await price.inputValue()
  await price.selectOption('Not imported')
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeDisabled()
  await expect(page.getByTitle('Check the changed columns first.')).toBeVisible()
  await expectWellMade(page)
  await price.selectOption(field)
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  const undo = page.getByRole('button', { name: 'Undo import' })
  await expect(undo).toBeVisible()
  await expect(page.getByText('1 imported')).toBeVisible()
  await undo.click()
  await expect(page.getByText(/1 (undone|left as they were)/)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectFits(page)
  await page.getByRole('link', { name: 'Imports' }).click()
  await expect(page.getByRole('link', { name: 'prices.csv' })).toBeVisible()
  await expectFits(page)
})

test('a file that is none says so, and one that is too large before it is sent', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/products/imports')
  const buffer = Buffer.from([0x8d, 0x5d, 0x8c, 0xc9, 0x2c, 0x89, 0xbf, 0x0a, 0x8d])
  await page.getByLabel('Choose file').setInputFiles({ name: 'sjis.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('alert')).toContainText('not in UTF-8')
  await page.route('**/api/v2/imports/products', (route) => route.abort())
  const large = { name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(21 * 1024 * 1024) }
  await page.getByLabel('Choose file').setInputFiles(large)
  await expect(page.getByRole('alert')).toHaveText(
    'The file is larger than 20 MB. Split it into several files.',
  )
})

test('an empty list of templates leads to the first one and to a file of them', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@other.test')
  await page.goto('/en/products/template')
  await expect(page.getByRole('link', { name: 'Create the first template' })).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: 'Import from a file' }).click()
  await expect(page.getByRole('heading', { name: 'Template imports' })).toBeVisible()
})

test('a file of products becomes drafts that say what they lack', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/products/template')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Template imports' })).toBeVisible()
  await expectWellMade(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download template file' }).click()
  expect((await download).suggestedFilename()).toBe('templates-en.xlsx')
  const code = `POT-${test.info().workerIndex}-${Date.now() % 100_000}`
  const buffer = csvOf([
    ['Product code', 'Product name', 'Variation 1', 'Option 1', 'Seller SKU', 'Price'],
    [code, 'Stoneware teapot with strainer', 'Colour', 'Red', `${code}-R`, 39.9],
    [code, null, null, 'Blue', `${code}-B`, 'cheap'],
  ])
  await page.getByLabel('Choose file').setInputFiles({ name: 'pots.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { name: 'pots.csv' })).toBeVisible()
  const problems = page.getByRole('list', { name: 'Rows with errors' })
  await expect(problems.getByText('Not a number')).toBeVisible()
  await problems.getByLabel('Price in row 3').fill('42')
  await problems.getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  const drafts = page.getByRole('list', { name: 'Drafts' })
  await expect(drafts.getByText(/fields missing/)).toBeVisible()
  await expectWellMade(page)
  await expectFits(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectFits(page)
  await drafts.getByRole('link', { name: 'Stoneware teapot with strainer' }).click()
  await expect(page).toHaveURL(/\/products\/template\/create\/\d+\/checkout/)
})
