import { expect, expectWellMade, test } from './console.ts'

test('an order opens over the list and tells all about itself', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=delivered')
  const link = page.locator('tbody tr[data-row] a').first()
  const code = await link.innerText()
  await link.click()
  await expect(page).toHaveURL(/\/en\/orders\/\d+\?status=delivered$/)
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: code })).toBeVisible()
  for (const part of ['Deliver to', 'Customer', /^Payment/, 'History']) {
    await expect(drawer.getByRole('heading', { name: part })).toBeVisible()
  }
  await expect(drawer.getByText('Order value')).toBeVisible()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/en\/orders\?status=delivered$/)
})

test('J and K go to the next and the previous order', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const links = page.locator('tbody tr[data-row] a')
  await expect(links).toHaveCount(20)
  const [first = '', second = ''] = await links.allInnerTexts()
  await links.first().click()
  const title = page.getByRole('dialog').getByRole('heading', { level: 2 })
  await expect(title).toHaveText(first)
  await page.keyboard.press('j')
  await expect(title).toHaveText(second)
  await page.keyboard.press('k')
  await expect(title).toHaveText(first)
})

test('its own address opens it', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  const link = page.locator('tbody tr[data-row] a').nth(3)
  const code = await link.innerText()
  await page.goto((await link.getAttribute('href')) ?? '')
  await expect(page.getByRole('dialog').getByRole('heading', { name: code })).toBeVisible()
})

test('a packer sees no payment', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/orders')
  await page.locator('tbody tr[data-row] a').first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Deliver to' })).toBeVisible()
  await expect(drawer.getByText('Order value')).toBeHidden()
})

test('an order that does not exist, or is somebody else’s, is not found', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  for (const id of ['999999999', '1', 'abc']) {
    await page.goto(`/en/orders/${id}`)
    await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
  }
})

test('is well made, in each language', async ({ page, signInAs }) => {
  test.slow()
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=shipped')
  const path = (await page.locator('tbody tr[data-row] a').first().getAttribute('href')) ?? ''
  for (const [prefix, history] of [
    ['', '履歴'],
    ['/en', 'History'],
    ['/vn', 'Lịch sử'],
    ['/my', 'Sejarah'],
  ]) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(path.replace(/^\/en/, prefix ?? ''))
    await expect(page.getByRole('dialog').getByRole('heading', { name: history })).toBeVisible()
    await expectWellMade(page)
  }
})
