import type { Page } from '@playwright/test'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

const from = (page: Page, rank: string) => page.getByLabel(`${rank} from`)

test('the ranks stand there from the highest down, and say what is wrong with a limit', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/stock')
  const settings = page.getByRole('navigation', { name: 'Setting' })
  await settings.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/setting\/customers$/)
  const ranks = page.getByRole('main').getByRole('listitem')
  await expect(ranks.locator('strong')).toHaveText(['Platinum', 'Gold', 'Silver', 'Member'])
  await expect(ranks.last()).toContainText('Every customer starts here.')
  await expect(page.getByText('do not count')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeHidden()

  const silver = from(page, 'Silver')
  const before = await silver.inputValue()
  await silver.fill('a lot')
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Enter an amount such as 5000')
  await silver.fill('3')
  await from(page, 'Gold').fill('2')
  await from(page, 'Platinum').fill('2.000.000.000')
  await from(page, 'Gold').press('Enter')
  await expect(ranks.nth(1).getByRole('alert')).toHaveText('Enter more than the limit of the previous rank')
  await expect(ranks.nth(0).getByRole('alert')).toHaveText('Enter 1,000,000,000 at most')
  await expect(from(page, 'Gold')).toHaveAttribute('aria-invalid', 'true')
  await expectWellMade(page)

  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(silver).toHaveValue(before)
})

test('new limits give customers new ranks, which their orders show', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/customers')
  const ranks = page.getByRole('main').getByRole('listitem')
  await from(page, 'Silver').fill('0,01')
  await from(page, 'Gold').fill('0,02')
  await from(page, 'Platinum').fill('1.000')
  await from(page, 'Silver').press('Enter')
  await expect(page.getByText('Customer ranks are saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  // Every customer who ever received an order is gold at least.
  await expect(ranks.nth(1)).not.toContainText(/^Gold0 customers/)
  await expect(page.getByRole('main').getByRole('progressbar')).toBeHidden()
  await page.reload()
  await expect(from(page, 'Silver')).toHaveValue('0,01')

  // Its buyers pay in the account's currency.
  const shops = (await (await page.request.get('/api/v2/shops')).json()) as {
    data: { id: number; name: string }[]
  }
  const shop = shops.data.find(({ name }) => name === linkedShop.name)
  await page.goto(`/en/orders?status=delivered&shop_id=${shop?.id}`)
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('dialog').getByText(/^(Gold|Platinum) · \d+ delivered$/)).toBeVisible()
})

test('who packs has no ranks to change', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/setting/customers')
  await expect(page.getByText('Customer ranks')).toBeHidden()
  expect((await page.request.get('/api/v2/settings/customer-rank')).status()).toBe(403)
})
