import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

test('words are added, named in a template while it is written, and deleted', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/words')
  await expect(page.getByText('No forbidden words yet')).toBeVisible()
  const add = page.getByRole('button', { name: /^Add words?$/ })
  await expect(add).toBeDisabled()
  const words = page.getByRole('textbox', { name: 'Words' })
  await words.fill(`Best Ever\n${'x'.repeat(61)}`)
  await add.click()
  await expect(page.getByText('keep it to 60 characters')).toBeVisible()
  await words.fill('Best Ever, number one\nbest  ever')
  // Without a network a save says so at once, and is not sent when nobody expects it any more.
  await context.setOffline(true)
  await add.click()
  await expect(page.getByRole('alert')).toContainText('Check your connection')
  await context.setOffline(false)
  await add.click()
  await expect(page.getByText('2 words saved.')).toBeVisible()
  await words.fill('replica')
  await page.getByRole('combobox', { name: 'Channel' }).selectOption({ label: 'Shopee' })
  await page.getByRole('button', { name: 'Add word', exact: true }).click()
  const row = (word: string) => page.getByRole('row').filter({ hasText: word })
  await expect(row('replica')).toContainText('Shopee')
  await expect(row('best ever')).toContainText('All channels')
  await expect(row('best ever')).toContainText('Aoi Yamamoto')
  await expectWellMade(page)
  await expectFits(page)

  await page.goto('/en/products/template/create')
  await page.getByRole('checkbox', { name: linkedShop.name, exact: true }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('The BEST EVER replica of a cake stand')
  await name.press('Tab')
  const alert = page.getByRole('alert').filter({ hasText: 'your account forbids it' })
  await expect(alert).toContainText('Remove best ever')
  await name.fill('The replica of a cake stand')
  await name.press('Tab')
  await expect(alert).toContainText('Remove replica')
  await name.fill('The copy of a cake stand')
  await name.press('Tab')
  await expect(alert).toBeHidden()

  await page.goto('/en/setting/words')
  for (const word of ['best ever', 'number one', 'replica']) {
    await page.getByRole('button', { name: `Delete “${word}”` }).click()
    await page.getByRole('button', { name: 'Delete word' }).click()
    await expect(row(word)).toHaveCount(0)
  }
  await expect(page.getByText('No forbidden words yet')).toBeVisible()
})
