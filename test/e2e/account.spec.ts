import { expect, expectFits, expectWellMade, test } from './page-steps.ts'

test('shows who is signed in; the avatar menu leads there', async ({ page, signInAs }) => {
  await signInAs('manager@demo.test')
  await page.goto('/en')
  await page.getByRole('button', { name: 'Account menu of Nurul Huda' }).click()
  await page.getByRole('menuitem', { name: 'Edit user' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/account$/)
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText('Nurul Huda')
  await expect(profile).toContainText('manager@demo.test')
  await expect(profile).toContainText('Manager')
})

test('the parts of the page are listed at its top, those of the whole account for whoever may set them', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account')
  const parts = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await expect(parts).toHaveText([
    'Profile',
    'Display',
    'Password',
    'Two-factor authentication',
    'Active sessions',
    'Time zone, currency and number format',
    'Notifications',
    'Backup',
    'Delete account',
  ])
  await parts.filter({ hasText: 'Active sessions' }).press('Enter')
  await expect(page).toHaveURL(/\/en\/setting\/account#sessions$/)
  await expect(page.getByRole('heading', { name: 'Active sessions' })).toBeInViewport()
  await expectWellMade(page)

  await signInAs('packer@demo.test')
  await page.goto('/en/setting/account')
  await expect(parts.filter({ hasText: 'Password' })).toBeVisible()
  await expect(parts.filter({ hasText: 'Time zone, currency and number format' })).toBeHidden()
  await expect(parts.filter({ hasText: 'Backup' })).toBeHidden()
})

test('a theme is chosen and kept', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('radio', { name: 'Dark' }).check()
  expect(await ground()).not.toBe(light)
  const dark = await ground()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await ground()).toBe(dark)
})

test('the themes stay within their card in the longest language', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/setting/account')
  const themes = page.getByRole('main').getByRole('group', { name: 'テーマ' })
  await expect(themes).toBeVisible()
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect
      .poll(() => themes.evaluate((one) => one.scrollWidth - one.clientWidth))
      .toBeLessThanOrEqual(0)
  }
})

test('the sidebar collapses and stays so', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account')
  const menu = page.getByRole('navigation', { name: 'Main menu' }).first()
  expect((await menu.boundingBox())?.width).toBe(230)
  await page.getByRole('button', { name: 'Collapse' }).click()
  expect((await menu.boundingBox())?.width).toBeLessThan(80)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand' })).toBeVisible()
})

test('is open to those who may not open the settings', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/setting/account')
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('Packing and shipping')
})

for (const [path, title] of [
  ['/setting/account', '設定'],
  ['/en/setting/account', 'Setting'],
  ['/vn/setting/account', 'Cài đặt'],
  ['/my/setting/account', 'Tetapan'],
] as const) {
  test(`is well made at ${path}`, async ({ page, signInAs }) => {
    await signInAs('owner@demo.test')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await (path === '/en/setting/account' ? expectWellMade(page) : expectFits(page))
  })
}
