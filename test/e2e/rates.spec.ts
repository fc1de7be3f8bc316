import type { Page } from '@playwright/test'
import { expect, expectFits, expectWellMade, test } from './page-steps.ts'

async function reportIn(page: Page, currency: string): Promise<void> {
  const reply = await page.request.put('/api/v2/settings/account', {
    data: { timezone: 'Asia/Kuala_Lumpur', currency },
  })
  expect(reply.status()).toBe(200)
}

test('a missing rate is added, converts the figures, and is changed and deleted in the list', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await reportIn(page, 'SGD')
  await page.goto('/en/customers/all-customers?sort=-total_price')
  // Other specs may have linked a shop of another currency.
  await expect(page.getByText(/Amounts in .*MYR.* have no exchange rate/)).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: 'Add exchange rate' }).click()
  const note = page.getByRole('note').filter({ hasText: 'MYR' })
  await expect(note).toContainText('Sales in MYR since')
  await page.getByRole('button', { name: 'Add MYR rate' }).click()
  const value = page.getByLabel('Value of 1 MYR')
  await value.fill('much')
  await page.getByRole('button', { name: 'Add rate', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await value.fill('0,305')
  await page.getByRole('button', { name: 'Add rate', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'MYR' })
  await expect(row).toContainText('1 MYR = 0,305 SGD')
  await expect(row).toContainText('Entered by hand')
  await expect(row).toContainText('Aoi Yamamoto')
  await expect(note).toHaveCount(0)
  // A rate of today leaves the days before it without one, and no others.
  const before = { currency: 'MYR', from: new Date().toISOString().slice(0, 10), rate: '0.305' }
  const kept = (await (await page.request.get('/api/v2/settings/exchange-rates')).json()) as {
    data: { rates: { currency: string; from: string; rate: string }[] }
  }
  await page.request.put('/api/v2/settings/exchange-rates', { data: { rates: [before] } })
  await page.reload()
  await expect(note).toContainText('before the rate of')
  const rates = kept.data.rates.map(({ currency, from, rate }) => ({ currency, from, rate }))
  await page.request.put('/api/v2/settings/exchange-rates', { data: { rates } })

  await page.goto('/en/customers/all-customers?total_price_min=1')
  await expect(page.getByText(/Amounts in .*MYR.* are compared in SGD/)).toBeVisible()
  await expect(page.locator('tr[data-row]').first()).toBeVisible()

  await page.goto('/en/analytics/sales?range=this_year')
  await page.getByRole('button', { name: 'converted' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('0,305')
  await page.getByRole('link', { name: 'Manage exchange rates' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/rates$/)

  await row.getByRole('button', { name: /^Edit MYR rate/ }).click()
  // A rate that is emptied is refused, and the one before it stays.
  await page.getByLabel(/^Rate of MYR/).fill('')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('alert')).toBeVisible()
  await expectWellMade(page)
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toContainText('1 MYR = 0,305 SGD')
  await row.getByRole('button', { name: /^Edit MYR rate/ }).click()
  await page.getByLabel(/^Rate of MYR/).fill('0.31')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('1 MYR = 0,31 SGD')
  await expectWellMade(page)
  await row.getByRole('button', { name: /^Delete MYR rate/ }).click()
  await page.getByRole('button', { name: 'Delete rate' }).click()
  await expect(page.getByText('No exchange rates yet')).toBeVisible()
  await reportIn(page, 'MYR')
})

test('rates of many days are read in pages and by currency', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const rates = Array.from({ length: 120 }, (_, at) => ({
    currency: at % 2 ? 'VND' : 'SGD',
    from: new Date(Date.UTC(2026, 5, 1 + (at >> 1))).toISOString().slice(0, 10),
    rate: at % 2 ? '0.000171' : '3.3',
  }))
  const put = (list: object[]) =>
    page.request.put('/api/v2/settings/exchange-rates', { data: { rates: list } })
  expect((await put(rates)).status()).toBe(200)
  await page.goto('/en/setting/rates')
  const rows = page.getByRole('table').getByRole('row')
  await expect(page.getByText('120 rates')).toBeVisible()
  await expect(rows.nth(1)).toContainText('30/07/2026')
  const perPage = (await rows.count()) - 1
  expect(perPage).toBeLessThan(120)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows.nth(1)).not.toContainText('30/07/2026')
  await page.getByRole('combobox', { name: 'Currency' }).last().selectOption('VND')
  await expect(page).toHaveURL(/currency=VND/)
  await expect(page.getByText('60 rates')).toBeVisible()
  await expectFits(page)
  expect((await put([])).status()).toBe(200)
})
