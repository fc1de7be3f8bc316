import type { Page } from '@playwright/test'
import { codeAt } from '../../server/auth/second-factor/one-time-code.ts'
import { expect, expectFits, expectWellMade, test } from './page-steps.ts'

const password = 'battery staple'

/** The link of the newest mail to somebody, as the owner reads it in the console. */
async function linkTo(page: Page, recipient: string): Promise<string> {
  await page.goto('/en/setting/mails')
  await page.getByRole('listitem').filter({ hasText: recipient }).getByRole('link').first().click()
  const link = page.getByRole('dialog').getByRole('link')
  await expect(link).toBeVisible()
  return (await link.getAttribute('href')) ?? ''
}

async function signInOnPage(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/en/auth/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Adds somebody without the screen, and signs him in. */
async function beSomebody(page: Page, email: string, role = 'viewer'): Promise<void> {
  const made = await page.request.post('/api/v2/users', {
    data: { name: 'Sato Yuki', email, password, role, language: 'en' },
  })
  expect(made.status(), await made.text()).toBe(201)
  await page.context().clearCookies()
  const signedIn = await page.request.post('/api/v2/authorization', { data: { email, password } })
  expect(signedIn.status()).toBe(200)
}

test('somebody is invited, follows the mail, and sees what was given', async ({ page, signInAs }) => {
  const email = 'yuki@example.test'
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/staff')
  await expect(page.getByRole('link', { name: 'Nurul Huda' })).toBeVisible()
  await expectWellMade(page)

  await page.getByRole('button', { name: 'Add staff' }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New staff member' })
  await drawer.getByLabel('Name').fill('Sato Yuki')
  await drawer.getByRole('textbox', { name: 'Email' }).fill('manager@demo.test')
  await drawer.getByLabel('Role').selectOption({ label: 'Custom' })
  await drawer.getByLabel('Pack and hand over').check()
  await expectWellMade(page)
  await drawer.getByRole('button', { name: 'Send invitation' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('An account with this email already exists')
  await drawer.getByRole('textbox', { name: 'Email' }).fill(email)
  await drawer.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`An invitation is sent to ${email}.`)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Invited')

  const link = await linkTo(page, email)
  await expectWellMade(page)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByText(`Aoi Gifts invited you. You sign in as ${email}.`)).toBeVisible()
  await expectWellMade(page)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Repeat new password').fill('battery stable')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'do not match' })).toBeVisible()
  await page.getByLabel('Repeat new password').fill(password)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page).toHaveURL(/\/en\/?$/)
  await expect(page.getByRole('button', { name: 'Account menu of Sato Yuki' })).toBeVisible()
  // Shops lead nowhere for a reader whom the settings refuse.
  const shops = page.getByRole('region', { name: 'Shops' })
  await expect(shops.getByText('Connected').first()).toBeVisible()
  await expect(shops.getByRole('link')).toHaveCount(0)
  await page.goto('/en/setting/staff')
  await expect(page.getByText('You are not allowed to access this page')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByText('This link expired or was already used')).toBeVisible()
})

test('the list of people is searched, and grows by itself', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/staff')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: 'Lim Wei Jie' })).toBeVisible()
  const search = page.getByLabel('Name or email')
  await search.fill('nurul')
  await expect(rows).toHaveCount(1)
  await search.fill('nobody at all')
  await expect(page.getByText('No staff match')).toBeVisible()
  await expectWellMade(page)
  await search.fill('')
  const email = 'mei.added.of.the.second.warehouse@warehouse.example.test'
  const person = { name: 'Mei Added', email, role: 'operator', password }
  await expect(rows.filter({ hasText: 'Lim Wei Jie' })).toBeVisible()
  const made = await page.request.post('/api/v2/users', { data: person })
  const added = rows.filter({ hasText: 'Mei Added' })
  await expect(added).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  // The picture stands beside the name, however long the address is.
  const [picture, name] = await Promise.all(
    ['MA', 'Mei Added'].map((text) => added.getByText(text, { exact: true }).boundingBox()),
  )
  expect(name?.x).toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? Infinity))
  const { data } = (await made.json()) as { data: { id: number } }
  await page.request.delete(`/api/v2/users/${data.id}`)
})

test('somebody is changed, switched off and deleted; what is more than one’s own is not offered', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const made = await page.request.post('/api/v2/users', {
    data: { name: 'Ali Rahman', email: 'ali@example.test', password, role: 'viewer' },
  })
  expect(made.status()).toBe(201)
  await page.goto('/en/setting/staff')
  await page.getByRole('link', { name: 'Ali Rahman' }).click()
  const drawer = page.getByRole('dialog', { name: 'Ali Rahman' })
  await drawer.getByLabel('Role').selectOption({ label: 'Manager' })
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: 'Close without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Ali Rahman is saved.')).toBeVisible()
  await page.reload()
  await expect(drawer.getByLabel('Role')).toHaveValue('manager')

  await drawer.getByRole('button', { name: 'Deactivate' }).click()
  await page
    .getByRole('dialog', { name: 'Deactivate Ali Rahman?' })
    .getByRole('button', { name: 'Deactivate' })
    .click()
  await expect(page.getByText('Ali Rahman is deactivated.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText('Ali Rahman is active again.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete Ali Rahman?' })
  await expectWellMade(page)
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Ali Rahman is deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ali Rahman' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Aoi Yamamoto' }).click()
  const owner = page.getByRole('dialog', { name: 'Aoi Yamamoto' })
  await expect(owner.getByRole('note')).toContainText('The account owner has all permissions')
  await expect(owner.getByRole('button', { name: /Save|Delete|Deactivate/ })).toHaveCount(0)
})

test('an administrator offers no administrators', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await beSomebody(page, 'admin@example.test', 'admin')
  await page.goto('/en/setting/staff/new')
  const roles = page.getByRole('dialog').getByLabel('Role')
  await expect(roles.getByRole('option', { name: 'Administrator' })).toBeDisabled()
  await expect(roles.getByRole('option', { name: 'Manager' })).toBeEnabled()
  // Only users with the owner’s rights may open this page.
  await page.goto('/en/setting/mails')
  await expect(page.getByText('You are not allowed to access this page')).toBeVisible()
})

test('a forgotten password is set anew by mail', async ({ page, signInAs }) => {
  const email = 'forgetful@example.test'
  await signInAs('owner@demo.test')
  await beSomebody(page, email)
  await page.context().clearCookies()
  await page.goto('/en/auth/login')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expectWellMade(page)
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText(
    'If an account exists for this email, a link is sent to it.',
  )
  await signInAs('owner@demo.test')
  await expect(async () => {
    await page.goto('/en/setting/mails')
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible({ timeout: 1000 })
  }).toPass()
  const link = await linkTo(page, email)
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByText(`For ${email}.`)).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('correct horse')
  await page.getByLabel('Repeat new password').fill('correct horse')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your new password is set.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInOnPage(page, email, 'correct horse')
  await expect(page.getByRole('button', { name: 'Account menu of Sato Yuki' })).toBeVisible()
  // Pages for guests send whoever is signed in home.
  for (const path of [link, '/en/auth/forgot-password']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/en$/)
  }
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.getByRole('link', { name: 'Send new link' })).toBeVisible()
})

test('two-step sign-in is switched on, asked for, and got around with a recovery code', async ({
  page,
  signInAs,
}) => {
  const email = 'careful@example.test'
  await signInAs('owner@demo.test')
  await beSomebody(page, email)
  await page.goto('/en/setting/account/two-factor')
  const factor = page.getByRole('region', { name: 'Two-factor authentication' })
  await factor.getByRole('button', { name: 'Turn on' }).click()
  await factor.getByLabel('Current password').fill(password)
  await page.keyboard.press('Enter')
  await expect(factor.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectWellMade(page)
  const secret = (await factor.locator('code').textContent()) ?? ''
  await factor.getByLabel('Code').fill(codeAt(secret, new Date()))
  await factor.getByRole('button', { name: 'Verify code' }).click()
  const codes = factor.getByRole('region', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectWellMade(page)
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'I saved the codes' }).click()
  await expect(factor).toContainText('10 recovery codes left.')

  // A code holds a step before its time, and none is taken twice.
  const next = () => codeAt(secret, new Date(Date.now() + 30_000))
  for (const code of [next, () => recovery]) {
    await page.context().clearCookies()
    await signInOnPage(page, email, password)
    const field = page.getByRole('textbox', { name: /^Code/ })
    await expect(field).toBeFocused()
    await field.fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Incorrect OTP')
    await field.fill(code())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Account menu of Sato Yuki' })).toBeVisible()
  }
})

test('profile, password and sessions are one’s own', async ({ page, signInAs, browser, product }) => {
  const email = 'own@example.test'
  await signInAs('owner@demo.test')
  await beSomebody(page, email)
  const elsewhere = await browser.newContext({ baseURL: product.url })
  const signedIn = await elsewhere.request.post('/api/v2/authorization', { data: { email, password } })
  expect(signedIn.status()).toBe(200)

  await page.goto('/en/setting/account')
  const profile = page.getByRole('region', { name: 'Profile' })
  await profile.getByLabel('Name').fill('Yuki Sato')
  await profile.getByLabel('Gender').selectOption('Female')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Account menu of Yuki Sato' })).toBeVisible()

  await page.reload()
  await expect(profile.getByLabel('Gender')).toHaveValue('2')

  await page.goto('/en/setting/account/sessions')
  const sessions = page.getByRole('region', { name: 'Active sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await elsewhere.request.get('/api/v2/users/me')).status()).toBe(401)
  await elsewhere.close()

  await page.goto('/en/setting/account/password')
  const change = page.getByRole('region', { name: 'Password' })
  await change.getByLabel('Current password').fill('wrong horse')
  await change.getByLabel('New password', { exact: true }).fill('correct horse')
  await change.getByLabel('Repeat new password').fill('correct horse')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(change.getByRole('alert')).toHaveText('The current password is incorrect')
  await change.getByLabel('Current password').fill(password)
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account menu of Yuki Sato' })).toBeVisible()
})

test('a picture is chosen, cut by keyboard, and taken away again', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await beSomebody(page, 'pictured@example.test')
  await page.goto('/en/setting/account')
  const profile = page.getByRole('region', { name: 'Profile' })
  // A picture of a page that is still empty would show nothing that a cut could change.
  await expect(profile).toBeVisible()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } })
  const input = profile.locator('input[type="file"]')
  await input.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(profile.getByRole('alert')).toHaveText('Choose a PNG or JPEG photo')
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  const canvas = dialog.locator('canvas')
  await expect(canvas).toBeVisible()
  const shown = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL())
  const before = await shown()
  await dialog.getByRole('slider', { name: 'Zoom' }).focus()
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowRight')
  await expect.poll(shown).not.toBe(before)
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Use photo' }).click()
  await expect(dialog).toBeHidden()
  await expect(profile.locator('img')).toHaveAttribute('src', /\/users\/\d+\/avatar\?v=/)
  const width = () => profile.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBe(256)
  await profile.getByRole('button', { name: 'Remove' }).click()
  await expect(profile.locator('img')).toHaveCount(0)
  await expect(profile).toContainText('SY')
})

test('fits in Vietnamese too, which whole.spec.ts leaves out', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  for (const [path, name] of [
    ['/setting/staff/new', 'Nhân viên'],
    ['/setting/mails', 'Nhật ký email'],
  ] as const) {
    await page.goto(`/vn${path}`)
    await expect(page.getByRole('heading', { level: 1, name, includeHidden: true })).toBeAttached()
    await expectFits(page)
  }
})
