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

test('each thing of the account has a page of its own, in the menu of the settings', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account/sessions')
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText('Active sessions')
  // The title begins where the menu beside it does, however short the page is.
  const menu = page.getByRole('navigation', { name: 'Setting' })
  const top = async (what: typeof title) => (await what.boundingBox())?.y ?? 0
  expect(Math.abs((await top(title)) - (await top(menu)))).toBeLessThan(20)
  const own = menu.getByRole('group', { name: 'Account' })
  await expect(own.getByRole('link')).toHaveText([
    'Profile',
    'Display',
    'Password',
    'Two-factor authentication',
    'Active sessions',
    'Notifications',
    'Time zone, currency and number format',
    'Backup',
    'Delete account',
  ])
  await expect(own.getByRole('link', { name: 'Active sessions' })).toHaveAttribute('aria-current', 'page')
  await own.getByRole('link', { name: 'Notifications' }).press('Enter')
  await expect(title).toHaveText('Notifications')
  await expect(page.getByRole('region', { name: 'Notifications' })).toBeVisible()
  await expectWellMade(page)

  // Below 1280 the menu is a list to choose from.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(own).toBeHidden()
  const list = page.getByRole('combobox', { name: 'Setting' })
  await list.selectOption('Password')
  await expect(page).toHaveURL(/\/en\/setting\/account\/password$/)
  await expect(page.getByRole('region', { name: 'Password' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto('/en/setting/account/nothing')
  await expect(page.getByText('This page could not be found')).toBeVisible()

  await signInAs('packer@demo.test')
  await page.goto('/en/setting/account/region')
  await expect(page.getByText('You are not allowed to access this page')).toBeVisible()
  await page.goto('/en/setting/account/password')
  await expect(own.getByRole('link')).toHaveText([
    'Profile',
    'Display',
    'Password',
    'Two-factor authentication',
    'Active sessions',
    'Notifications',
  ])
})

test('a theme is chosen and kept', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account/display')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect.poll(ground).toBe(dark)
})

test('the themes stay within their card in the longest language', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/setting/account/display')
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
  ['/setting/account', 'プロフィール'],
  ['/en/setting/account', 'Profile'],
  ['/vn/setting/account', 'Hồ sơ'],
  ['/my/setting/account', 'Profil'],
] as const) {
  test(`is well made at ${path}`, async ({ page, signInAs }) => {
    await signInAs('owner@demo.test')
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await (path === '/en/setting/account' ? expectWellMade(page) : expectFits(page))
  })
}
