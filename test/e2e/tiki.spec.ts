import { expect, expectWellMade, test } from './page-steps.ts'

test('a Tiki shop is linked through its consent page', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Link a shop' }).click()
  await page.getByRole('button', { name: 'Link a shop on Tiki' }).click()
  await page.getByRole('button', { name: 'Authorise Aoi Kitchen' }).click()
  await expect(page.getByText('Aoi Kitchen is linked.')).toBeVisible({ timeout: 15_000 })
  const shop = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Aoi Kitchen' })
  await expect(shop).toContainText('Tiki · Vietnam · VND')
  await expect(shop).toContainText('Connected')
  await expectWellMade(page)
})
