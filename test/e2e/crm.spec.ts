import { expect, expectWellMade, test } from './page-steps.ts'

test('a CRM is linked with its key, after saying what is sent to it, and shows customers', async ({
  page,
  signInAs,
  sandbox,
}) => {
  const key = (await sandbox('POST', '/_sandbox/crm/authorize', { shop_id: 'aoi-crm' })) as {
    platform_url: string
    api_key: string
  }
  await signInAs('manager@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect CRM' }).click()
  const form = page.getByRole('dialog', { name: 'Connect CRM' })
  await expect(form.getByText(/Names, phone numbers and emails .* are sent to the CRM/)).toBeVisible()
  await expectWellMade(page)
  await form.getByLabel('CRM name').fill('Our CRM')
  await form.getByLabel('CRM URL').fill(key.platform_url)
  await form.getByLabel('API key').fill(`${key.api_key}0`)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByLabel('API key').fill(key.api_key)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Our CRM is connected.')).toBeVisible()

  const drawer = page.getByRole('dialog', { name: 'Our CRM' })
  await expect(drawer.getByText('Customers in first sync')).toBeVisible()
  await expect(drawer.getByText('Import orders')).toHaveCount(0)
  await expect(drawer.getByText('Sync stock')).toHaveCount(0)
  const sends = drawer.getByRole('switch', { name: 'Send customers' })
  await expect(sends).toBeChecked()
  await sends.click()
  await expect(drawer.getByText(/Nothing is sent to the CRM/)).toBeVisible()
  await expectWellMade(page)

  // It sells nothing, so the list of orders does not offer it.
  await page.goto('/en/orders')
  await page.getByRole('button', { name: 'All shops' }).click()
  await expect(page.getByRole('checkbox', { name: /Aoi Gifts MY/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Our CRM/ })).toHaveCount(0)
})
