import { expect, expectWellMade, test } from './page-steps.ts'

test('the owner changes the time zone and currency of the account, and is asked first', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account/region')
  const card = page.getByRole('region', { name: 'Time zone, currency and number format' })
  const zone = card.getByLabel('Time zone')
  await expect(zone).toHaveValue('Asia/Kuala_Lumpur')
  await expect(card).toContainText('converted only where')
  await expect(card.getByRole('button', { name: 'Save' })).toBeHidden()

  await zone.selectOption('America/New_York')
  await page.getByRole('link', { name: 'Orders' }).first().click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()

  await card.getByLabel('Currency').selectOption('VND')
  await card.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Change the time zone to America/New_York?' })
  await expect(asked).toContainText(/\d+ orders are recounted/)
  await expect(asked).toContainText('Home shows sales in VND.')
  await expect(asked).toContainText('Amounts in segments keep their number and are then in VND.')
  await expectWellMade(page)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(zone).toHaveValue('America/New_York')
  await card.getByRole('button', { name: 'Save' }).click()
  await asked.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByText('Account settings are saved.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('region', { name: 'Profile' })).toContainText('America/New_York')
  await page.goBack()
  await expect(zone).toHaveValue('America/New_York')
  await expect(card.getByLabel('Currency')).toHaveValue('VND')

  await page.goto('/en/setting/audit')
  const newest = page.getByRole('main').getByRole('listitem').first()
  await expect(newest.getByRole('link', { name: 'Changed account settings' })).toBeVisible()
  const back = { timezone: 'Asia/Kuala_Lumpur', currency: 'MYR' }
  expect((await page.request.put('/api/v2/settings/account', { data: back })).status()).toBe(200)
})

test('figures are written with dots, or as the reader’s language writes them', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account/region')
  const format = page.getByLabel('Number format', { exact: true })
  await expect(format).toHaveValue('dots')
  await format.selectOption({ label: 'By language (1,246.50)' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Account settings are saved.')).toBeVisible()
  await page.goto('/en')
  const revenue = page.getByRole('region', { name: 'Revenue' })
  await expect(revenue.getByText(/^RM[\d,]+\.\d\d$/).first()).toBeVisible()
  await page.goto('/vn')
  await expect(page.getByText(/^[\d.]+,\d\d RM$/).first()).toBeVisible()
  const back = { timezone: 'Asia/Kuala_Lumpur', currency: 'MYR', number_format: 'dots' }
  expect((await page.request.put('/api/v2/settings/account', { data: back })).status()).toBe(200)
})

test('the plan costs nothing and limits nothing, and offers nothing that nobody sells', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account')
  await page.getByRole('link', { name: 'Plan' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/bill$/)
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(plan).toContainText('Community')
  await expect(plan).toContainText('Free of charge')
  await expect(plan).toContainText('No expiry date.')
  await expect(plan.getByRole('link')).toHaveCount(0)
  const usage = page.getByRole('region', { name: 'Usage' })
  await expect(usage).toContainText('Connected shops')
  await expect(usage).toContainText('1, no limit')
  await expect(usage.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Invoices' })).toContainText('No invoices yet')
  await expectWellMade(page)
})

test('a plan with limits, a price and invoices is shown as well', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const now = '2026-11-01T00:00:00.000Z'
  const bill = {
    plan: {
      code: 'shop',
      name: 'Shop',
      price: 49,
      currency: 'MYR',
      period: 'month',
      limits: { shops: 2, staff: 4, orders: null, skus: 0, storage: 10_000_000 },
    },
    usage: { shops: 1, staff: 5, orders: 12_345, skus: 7, storage: 2_500_000 },
    status: 'past_due',
    started_at: now,
    expired_at: '2026-12-01T00:00:00.000Z',
    is_nearly_expired: false,
    upgrade_url: 'https://home.example/plans',
    support_email: 'help@home.example',
  }
  const invoice = { id: 'i1', number: 'INV-7', amount: 49, currency: 'MYR', tax: 0, status: 'unpaid' }
  await page.route('**/api/v2/bills/current', (route) => route.fulfill({ json: { data: bill } }))
  await page.route('**/api/v2/bills?*', (route) =>
    route.fulfill({
      json: { data: [{ ...invoice, issued_at: now, paid_at: null, pdf_url: 'https://home.example/7.pdf' }] },
    }),
  )
  await page.goto('/en/setting/bill')
  const plan = page.getByRole('region', { name: 'Plan', exact: true })
  await expect(plan).toContainText('49,00 RM a month')
  const upgrade = plan.getByRole('button', { name: 'Upgrade' })
  // The console itself sells nothing: it says so, and the page stays.
  await upgrade.click()
  await expect(page.getByText('No billing is set up.')).toBeVisible()
  await expect(upgrade).toBeEnabled()
  await expect(plan.getByRole('link', { name: 'help@home.example' })).toBeVisible()
  const usage = page.getByRole('region', { name: 'Usage' })
  await expect(usage).toContainText('3 MB of 10 MB')
  await expect(usage).toContainText('12.345, no limit')
  await expect(usage.getByRole('progressbar', { name: 'Connected shops' })).toHaveAttribute('value', '50')
  await expect(usage.getByRole('progressbar')).toHaveCount(4)
  await expect(page.getByRole('listitem').filter({ hasText: 'INV-7' })).toContainText('Unpaid')
  await expectWellMade(page)
  const sold = new URL('/en/faq?from=console', page.url()).href
  await page.route('**/api/v2/bills/upgrade', (route) =>
    route.fulfill({ json: { data: { redirect_url: sold } } }),
  )
  await upgrade.press('Enter')
  await expect(page).toHaveURL(sold)
})
