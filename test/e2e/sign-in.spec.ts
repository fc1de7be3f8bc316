import { expect, expectWellMade, test } from './page-steps.ts'

test('a visitor is sent to the sign-in page and gets the wanted page afterwards', async ({ page }) => {
  await page.goto('/en/orders?status=delivered')
  await expect(page).toHaveURL(/\/en\/auth\/login$/)
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo1234')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/orders\?status=delivered$/)
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
})

test('a wrong password is said under the form, cleared, and the field keeps the focus', async ({ page }) => {
  await page.goto('/en/auth/login')
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your account is incorrect. Please check again.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('owner@demo.test')
})

test('what is wrong is said at its field in the language of the page, not by the browser', async ({
  page,
}) => {
  await page.goto('/auth/login')
  const [email, password] = [page.locator('[name=email]'), page.locator('[name=password]')]
  await password.fill('demo1234')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('必須項目です')
  await expect(email).toBeFocused()
  await email.fill('owner.demo.test')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('メールアドレスの形式が正しくありません')
  await page.goto('/en/auth/login')
  await email.fill('abc')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText([
    'Enter at least 4 characters',
    'Field cannot be left blank',
  ])
})

test('too many wrong passwords say how long to wait', async ({ page }) => {
  await page.goto('/en/auth/login')
  await page.getByLabel('Email').fill('nobody@demo.test')
  await expect(async () => {
    await page.getByLabel('Password', { exact: true }).fill('wrong-password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toContainText(/Too many attempts\. Wait \d+ minutes?/, {
      timeout: 1000,
    })
  }).toPass()
})

test('who does not want to be remembered is signed out with the browser', async ({ page }) => {
  await page.goto('/en/auth/login')
  const remember = page.getByLabel('Keep me signed in')
  await expect(remember).toBeChecked()
  await remember.uncheck()
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo1234')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/en$/)
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === 'auth')?.expires).toBe(-1)
})

test('somebody signed in does not see the sign-in page', async ({ page }) => {
  await page.goto('/en/auth/login')
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo1234')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/en$/)
  await page.goto('/en/auth/login')
  await expect(page).toHaveURL(/\/en$/)
})

test('signing out ends the session', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await page.getByRole('button', { name: /Account menu/ }).click()
  // A slow server: the page waits for it.
  let ended = false
  await page.route('**/api/v2/authorization', async (route) => {
    const reply = await route.fetch()
    ended = true
    await route.fulfill({ response: reply })
  })
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL(/\/en\/auth\/login$/)
  expect(ended).toBe(true)
  await page.goto('/en/orders')
  await expect(page).toHaveURL(/\/en\/auth\/login$/)

  // The menu at the side has the way out as well.
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .first()
    .getByRole('button', { name: 'Log out' })
    .click()
  await page.waitForURL(/\/en\/auth\/login$/)
})

test('signing out asks first where something is not saved', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/staff/new')
  await page.getByLabel('Name', { exact: true }).fill('Aina')
  const logOut = page
    .getByRole('navigation', { name: 'Main menu' })
    .first()
    .getByRole('button', { name: 'Log out' })
  await logOut.click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(leaving).toBeHidden()
  expect((await page.request.get('/api/v2/users/me')).status()).toBe(200)
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Aina')
  await logOut.click()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/\/en\/auth\/login$/)
  expect((await page.request.get('/api/v2/users/me')).status()).toBe(401)
})

test("another user's sign-in ends the work of the tabs that were open, which may not write as somebody else", async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Aoi Yamamoto')
  const form = await context.newPage()
  await form.goto('/en/setting/staff/new')
  await form.getByLabel('Name', { exact: true }).fill('Aina')

  const other = await context.newPage()
  await other.goto('/en/auth/login')
  await other.getByLabel('Email').fill('packer@demo.test')
  await other.getByLabel('Password', { exact: true }).fill('demo1234')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByRole('button', { name: /Account menu of Lim Wei Jie/ })).toBeVisible()
  await expect(page).toHaveURL(/\/en\/auth\/login$/)
  await expect(page.getByText('Your session has ended')).toBeVisible()
  // The typed name stays, and is saved in nobody else's name.
  await expect(form.getByText('Your session has ended')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Aina')
})

test('the language is chosen on the page and kept', async ({ page }) => {
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible()
  await page.getByRole('combobox', { name: '言語' }).selectOption('vn')
  await expect(page).toHaveURL(/\/vn\/auth\/login$/)
  await expect(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible()
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'DIS_LANG')
  expect(cookie?.value).toBe('vn')
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeGreaterThan(364)
  await page.goto('/auth/login')
  await expect(page).toHaveURL(/\/vn\/auth\/login$/)
  // Emails go along, as they came in the language that was left.
  await page.locator('[name=email]').fill('packer@demo.test')
  await page.locator('[name=password]').fill('demo1234')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/vn$/)
  await page.goto('/vn/setting/account')
  await expect(page.getByLabel('Ngôn ngữ email')).toHaveValue('vn')
  // A packer has no report of sales, and no entry of it.
  const menu = page.getByRole('navigation', { name: 'Cài đặt' })
  await expect(menu.getByRole('link', { name: 'Thông báo' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Báo cáo bán hàng' })).toHaveCount(0)
  await page.request.put('/api/v2/users/me', { data: { language: 'jp' } })
})

test('is well made', async ({ page }) => {
  await page.goto('/en/auth/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expectWellMade(page)
})
