import { expect, expectWellMade, test } from './page-steps.ts'

test('a CRM is linked with its key, after saying what is sent to it, and shows customers', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  const authorize = async (more: object = {}) =>
    (await sandbox('POST', '/_sandbox/crm/authorize', { shop_id: 'aoi-crm', ...more })) as {
      platform_url: string
      api_key: string
    }
  const key = await authorize()
  await signInAs('manager@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect CRM' }).click()
  const form = page.getByRole('dialog', { name: 'Connect CRM' })
  // Nobody is sent without a choice; it says how many there are, and what of them is sent.
  const sent = form.getByRole('group', { name: 'Customers sent to the CRM' })
  await expect(sent.getByText(/ [1-9][\d.]* customers .* Only names, phone numbers and emails/)).toBeVisible()
  await expect(sent.getByRole('radio', { checked: true })).toHaveCount(0)
  await expectWellMade(page)
  await form.getByLabel('CRM name').fill('Our CRM')
  await form.getByLabel('CRM URL').fill(key.platform_url)
  await form.getByLabel('API key').fill(`${key.api_key}0`)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(sent.getByRole('alert')).toHaveText('Choose which customers are sent')
  await sent.getByRole('radio', { name: /^Send these [\d.]+ customers now/ }).check()
  await expect(sent.getByRole('alert')).toHaveCount(0)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByLabel('API key').fill(key.api_key)
  await form.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Our CRM is connected.')).toBeVisible()

  const drawer = page.getByRole('dialog', { name: 'Our CRM' })
  await expect(drawer.getByText('Customers in first sync')).toBeVisible()
  await expect(drawer.getByText('Customers now in the CRM')).toBeVisible()
  await expect(drawer.getByText('Import orders')).toHaveCount(0)
  await expect(drawer.getByText('Sync stock')).toHaveCount(0)
  const sends = drawer.getByRole('switch', { name: 'Send customers' })
  await expect(sends).toBeChecked()
  await sends.click()
  await expect(drawer.getByText(/Nothing is sent to the CRM/)).toBeVisible()
  await expectWellMade(page)

  // Switched on, it asks again; Cancel leaves it off.
  await sends.click()
  const question = page.getByRole('dialog', { name: 'Send customers to Our CRM?' })
  await expect(question.getByRole('button', { name: 'Send customers' })).toBeDisabled()
  await question.getByRole('radio', { name: 'Send only customers added from now on' }).check()
  await expectWellMade(page)
  await question.getByRole('button', { name: 'Send customers' }).click()
  await expect(drawer.getByText(/of customers added since .* are sent to the CRM/)).toBeVisible()
  await sends.click()
  await expect(drawer.getByText(/Nothing is sent to the CRM/)).toBeVisible()

  const found = await page.request.get('/api/v2/customers?limit=100')
  const { data: customers } = (await found.json()) as { data: { id: number; is_masked: boolean }[] }
  const ids = customers.filter((one) => !one.is_masked).map(({ id }) => id)
  await page.request.post('/api/v2/customers/shortlists', {
    data: { name: 'For the CRM', customer_ids: ids.slice(0, 2) },
  })

  // It sells nothing, so the list of orders does not offer it.
  await page.goto('/en/orders')
  await page.getByRole('button', { name: 'All shops' }).click()
  await expect(page.getByRole('checkbox', { name: /Aoi Gifts MY/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Our CRM/ })).toHaveCount(0)

  // A segment that is on its way when the key is taken back stops, and goes on with another key.
  await page.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('button', { name: 'Segments', exact: true }).click()
  await expect(page.getByRole('link', { name: 'For the CRM' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to CRM' })).toBeHidden()
  await signInAs('owner@demo.test')
  await page.reload()
  await page.getByRole('button', { name: 'Send to CRM' }).click()
  const other = await authorize({ revoke: true })
  const dialog = page.getByRole('dialog', { name: 'Send For the CRM to the CRM' })
  const send = dialog.getByRole('button', { name: 'Send to CRM' })
  await send.click()
  await product.ageRefusals()
  await expect(dialog.getByText('The others are sent when the CRM is connected again')).toBeVisible()
  await expect(send).toHaveAccessibleDescription('Access to the CRM expired. Reconnect it first.')
  await expectWellMade(page)
  await page.request.post('/api/v2/shops', { data: { platform_id: 8, name: 'Our CRM', ...other } })
  await expect(dialog.getByText('2 of 2 are in the CRM')).toBeVisible()
})
