import type { Page } from '@playwright/test'
import { expect, expectWellMade, test } from './page-steps.ts'

const email = 'late@paper.test'
const plan = {
  code: 'standard',
  name: 'Standard',
  price: 29,
  period: 'month',
  limits: { shops: 1, staff: 0 },
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function addWarehouse(page: Page): Promise<void> {
  await page.goto('/en/setting/stock')
  await page.getByRole('button', { name: 'Add warehouse' }).click()
  const drawer = page.getByRole('dialog', { name: 'New warehouse' })
  await drawer.getByLabel('Name').fill('Back room')
  await drawer.getByLabel('Name').press('Enter')
}

test('a plan that ends is said before, refuses what changes something after, and goes on when renewed', async ({
  page,
  product,
}) => {
  await product.addOwner(email)
  const signIn = { email, password: 'demo1234' }
  expect((await page.request.post('/api/v2/authorization', { data: signIn })).status()).toBe(200)

  await product.givePlan(email, { ...plan, expired_at: inDays(5) })
  await page.goto('/en')
  const popup = page.getByRole('dialog', { name: 'Your plan expires soon' })
  await expect(popup).toContainText('Renew it to keep making changes')
  await popup.getByRole('button', { name: 'Remind me later' }).click()
  await expect(popup).toBeHidden()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const soon = page.getByRole('link', { name: /Your plan expires soon/ })
  await expect(soon).toHaveAttribute('href', '/en/setting/bill')
  await page.keyboard.press('Escape')

  // The page is open already: it is told.
  const banner = page.getByRole('status').filter({ hasText: 'Your plan expired on' })
  await expect(banner).toBeHidden()
  await product.givePlan(email, { ...plan, expired_at: inDays(-1) })
  await expect(banner).toContainText('You can view and export everything, but not make changes.')
  await expect(banner).toContainText('Orders are imported until')
  await expect(banner).toHaveCount(1)
  await expectWellMade(page)
  await addWarehouse(page)
  await expect(page.getByText('The account owner can renew it under Setting › Plan.')).toBeVisible()
  await page.goto('/en/orders')
  await expect(banner).toBeVisible()

  await banner.getByRole('link', { name: 'View plan' }).press('Enter')
  await expect(page).toHaveURL(/\/en\/setting\/bill$/)
  const region = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(region).toContainText('Expired')
  await expect(region).toContainText('Expired on')
  await expect(page.getByRole('region', { name: 'Usage' })).toContainText('1 of 0, over the limit')
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('where you bought the plan')
  await expectWellMade(page)

  await product.givePlan(email, { ...plan, expired_at: inDays(-31) })
  await expect(banner).toContainText('No new orders are imported')
  await product.givePlan(email, { ...plan, expired_at: inDays(365) })
  await expect(banner).toBeHidden()
  await expect(region).toContainText('Active')
  await addWarehouse(page)
  await expect(page.getByText('Back room is added.')).toBeVisible()

  // No room for one more, and the screen says of what and what to do.
  await page.goto('/en/setting/staff')
  await page.getByRole('button', { name: 'Add staff' }).click()
  const person = page.getByRole('dialog', { name: 'New staff member' })
  await person.getByLabel('Name').fill('Sato Yuki')
  await person.getByRole('textbox', { name: 'Email' }).fill('yuki@paper.test')
  await person.getByLabel('Role').selectOption({ label: 'Viewer' })
  await person.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(/The plan limit is reached \(staff, .*upgrade/)).toBeVisible()
})
