import sharp from 'sharp'
import { ask, linkByConsent, linkWithKeys } from './doorstep.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

const plain = (width: number, background: string) =>
  sharp({ create: { width, height: width, channels: 3, background } })
    .png()
    .toBuffer()

/** As a camera takes it: of more bytes than an upload may have. */
const ofPhone = () =>
  sharp({
    create: {
      width: 2400,
      height: 1800,
      channels: 3,
      background: '#663399',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 90 })
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
  await page.getByRole('link', { name: product.name }).click()
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
    { name: 'phone.jpg', mimeType: 'image/jpeg', buffer: await ofPhone() },
  ])
  await expect(form.getByText(/small\.png: The image must be 600 to 5000 pixels/)).toBeVisible()
  const second = form.getByRole('button', { name: 'Photo 2 of 2' })
  await expect(second).toBeVisible()
  // More than the channel takes is said before anything is uploaded.
  await expect(form.getByText('2 of 9', { exact: true })).toBeVisible()
  const many = Array.from({ length: 8 }, async (_, at) => ({
    name: `${at}.png`,
    mimeType: 'image/png',
    buffer: await plain(700, `#${at}04080`),
  }))
  await form.locator('input[type=file]').setInputFiles(await Promise.all(many))
  await expect(form.getByText('1 photo was not added: 9 photos at most here')).toBeVisible()
  await expect(form.getByText('9 of 9', { exact: true })).toBeVisible()
  for (let at = 9; at > 2; at--)
    await form.getByRole('button', { name: `Remove photo ${at}`, exact: true }).click()
  await second.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(form.getByRole('button', { name: 'Photo 1 of 2' })).toBeFocused()
  await expect(form.getByRole('button', { name: 'Photo 1 of 2' }).locator('img')).toHaveAttribute(
    'src',
    /\/products\/images\//,
  )
  const first = form.getByRole('button', { name: 'Photo 1 of 2' })
  await first.dragTo(second)
  await expect(second.locator('img')).toHaveAttribute('src', /\/products\/images\//)
  // A finger that cannot drag chooses the photo and its place.
  await second.click()
  await first.click()
  await expect(first.locator('img')).toHaveAttribute('src', /\/products\/images\//)
  await expectFits(page)
  await form.getByRole('textbox', { name: /Fountain pen of Penang/ }).fill('5')
  await form.getByRole('button', { name: 'Send to the channel' }).click()
  await expect(form).toBeHidden()

  await expect(drawer.getByRole('heading', { name: 'Fountain pen of Penang, hand turned' })).toBeVisible()
  const history = drawer.getByRole('region', { name: 'History' })
  await expect(drawer.getByText('1 photo → 2 photos')).toBeVisible()
  await expect(drawer.getByText('Done')).toHaveCount(2)
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
  await page.getByRole('link', { name: product.name, exact: true }).click()
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
  await page.getByRole('link', { name: product.name }).click()
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
  // Once the shop has it no more, its list is there without it.
  await expect(page.getByText('Listing deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('link', { name: product.name })).toBeHidden()
})

test('one price goes to the listings of three shops, waits, is undone, refused and retried, and all are hidden and shown', async ({
  page,
  signInAs,
  sandbox,
}) => {
  test.slow()
  await signInAs('owner@demo.test')
  const product = { sku: 'MELAKA-BASKET', price: 3000, stock: 12 }
  const nameIn = (code: string) => `Rattan basket of Melaka, ${code}`
  const shops = [
    { code: 'shopee', shop_id: linkedShop.id },
    { code: 'lazada', shop_id: 100190015 },
    { code: 'website', shop_id: 'aoi-gifts' },
  ]
  for (const { code, shop_id } of shops)
    await sandbox('POST', `/_sandbox/${code}/products`, { ...product, shop_id, name: nameIn(code) })
  await linkByConsent(page, sandbox, { code: 'lazada', id: 1 }, 100190015)
  await linkWithKeys(page, sandbox, { code: 'website', id: 4 }, 'aoi-gifts')
  await page.goto('/en/products?keyword=MELAKA-BASKET')
  const rows = page.getByRole('row').filter({ hasText: 'Rattan basket of Melaka' })
  await expect(rows).toHaveCount(3, { timeout: 120_000 })
  const all = (text: string) => expect(rows.filter({ hasText: text })).toHaveCount(3)

  const drawer = page.getByRole('dialog').first()
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  async function setPrice(price: string, others: number) {
    await drawer.getByRole('button', { name: 'Change prices' }).click()
    await dialog.getByRole('textbox').first().fill(price)
    for (let at = 0; at < others; at++) await dialog.getByRole('checkbox').nth(at).check()
    await expectWellMade(page)
    await dialog.getByRole('button', { name: 'Send to the channel' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('link', { name: nameIn('shopee') }).click()
  await setPrice('36,50', 2)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await all('36,50')

  // Ticked listings are asked about with the price that each has in its own shop.
  await page.getByRole('link', { name: nameIn('shopee') }).click()
  await expect(drawer.getByRole('cell', { name: '36,50 RM' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Change prices' }).click()
  await dialog.getByRole('textbox').first().fill('3,65')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Send to the channel' }).click()
  const question = page.getByRole('dialog', { name: 'Send these prices?' })
  await expect(question.getByRole('listitem').filter({ hasText: '36,50 RM → 3,65 RM' })).toHaveCount(2)
  await expectWellMade(page)
  await question.getByRole('button', { name: 'Back' }).click()
  await page.keyboard.press('Escape')
  const leave = page.getByRole('dialog', { name: 'Close without saving?' })
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('textbox').first()).toHaveValue('3,65')
  await page.keyboard.press('Escape')
  await leave.getByRole('button', { name: 'Discard changes' }).click()
  await expect(dialog).toBeHidden()
  await drawer.getByRole('button', { name: 'Close' }).click()

  const calls = '/api/v2/product/update_price'
  await sandbox('POST', '/_sandbox/faults', { path: calls, rate_limit: 1 })
  await page.getByRole('link', { name: nameIn('shopee') }).click()
  await setPrice('39,00', 0)
  const change = drawer.getByRole('listitem').filter({ hasText: '36,50 RM → 39,00 RM' })
  await expect(rows.filter({ hasText: '1 change under way' })).toHaveCount(1)
  const listing = page.url()
  await page.goto('/en/products/grid?keyword=MELAKA-BASKET')
  await expect(page.getByTitle('A change of this product is under way')).toContainText(nameIn('shopee'))
  await page.goto(listing)
  // While it is being tried, it cannot be taken back.
  await expect(async () => {
    await change.getByRole('button', { name: 'Undo' }).click({ timeout: 2_000 })
    await expect(change).toBeHidden({ timeout: 2_000 })
  }).toPass()
  await sandbox('POST', '/_sandbox/faults', {})
  await expect(rows.filter({ hasText: 'under way' })).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('checkbox', { name: /all/i }).first().check()
  for (const [action, status] of [
    ['Hide in the shop', 'Inactive'],
    ['Show in the shop', 'Active'],
  ] as const) {
    await page.getByRole('checkbox', { name: /all/i }).first().check()
    await page.getByRole('button', { name: 'More actions' }).last().click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
    await expect(rows.getByText(status, { exact: true })).toHaveCount(3)
  }

  await sandbox('POST', '/_sandbox/lazada/products', { shop_id: 100190015, sku: product.sku, delete: true })
  await page.goto('/en/products?keyword=MELAKA-BASKET&platform_id=1')
  await page.getByRole('link', { name: nameIn('lazada') }).click()
  await setPrice('41,00', 0)
  const refused = drawer.getByRole('listitem').filter({ hasText: 'Refused' })
  await expect(refused).toHaveCount(1)
  // The words are the channel's, or ours where the shop could not be reached.
  await expect(drawer.getByText('The last change failed')).toBeVisible()
  await refused.getByRole('button', { name: 'Retry' }).click()
  await expect(refused).toHaveCount(2)
  await expect(drawer.getByRole('button', { name: 'Retry' })).toHaveCount(1)
})

test('names and photos of chosen listings change at two channels, and one that someone was quicker with stays alone', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  test.slow()
  await signInAs('owner@demo.test')
  const rugs = [
    { code: 'shopee', shop_id: linkedShop.id, sku: 'KEDAH-RUG-1', name: 'Woven rug of Kedah, red' },
    { code: 'shopee', shop_id: linkedShop.id, sku: 'KEDAH-RUG-2', name: 'Woven rug of Kedah, blue' },
    { code: 'lazada', shop_id: 100190015, sku: 'KEDAH-RUG-3', name: 'Woven rug of Kedah, green' },
  ]
  for (const { code, ...rug } of rugs)
    await sandbox('POST', `/_sandbox/${code}/products`, { ...rug, price: 3000, stock: 12 })
  await linkByConsent(page, sandbox, { code: 'lazada', id: 1 }, 100190015)
  await page.goto('/en/products?keyword=KEDAH-RUG')
  const rows = page.getByRole('row').filter({ hasText: 'rug of Kedah' })
  await expect(rows).toHaveCount(3, { timeout: 120_000 })
  await page.getByRole('checkbox', { name: /all/i }).first().check()
  await page.getByRole('button', { name: 'Edit texts, photos and parcel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit texts, photos and parcels of 3 products' })
  await expect(dialog.getByText('Choose what should change.')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).selectOption('Add in front')
  await expect(dialog.getByText('Enter the text for the name to see what changes.')).toBeVisible()
  await dialog.getByLabel('Text for the name').fill('Handmade '.repeat(12))
  await expect(dialog.getByRole('alert')).toContainText('3 products stay as they are:')
  await expect(dialog.getByText('Name: use 20 to 120 characters, it would have 132.')).toBeVisible()
  await dialog.getByLabel('Text for the name').fill('Handmade')
  await dialog.getByLabel('Photos').selectOption('Add at the end')
  await expect(dialog.getByText(/^Photos per listing at most: \w+ \d, /)).toBeVisible()
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'rug.png', mimeType: 'image/png', buffer: await plain(700, '#8b4513') })
  await expect(dialog.getByRole('button', { name: 'Photo 1 of 1' })).toBeVisible()
  await expect(dialog.getByText('Main', { exact: true })).toBeHidden()
  await expect(dialog.getByText('Handmade Woven rug of Kedah, green')).toBeVisible()
  await expect(dialog.getByText('Photos: 1 → 2')).toHaveCount(3)
  await dialog.getByLabel('Parcel', { exact: true }).selectOption('Change sizes')
  const weight = dialog.getByRole('textbox', { name: 'Weight' })
  await weight.fill('heavy')
  await expect(dialog.getByText('Enter a number')).toBeVisible()
  await weight.fill('9000')
  await expect(dialog.getByRole('alert')).toContainText('Parcel: use')
  await weight.fill('0,75')
  await expect(dialog.getByText('Parcel: Weight 0,75 kg')).toHaveCount(3)
  await expectWellMade(page)

  const [blue] = await ask<{ id: number }[]>(page, 'get', '/products/filter?keyword=KEDAH-RUG-2')
  await ask(page, 'put', `/products/${blue?.id}`, { name: 'Woven rug of Kedah, dark blue' })
  await dialog.getByRole('button', { name: 'Send changes of 3 products' }).click()
  const refused = dialog.getByRole('alert')
  await expect(refused).toContainText('1 product was refused:')
  await expect(refused.getByRole('listitem')).toHaveCount(1)
  await expect(refused).toContainText('changed this first')
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const namesAt = async (code: string, shop: number) => {
    const path = `/_sandbox/oracle/${code}/products?shop_id=${shop}`
    const lines = await (await page.request.get(product.sandbox.url + path)).text()
    return lines
      .split('\n')
      .filter((line) => line.includes('KEDAH-RUG'))
      .map((line) => (JSON.parse(line) as { name: string }).name)
  }
  await expect
    .poll(() => namesAt('shopee', linkedShop.id))
    .toEqual(['Handmade Woven rug of Kedah, red', 'Woven rug of Kedah, dark blue'])
  await expect.poll(() => namesAt('lazada', 100190015)).toEqual(['Handmade Woven rug of Kedah, green'])
  type Weighed = { name: string; package: { weight: number | null } }
  const weighed = await ask<{ id: number }[]>(page, 'get', '/products/filter?keyword=KEDAH-RUG')
  const read = `/products/texts?ids=${weighed.map(({ id }) => id).join(',')}`
  await expect
    .poll(async () => {
      const texts = await ask<Weighed[]>(page, 'get', read)
      return texts
        .filter((rug) => rug.package.weight === 0.75)
        .map(({ name }) => name)
        .toSorted()
    })
    .toEqual(['Handmade Woven rug of Kedah, green', 'Handmade Woven rug of Kedah, red'])
  await page.getByRole('link', { name: 'Handmade Woven rug of Kedah, green' }).click()
  await expect(page.getByRole('dialog').first().getByText('1 photo → 2 photos')).toBeVisible()
})
