import { expect, expectWellMade, pollChannel, test } from './page-steps.ts'

test('a till is linked with its place, once there is one of that number, and again at the same one', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  const keys = (await sandbox('POST', '/_sandbox/pos/authorize', { shop_id: 'aoi-counter/2' })) as {
    platform_url: string
    api_key: string
    api_secret: string
  }
  await signInAs('manager@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect POS' }).click()
  const form = page.getByRole('dialog', { name: 'Connect POS' })
  const place = form.getByLabel('Location number')
  await expect(place).toHaveAccessibleDescription(/leave this empty for the default location/)
  await expectWellMade(page)

  await form.getByLabel('Shop name').fill('Georgetown till')
  await form.getByLabel('Shop URL').fill(keys.platform_url)
  await form.getByLabel('API key').fill(keys.api_key)
  await form.getByLabel('API secret').fill(keys.api_secret)
  await place.fill('9')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByRole('alert')).toHaveText('The shop has no such location')
  await expect(place).toHaveAccessibleDescription(/The shop has no such location/)

  await place.fill('2')
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Georgetown till is connected.')).toBeVisible()

  // The keys are taken back on the site. One refusal is not believed; some minutes later the next look is.
  await sandbox('POST', '/_sandbox/pos/authorize', { shop_id: 'aoi-counter/2', revoke: true })
  await pollChannel(page)
  await product.ageRefusals()
  await pollChannel(page)
  await page.getByRole('button', { name: 'Reconnect' }).click()
  const again = page.getByRole('dialog', { name: 'Connect POS' })
  await expect(again.getByLabel('Location number')).toHaveValue('2')
  await expect(again.getByLabel('Location number')).not.toBeEditable()
  const fresh = (await sandbox('POST', '/_sandbox/pos/authorize', {
    shop_id: 'aoi-counter/2',
  })) as typeof keys
  await again.getByLabel('API key').fill(fresh.api_key)
  await again.getByLabel('API secret').fill(fresh.api_secret)
  await again.getByRole('button', { name: 'Connect' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeHidden()
})
