import { test as base } from '@playwright/test'
import { setupCode } from '../../server/auth/first-run/setup-code.ts'
import { startTestConsole, type TestConsole } from '../start-test-console.ts'
import { expect, expectFits, expectWellMade } from './page-steps.ts'

const test = base.extend<{ fresh: TestConsole }>({
  fresh: async ({ browserName }, use) => {
    expect(browserName).toBe('chromium')
    const fresh = await startTestConsole({ role: 'web' })
    await use(fresh)
    await fresh.stop()
  },
  baseURL: async ({ fresh }, use) => use(fresh.url),
  locale: 'vi-VN',
  timezoneId: 'Asia/Ho_Chi_Minh',
})

const code = setupCode(Buffer.alloc(32))

test('the first visit of a new console sets it up, once', async ({ page, fresh }) => {
  // Nobody could sign in, so the sign-in page leads on, in the language of the browser.
  await page.goto('/auth/login')
  await expect(page).toHaveURL(/\/vn\/auth\/first-run$/)
  await expect(page.getByRole('heading', { name: 'Thiết lập hệ thống' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Ngôn ngữ' }).selectOption('en')
  await expect(page.getByRole('heading', { name: 'Set up your console' })).toBeVisible()
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Ho_Chi_Minh')
  await expect(page.getByLabel('Currency')).toHaveValue('VND')
  await expectWellMade(page)

  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Business name')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Set-up code').fill('AAAA-AAAA-AAAA-AAAA')
  await page.getByLabel('Business name').fill('Aoi Gifts')
  await page.getByLabel('Your name').fill('Aoi Yamamoto')
  await page.getByLabel('Email').fill('aoi@shop.example')
  await page.getByLabel('Password').fill('lanterns at dusk')
  await page.getByLabel('Currency').selectOption('MYR')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Create account' }).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'This is not the set-up code' })).toBeVisible()
  await page.getByLabel('Set-up code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(/\/en$/)
  await expect(page.getByRole('button', { name: /Account menu/ })).toBeVisible()

  // A visitor who opens the page later is shown the way to the sign-in.
  await page.context().clearCookies({ name: 'auth' })
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/en/auth/first-run#${code}`)
  await expect(page.getByText('This console is already set up')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/en\/auth\/login$/)
  const { rows } = await fresh.db.pool.query<{ email: string }>('select email from sign_ins')
  expect(rows).toEqual([{ email: 'aoi@shop.example' }])
})

test('the link in the log brings the code along, and fits in every language', async ({ page }) => {
  for (const language of ['/en', '', '/vn', '/my']) {
    await page.addInitScript(() => sessionStorage.setItem('first-run-language', '1'))
    await page.goto(`${language}/auth/first-run#${code}`)
    await expect(page.locator('[name=code]')).toHaveValue(code)
    await expectFits(page)
  }
})
