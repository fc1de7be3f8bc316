import sharp from 'sharp'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

const plain = (width: number, background: string) =>
  sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer()

test('a listing gets a name, formatted text and photos in another order, and shows what the channel took', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const product = {
    shop_id: linkedShop.id,
    sku: 'PENANG-PEN-1',
    name: 'Fountain pen of Penang',
    price: 4250,
    stock: 7,
  }
  await sandbox('POST', '/_sandbox/shopee/products', product)
  await page.goto('/en/products?keyword=PENANG-PEN-1')
  await page.getByRole('link', { name: product.name }).click({ timeout: 60_000 })
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = drawer.getByRole('form', { name: 'Edit listing' })
  await expect(form).toBeVisible()
  await expectWellMade(page)

  await form.getByRole('textbox', { name: 'Name' }).fill('Too short')
  const text = form.getByRole('textbox', { name: 'Description' })
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('A pen for letters that are kept. '.repeat(4))
  await page.keyboard.press('Control+a')
  await form.getByRole('button', { name: 'Bold' }).click()
  await expect(text.locator('b')).toContainText('A pen for letters')
  await form.getByRole('button', { name: 'Send to the channel' }).click()
  await expect(form.getByText('Use 20 to 120 characters. It has 9.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Fountain pen of Penang, hand turned')

  await form.locator('input[type=file]').setInputFiles([
    { name: 'small.png', mimeType: 'image/png', buffer: await plain(300, '#123456') },
    { name: 'large.png', mimeType: 'image/png', buffer: await plain(800, '#663399') },
  ])
  await expect(form.getByText(/small\.png: The image must be 600 to 5000 pixels/)).toBeVisible()
  const second = form.getByRole('button', { name: 'Photo 2 of 2' })
  await expect(second).toBeVisible()
  await second.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(form.getByRole('button', { name: 'Photo 1 of 2' })).toBeFocused()
  await expect(form.getByRole('button', { name: 'Photo 1 of 2' }).locator('img')).toHaveAttribute(
    'src',
    /\/products\/images\//,
  )
  await expectFits(page)
  await form.getByRole('textbox', { name: /Fountain pen of Penang/ }).fill('5')
  await form.getByRole('button', { name: 'Send to the channel' }).click()
  await expect(form).toBeHidden()

  await expect(drawer.getByRole('heading', { name: 'Fountain pen of Penang, hand turned' })).toBeVisible({
    timeout: 60_000,
  })
  const history = drawer.getByRole('region', { name: 'History' })
  await expect(drawer.getByText('1 photo → 2 photos')).toBeVisible()
  await expect(drawer.getByText('Done')).toHaveCount(2, { timeout: 60_000 })
  expect(await history.count()).toBeLessThanOrEqual(1)
  await expectWellMade(page)
})

test('a missing point of the score leads to the field that gives it back', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const product = { shop_id: linkedShop.id, sku: 'SCORE-PEN-1', name: 'Pen', price: 4250, stock: 7 }
  await sandbox('POST', '/_sandbox/shopee/products', product)
  await page.goto('/en/products?keyword=SCORE-PEN-1')
  await page.getByRole('link', { name: product.name, exact: true }).click({ timeout: 60_000 })
  const drawer = page.getByRole('dialog').first()
  const form = drawer.getByRole('form', { name: 'Edit listing' })
  await drawer.getByRole('button', { name: 'Fix: Title shorter than 20 characters' }).press('Enter')
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: /^Fix: Description shorter than/ }).click()
  await expect(form.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Fix: Fewer than 5 photos' }).click()
  await expect(form.getByRole('button', { name: 'Add photos' })).toBeFocused()
  await page.keyboard.press('Escape')
  // No field here has the brand: the way to the channel stands instead.
  await expect(drawer.getByText('No brand', { exact: true })).toBeVisible()
  await expect(drawer.getByText(/seller centre of the channel/)).toBeVisible()
  await expectWellMade(page)
})

test('typed changes are not lost by a key, and deleting says what it means', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const product = {
    shop_id: linkedShop.id,
    sku: 'PERAK-CUP-1',
    name: 'Clay cup of Perak, small',
    price: 900,
    stock: 3,
  }
  await sandbox('POST', '/_sandbox/shopee/products', product)
  await page.goto('/en/products?keyword=PERAK-CUP-1')
  await page.getByRole('link', { name: product.name }).click({ timeout: 60_000 })
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  const name = drawer.getByRole('textbox', { name: 'Name' })
  // Both keys before the page is drawn again, as it happens on a busy machine.
  await name.evaluate((field: HTMLInputElement) => {
    field.setSelectionRange(field.value.length, field.value.length)
    field.focus()
    document.execCommand('insertText', false, 'er')
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await expect(page.getByText('Your changes have not been sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).last().click()
  await expect(name).toHaveValue('Clay cup of Perak, smaller')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave()
    await expect(page.getByText('Your changes have not been sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    await expect(page.getByText('Your changes have not been sent.')).toBeHidden()
  }
  await expect(name).toHaveValue('Clay cup of Perak, smaller')
  await drawer.getByRole('button', { name: 'Cancel' }).click()

  await drawer.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Clay cup of Perak, small”?' })
  await expect(question).toContainText('Orders, the SKU and its stock stay.')
  await expectWellMade(page)
  await question.getByRole('checkbox', { name: /Also delete it at/ }).check()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('link', { name: product.name })).toBeHidden({ timeout: 60_000 })
})

test('one price goes to every ticked listing of the SKU', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  const names = ['Rattan basket of Melaka, low', 'Rattan basket of Melaka, wide']
  for (const [at, name] of names.entries())
    await sandbox('POST', '/_sandbox/shopee/products', {
      shop_id: linkedShop.id,
      sku: `MELAKA-BASKET-${at}`,
      name,
      price: 3000,
      stock: 4,
    })
  await page.goto('/en/products?keyword=MELAKA-BASKET')
  for (const name of names) await expect(page.getByRole('link', { name })).toBeVisible({ timeout: 60_000 })
  const found = await page.request.get('/api/v2/products/filter?keyword=MELAKA-BASKET')
  const { data: rows } = (await found.json()) as { data: { id: number }[] }
  const [first, second] = await Promise.all(
    rows.map(async ({ id }) => {
      const reply = await page.request.get(`/api/v2/products/${id}`)
      const { data } = (await reply.json()) as {
        data: { product_skus: { data: { id: number; sku_id: number }[] } }
      }
      return data.product_skus.data[0]
    }),
  )
  const body = { product_sku_ids: [second?.id], move: true }
  const linked = await page.request.post(`/api/v2/sku-centers/${first?.sku_id}/listings`, { data: body })
  expect(linked.ok(), await linked.text()).toBe(true)

  await page.getByRole('link', { name: names[0] ?? '' }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Change prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  await dialog.getByRole('textbox').fill('36,50')
  await dialog.getByRole('checkbox', { name: /Rattan basket of Melaka, wide/ }).check()
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Send to the channel' }).click()
  await expect(dialog).toBeHidden()
  await drawer.getByRole('button', { name: 'Close' }).click()
  for (const name of names)
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('36,50', { timeout: 60_000 })
})
