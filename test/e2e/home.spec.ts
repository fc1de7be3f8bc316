import { expect, expectWellMade, linkedShop, test } from './console.ts'

test('shows what waits, the newest orders and the shops', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await expect(page.getByText(linkedShop.name).first()).toBeVisible()
  await expect(page.getByText('Connected').first()).toBeVisible()
  const newest = page.getByRole('region', { name: 'Newest orders' })
  await expect(newest.getByRole('link')).toHaveCount(6)
})

test('a tile opens its orders', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  const tile = page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'Ready to ship' })
  await expect(tile).toContainText(/\d/)
  const waiting = (await tile.innerText()).split('\n')[0]
  await tile.click()
  await expect(page).toHaveURL(/\/en\/orders\?status=ready_to_ship$/)
  await expect(page.getByRole('button', { name: `Ready to ship ${waiting}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('the note about ended syncs can be closed', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await page.getByRole('status').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 shop synced')).toBeHidden()
  await page.reload()
  await expect(page.getByText('Connected').first()).toBeVisible()
  await expect(page.getByText('1 shop synced')).toBeHidden()
})

test('without a shop there is only the way to link one', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.goto('/en')
  await expect(page.getByRole('heading', { name: 'Link your first sales channel' })).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: 'Link now' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
})

test('speaks four languages', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  for (const [path, title, lang] of [
    ['/', 'ホーム', 'ja'],
    ['/en', 'Home', 'en'],
    ['/vn', 'Trang chủ', 'vi'],
    ['/my', 'Utama', 'ms'],
  ] as const) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
  }
})

test('is well made', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await expect(page.getByText('Connected').first()).toBeVisible()
  await expectWellMade(page)
})
