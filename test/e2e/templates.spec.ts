import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ask, linkByConsent } from './doorstep.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

const lazada = { code: 'lazada', id: 1 }
const lazadaShop = 100190015

const photo = (width: number, background: string) =>
  sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer()

const description = 'A tiered cake stand in enamelled steel, as used in the tea rooms of the Regency period. '

/** Goes to a field and types, without a mouse. */
async function type(page: Page, field: string, text: string): Promise<void> {
  await page.locator(`[data-field="${field}"]`).focus()
  await page.keyboard.type(text)
}

test('a product with three variants is written and published to two shops without a mouse', async ({
  page,
  signInAs,
  sandbox,
}) => {
  test.setTimeout(240_000)
  await signInAs('owner@demo.test')
  await linkByConsent(page, sandbox, lazada, lazadaShop)
  await page.goto('/en/products/template/create')
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: linkedShop.name, exact: true }).press('Space')
  await page.getByRole('group', { name: 'Lazada' }).getByRole('checkbox').press('Space')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await page.waitForURL(/\/products\/template\/create\/\d+$/)

  // An error comes when the field is left, and goes while it is typed in.
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.focus()
  await page.keyboard.type('Cake stand')
  await expect(page.getByText('Enter at least 20 characters')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByText('Enter at least 20 characters (10 now)').first()).toBeVisible()
  await name.fill('Regency cake stand in enamelled steel')
  await expect(page.getByRole('alert').filter({ hasText: 'Enter at least 20 characters' })).toBeHidden()

  await page.locator('input[type=file]').setInputFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: await photo(800, '#8899aa') },
    { name: 'small.png', mimeType: 'image/png', buffer: await photo(300, '#aa5533') },
    { name: 'side.png', mimeType: 'image/png', buffer: await photo(900, '#55aa77') },
  ])
  await expect(page.getByText('300 × 300 px; 600–5,000 px needed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Photo 2 of 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss small.png' }).press('Enter')

  await page.getByRole('textbox', { name: 'Description', exact: true }).focus()
  await page.keyboard.type(description.repeat(2))
  await page.getByRole('button', { name: 'Add variation' }).press('Enter')
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
  await page.getByRole('textbox', { name: 'Seller code · Blue' }).fill('TPL-BLUE')
  await type(page, 'skus.0.price', '49,90')
  await page.keyboard.press('Control+d')
  await type(page, 'skus.0.quantity', '12')
  await page.keyboard.press('Control+d')
  await expect(page.locator('[data-field="skus.2.price"]')).toHaveValue('49,90')
  for (const [side, size] of [
    ['package_weight', '1,8'],
    ['package_length', '32'],
    ['package_width', '32'],
  ] as const)
    await type(page, side, size)
  await page.keyboard.press('Tab')
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
  await expectWellMade(page)

  // Each channel's step, in the order of publishing.
  for (const channel of ['Lazada', 'Shopee']) {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('link', { name: channel, exact: false }).first()).toHaveAttribute(
      'aria-current',
      /page|step/,
    )
    await page.getByRole('textbox', { name: 'Find a category' }).focus()
    await page.keyboard.type('gift')
    await page.getByRole('list', { name: 'Matching categories' }).getByRole('button').first().press('Enter')
    await expect(page.getByRole('button', { name: 'Change category' })).toBeVisible()
    await answerRequired(page)
  }
  await expectFits(page)

  // A forgotten field is named at the end, with the way to it.
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/checkout$/)
  const publish = page.getByRole('button', { name: /^Publish to 2 shops/ })
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: /^Height/ }).press('Enter')
  await expect(page.locator('[data-field="package_height"]')).toBeFocused()
  await page.keyboard.type('18')
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Check and publish' }).press('Enter')
  await expect(page.getByText('Ready to publish', { exact: true })).toBeVisible()
  await expectWellMade(page)
  await publish.press('Enter')
  const rows = page.getByRole('list', { name: 'Shops' })
  await expect(rows.getByText('Uploaded')).toHaveCount(2, { timeout: 120_000 })
  await expectWellMade(page)

  // Later edits are offered, shop by shop, as what would be sent.
  await page.getByRole('link', { name: 'Product', exact: true }).press('Enter')
  await name.fill('Regency cake stand in enamelled steel, three tiers')
  await page.getByRole('link', { name: 'Check and publish' }).press('Enter')
  await page.getByRole('button', { name: `See differences · ${linkedShop.name}` }).press('Enter')
  const differences = page.getByRole('complementary', { name: `Differences: ${linkedShop.name}` })
  await expect(differences.getByText('Regency cake stand in enamelled steel, three tiers')).toBeVisible()
  await differences.getByRole('button', { name: "Keep the shop's version" }).press('Enter')
  await expect(rows.getByText('Outdated')).toHaveCount(1)

  await page.goto('/en/products/template')
  await expect(page.getByRole('link', { name: /^Regency cake stand/ })).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: /^Regency cake stand/ }).press('Enter')
  await expect(page.getByRole('heading', { name: /Regency cake stand/ })).toBeVisible()
  await expectWellMade(page)
})

/** Fills in what the channel asks for in this category: first values, and the first courier. */
async function answerRequired(page: Page): Promise<void> {
  const attributes = page.getByRole('region', { name: 'Attributes' })
  await page.getByRole('button', { name: /^Brand/ }).press('Enter')
  await page.getByRole('list', { name: 'Brand' }).getByRole('button').first().press('Enter')
  await expect(page.getByRole('list', { name: 'Brand' })).toBeHidden()
  if (await attributes.isVisible()) {
    for (const open of await attributes.locator(':scope > div [aria-haspopup=dialog]').all()) {
      await open.press('Enter')
      await page.locator('[role=dialog] li button').first().press('Enter')
      await expect(page.locator('[role=dialog]')).toBeHidden()
    }
    for (const field of await attributes.locator(':scope > div input:visible').all()) await field.fill('10')
  }
  const couriers = page.locator('[data-field="shipment_providers"] input')
  if ((await couriers.count()) > 0) await couriers.first().press('Space')
  await page.keyboard.press('Tab')
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
}

test('two people change one template: what only one side changed is merged, the rest is asked', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const template = await ask<{ id: number }>(page, 'post', '/product-template', {
    platform_ids: [2],
    name: 'Enamel kettle of Ipoh, one litre',
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
})

test('a keystroke in a form of 100 variants is on screen within 50 ms', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const values = Array.from({ length: 100 }, (_, at) => `Shade ${at + 1}`)
  const sku = (value: string) => ({
    seller_sku: value.replace(' ', '-'),
    primaryUnitName: '',
    variants: [value],
    price: 12.5,
    cost_price: null,
    special_price: null,
    special_date_from: '',
    special_date_to: '',
    quantity: 4,
    images: [],
  })
  const { id } = await ask<{ id: number }>(page, 'post', '/product-template', {
    platform_ids: [2],
    name: 'Lipstick in a hundred shades of red',
    variant_names: ['Shade'],
    skus: values.map(sku),
  })
  await page.goto(`/en/products/template/create/${id}`)
  const cell = page.getByRole('textbox', { name: 'Seller code · Shade 50', exact: true })
  await cell.focus()
  const times = await page.evaluate(async () => {
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
  })
  await expect(cell).toHaveValue(/x{20}$/)
  expect(times[10], `middle of ${times.map(Math.round).join(' ')} ms`).toBeLessThan(50)
})
