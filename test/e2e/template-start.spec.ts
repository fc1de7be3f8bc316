/** Beginning a template as a copy, photos for one channel alone, the most variants, and the way to a channel with videos. */
import sharp from 'sharp'
import { ask, linkByConsent } from './doorstep.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'
import { plainParcel, plainSku } from './plain-sku.ts'

const tiktok = { code: 'tiktok', id: 5 }

const photo = async (background: string) => ({
  name: `${background.slice(1)}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800, height: 800, channels: 3, background } })
    .png()
    .toBuffer(),
})

test('a template begins as a copy, has a photo for one channel alone, and is published there', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await sandbox('POST', '/_sandbox/tiktok/delays', { audit_seconds: 0 })
  const { id: shopId } = await linkByConsent(page, sandbox, tiktok, '7494726673780148744')
  const image = await photo('#335577')
  const uploaded = await page.request.post('/api/v2/product-template/upload-image', { multipart: { image } })
  const { data } = (await uploaded.json()) as { data: { image_url: string } }
  const source = await ask<{ id: number }>(page, 'post', '/product-template', {
    platform_ids: [2],
    name: 'Paper lanterns of Hoi An, folded by hand',
    long_description: `<p>${'Folded by hand from strong paper, for gardens and terraces. '.repeat(3)}</p>`,
    images: [{ image_id: null, image_url: data.image_url }],
    skus: [{ ...plainSku, seller_sku: 'HOIAN-1' }],
    ...plainParcel,
  })

  // A photo that is gone from where it was says so, in place of an empty tile.
  await page.route(data.image_url, (route) => route.fulfill({ status: 404 }))
  await page.goto(`/en/products/template/edit/${source.id}`)
  const gone = page.getByRole('button', { name: 'Photo 1 of 1 · Photo cannot be loaded' })
  await expect(gone).toBeVisible()
  await expectWellMade(page)
  await page.unroute(data.image_url)

  // A listing can be copied once a shop is chosen; a template brings its own channels.
  await page.goto('/en/products/template/create')
  const copies = page.getByRole('list', { name: 'Listings and templates' })
  await page.getByRole('textbox', { name: 'Listing or template' }).fill('Hoi An')
  await expect(copies.getByRole('listitem')).toHaveCount(1)
  await expectWellMade(page)
  await page.getByRole('group', { name: 'TikTok' }).getByRole('checkbox').check()
  await copies.getByRole('button', { name: 'Copy · Paper lanterns of Hoi An, folded by hand' }).click()
  await page.waitForURL(/\/products\/template\/create\/\d+$/)
  const id = Number(page.url().split('/').at(-1))
  expect(id).not.toBe(source.id)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue(/^Paper lanterns of Hoi An, folded by hand/)
  await name.fill('Paper lanterns of Hoi An, for gardens')

  const photos = page.getByRole('region', { name: 'Photos' })
  await photos.getByRole('button', { name: 'TikTok Shop' }).click()
  await expect(photos).toContainText('Same as all shops.')
  await photos.getByRole('button', { name: 'Use own photos' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    photos.getByRole('button', { name: 'Add photos' }).click(),
  ])
  await chooser.setFiles([await photo('#aa5533')])
  await expect(photos.getByRole('heading')).toContainText('2 of 8')
  await photos.getByRole('button', { name: 'All shops', exact: true }).click()
  await expect(photos.getByRole('heading')).toContainText('1 of 8')
  await expectWellMade(page)

  // Its step, from the category to what it asks for.
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
  await page.goto(`/en/products/template/create/${id}/detail/5`)
  await page.getByRole('textbox', { name: 'Find a category' }).fill('gift')
  await page.getByRole('list', { name: 'Matching categories' }).getByRole('button').first().click()
  const required = page
    .getByRole('region', { name: 'Attributes' })
    .locator(':scope > div [aria-haspopup=dialog]')
  await expect(required.first()).toBeVisible()
  for (const open of await required.all()) {
    await open.click()
    await page.locator('[role=dialog] li button').first().click()
  }
  // Another category that asks for the same keeps what was chosen.
  const chosen = await required.first().innerText()
  for (const at of [1, 0]) {
    await page.getByRole('button', { name: 'Change category' }).click()
    await page.getByRole('textbox', { name: 'Find a category' }).fill('gift')
    await page.getByRole('list', { name: 'Matching categories' }).getByRole('button').nth(at).click()
    await expect(required.first()).toHaveText(chosen)
  }
  await expect(page.locator('output[data-state=saved]')).toBeVisible()
  await page.goto(`/en/products/template/create/${id}/checkout`)
  await expect(page.getByText('Ready to publish', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Publish to 1 shop/ }).press('Enter')
  const row = page.locator(`[data-shop-row="${shopId}"]`)
  await expect(row).toContainText('Uploaded')
  await expect(async () => {
    const { uploads } = await ask<{ uploads: { product_id: number | null }[] }>(
      page,
      'get',
      `/product-template/${id}`,
    )
    expect(uploads[0]?.product_id).not.toBeNull()
    const listed = await ask<{ images: { data: object[] } }>(
      page,
      'get',
      `/products/${uploads[0]?.product_id}`,
    )
    expect(listed.images.data).toHaveLength(2)
  }).toPass()

  // The listing that came of it is copied in its turn, for another channel.
  await page.goto('/en/products/template/create')
  await page.getByRole('textbox', { name: 'Listing or template' }).fill('for gardens')
  const listing = copies.getByRole('listitem').filter({ hasText: 'HOIAN-1' }).last()
  const copy = listing.getByRole('button', { name: /^Copy · / })
  await expect(copy).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('checkbox', { name: linkedShop.name, exact: true }).check()
  await copy.click()
  await page.waitForURL(/\/products\/template\/create\/\d+$/)
  await expect(name).toHaveValue(/for gardens/)
  await expect(page.getByRole('link', { name: 'Shopee' }).first()).toBeVisible()
})

test('a template takes 100 variants and says so', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const { id } = await ask<{ id: number }>(page, 'post', '/product-template', {
    platform_ids: [2],
    name: 'Lipstick in many shades of red and pink',
  })
  await page.goto(`/en/products/template/create/${id}`)
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => `N${at + 1}`).join(',')
  const variants = page.locator('section[data-field=skus]')
  const add = variants.getByRole('button', { name: 'Add variation' })
  await add.click()
  await page.keyboard.type('Shade')
  await page.keyboard.press('Tab')
  await page.keyboard.insertText(`${numbers(34)},`)
  await page.keyboard.press('Enter')
  await expect(variants).toContainText('34 of 100')
  await add.click()
  await page.keyboard.type('Finish')
  await page.keyboard.press('Tab')
  // The value that is being typed is counted against the channel's most.
  await page.keyboard.type('M'.repeat(21))
  await expect(variants).toContainText('21 of 1–20')
  for (let letter = 0; letter < 20; letter++) await page.keyboard.press('Backspace')
  await page.keyboard.type('att,Gloss,')
  await expect(variants).toContainText('68 of 100')
  await page.keyboard.type('Satin,')
  await expect(variants.getByRole('alert').filter({ hasText: 'At most 100 variants.' })).toBeVisible()
  await expect(variants).toContainText('68 of 100')
  await expect(variants.getByRole('row')).toHaveCount(69)
  await expectWellMade(page)
})

test('a shop that locked us out is named with its state, and cannot be chosen', async ({
  page,
  signInAs,
}) => {
  await page.route('**/api/v2/shops?*', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { data: object[] }
    const lost = (['expired', 'revoked'] as const).map((auth_state, at) => ({
      ...body.data[0],
      id: 9000 + at,
      system_name: `Lost ${auth_state}`,
      auth_state,
      status: 0,
    }))
    await route.fulfill({ response: reply, json: { ...body, data: [...body.data, ...lost] } })
  })
  await signInAs('owner@demo.test')
  await page.goto('/en/products/template/create')
  await expect(page.getByText('Lost expired · Access expired')).toBeVisible()
  await expect(page.getByText('Lost revoked · Access revoked')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Lost/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Reconnect Lost revoked' })).toHaveAttribute(
    'href',
    /\/setting\/channels\/9001$/,
  )
  await expectWellMade(page)
})
