import { expect, expectWellMade, test } from './page-steps.ts'

test('a Tiki shop is linked through its consent page', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect Tiki' }).click()
  await page.getByRole('button', { name: 'Authorise Aoi Kitchen' }).click()
  await expect(page.getByText('Aoi Kitchen is connected.')).toBeVisible()
  const shop = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Aoi Kitchen' })
  await expect(shop).toContainText('Tiki · Vietnam · VND')
  await expect(shop).toContainText('Connected')
  await expectWellMade(page)
})
