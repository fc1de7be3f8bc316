import { expect, expectWellMade, test } from './console.ts'

test('the limits of the ranks are changed, and customers get their new ranks', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/stock')
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await expect(page).toHaveURL(/\/en\/setting\/customers$/)
  const ranks = page.getByRole('main').getByRole('listitem')
  // The highest first.
  await expect(ranks.locator('strong')).toHaveText(['Platinum', 'Gold', 'Silver', 'Member'])
  await expect(ranks.last()).toContainText('Everybody begins here.')
  await expect(page.getByText('do not count')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeHidden()
  await expectWellMade(page)

  const [platinum, gold, silver] = ['Platinum', 'Gold', 'Silver'].map((rank) =>
    page.getByLabel(`${rank} from`),
  )
  const before = await silver?.inputValue()
  await silver?.fill('a lot')
  await save.click()
  await expect(page.getByRole('alert')).toHaveText('Give an amount such as 5000')
  await silver?.fill('3')
  await gold?.fill('2')
  await platinum?.fill('2.000.000.000')
  await gold?.press('Enter')
  await expect(ranks.nth(1).getByRole('alert')).toHaveText('Give more than the rank before it has')
  await expect(ranks.nth(0).getByRole('alert')).toHaveText('Give 1,000,000,000 at most')
  await expect(gold as NonNullable<typeof gold>).toHaveAttribute('aria-invalid', 'true')
  await expectWellMade(page)

  await page.getByRole('link', { name: 'Staff', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(silver as NonNullable<typeof silver>).toHaveValue(before ?? '')

  // Whoever has ever got an order is more than a member now.
  await silver?.fill('0,01')
  await gold?.fill('0,02')
  await platinum?.fill('1.000')
  await silver?.press('Enter')
  await expect(page.getByText('The ranks are saved.')).toBeVisible()
  await expect(save).toBeHidden()
  await expect(ranks.nth(1)).not.toContainText('0 customers')
  await expect(page.getByRole('progressbar')).toBeHidden()
  await page.reload()
  await expect(silver as NonNullable<typeof silver>).toHaveValue('0,01')

  await page.goto('/en/orders?status=delivered')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText(/^(Gold|Platinum) · \d+ delivered$/)).toBeVisible()
})

test('who packs has no ranks to change', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/setting/customers')
  await expect(page.getByText('Customer ranks')).toBeHidden()
  expect((await page.request.get('/api/v2/settings/customer-rank')).status()).toBe(403)
})
