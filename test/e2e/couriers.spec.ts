import { courierKeys, ghnTokens } from '../steps/sandbox-courier-keys.ts'
import { expect, expectFits, expectWellMade, test } from './page-steps.ts'

test('a courier is connected once its keys are right, changed, and disconnected', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/shipment')
  const rows = page.getByRole('region', { name: 'Couriers' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Connect: J&T Express' }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'J&T Express' })
  const { jnt } = courierKeys
  await drawer.getByLabel('API account').fill(jnt.api_account)
  await drawer.getByLabel('Private key').fill('not-the-key')
  await drawer.getByLabel('Customer code').fill(jnt.customer_code)
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Field cannot be left blank')
  await drawer.getByLabel('Password').fill(jnt.password)
  await drawer.getByLabel('Password').press('Enter')
  await expect(drawer.getByRole('alert')).toContainText(/sign/i)
  await expect(drawer.getByLabel('Private key')).toBeFocused()
  await expectWellMade(page)
  await drawer.getByLabel('Private key').fill(jnt.private_key)
  await drawer.getByLabel('Private key').press('Enter')
  await expect(page.getByText('J&T Express is connected.')).toBeVisible()
  await expect(drawer.getByText('/hooks/couriers/jnt/')).toBeVisible()
  await expect(drawer.getByLabel('Private key')).toHaveValue('')
  await expect(page.locator('body')).not.toContainText(jnt.private_key)

  await drawer.getByLabel('Weight').fill('800')
  await drawer.getByLabel('Insurance').selectOption({ label: 'Insured for item value' })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('alert').first()).toHaveText('Field cannot be left blank')
  for (const side of ['Length', 'Width', 'Height']) await drawer.getByLabel(side).fill('20')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Booking defaults are saved.')).toBeVisible()
  await expectWellMade(page)
  await page.reload()
  await expect(drawer.getByLabel('Weight')).toHaveValue('800')
  await page.keyboard.press('Escape')
  await expect(rows.first()).toContainText('J&T Express')
  await expect(rows.first()).toContainText('****-key')

  await page.getByRole('button', { name: 'Edit: J&T Express' }).click()
  await drawer.getByRole('button', { name: 'Disconnect' }).click()
  const asked = page.getByRole('dialog', { name: 'Disconnect J&T Express?' })
  await expectWellMade(page)
  await asked.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('J&T Express is disconnected.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect: J&T Express' })).toBeVisible()
})

test('GHN is connected with a store of its token, tells its secret once, and gets another store by its address', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/shipment/ghn')
  const drawer = page.getByRole('dialog', { name: 'Giao Hàng Nhanh' })
  await drawer.getByLabel('Token').fill('wrong')
  await drawer.getByRole('button', { name: 'Show stores' }).click()
  await expect(drawer.getByRole('alert')).toContainText('GHN does not know this token')
  await drawer.getByLabel('Token').fill(ghnTokens.owner)
  await drawer.getByLabel('Token').press('Enter')
  await drawer.getByLabel('Aoi Sài Gòn').check()
  await expectWellMade(page)
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Aoi Sài Gòn is connected.')).toBeVisible()
  const secret = drawer.getByText('Copy the secret now')
  await expect(secret).toBeVisible()
  await expectWellMade(page)
  await page.reload()
  await expect(drawer.getByLabel('Aoi Sài Gòn')).toBeChecked()
  await expect(secret).toBeHidden()

  const role = drawer.getByLabel('Your role in this store')
  await role.selectOption('Manager')
  await page.reload()
  await expect(role).toHaveValue('manager')

  await drawer.getByText('Add store by phone').click()
  await drawer.getByLabel('Owner’s phone number').fill('0912 345 678')
  await drawer.getByRole('button', { name: 'Send code' }).click()
  await drawer.getByRole('switch', { name: 'Create store' }).check()
  const { code } = (await sandbox('GET', '/_sandbox/ghn/otp/0912345678')) as { code: string }
  await drawer.getByLabel('Code', { exact: true }).fill(code)
  await drawer.getByRole('button', { name: 'Add store' }).click()
  await expect(drawer.getByRole('alert').first()).toBeVisible()
  await expectWellMade(page)
  await drawer.getByLabel('Street and number').fill('9 Nguyễn Huệ')
  for (const level of ['Province', 'District', 'Ward'])
    await drawer.getByLabel(level, { exact: true }).selectOption({ index: 1 })
  await drawer.getByRole('button', { name: 'Add store' }).click()
  await expect(drawer.getByText('9 Nguyễn Huệ')).toBeVisible()
})

test('a store of somebody else is added by the code on its owner’s phone', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@other.test')
  await page.goto('/en/setting/shipment/ghn')
  const drawer = page.getByRole('dialog', { name: 'Giao Hàng Nhanh' })
  await drawer.getByLabel('Token').fill(ghnTokens.partner)
  await drawer.getByLabel('Token').press('Enter')
  await expect(drawer.getByText('This token has no stores.')).toBeVisible()
  await drawer.getByText('Add store by phone').click()
  await drawer.getByLabel('Owner’s phone number').fill('0912 345 678')
  await drawer.getByRole('button', { name: 'Send code' }).click()
  await drawer.getByLabel('Store ID').fill('990')
  await drawer.getByLabel('Code', { exact: true }).fill('0000')
  await drawer.getByRole('button', { name: 'Add store' }).click()
  await expect(drawer.getByRole('alert')).toHaveText('Incorrect OTP')
  await expectFits(page)
  const { code } = (await sandbox('GET', '/_sandbox/ghn/otp/0912345678')) as { code: string }
  await drawer.getByLabel('Code', { exact: true }).fill(code)
  await drawer.getByRole('button', { name: 'Add store' }).click()
  await expect(drawer.getByLabel('Bảo Store')).toBeChecked()
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Bảo Store is connected.')).toBeVisible()
  // Given back, for whoever takes the first steps of this account.
  await page.request.delete('/api/v2/deliveries/integrate/ghn')
})

test('Ninja Van fetches parcels from places that are entered, in every language', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const made = await page.request.post('/api/v2/deliveries/integrate/ninjavan', {
    data: courierKeys.ninjavan,
  })
  expect(made.status()).toBe(201)
  await page.goto('/en/setting/shipment/ninjavan')
  const drawer = page.getByRole('dialog', { name: 'Ninja Van' })
  await drawer.getByRole('button', { name: 'Add pick-up address' }).click()
  await drawer.getByLabel('Address name').fill('Back room')
  await drawer.getByLabel('Phone', { exact: true }).fill('12')
  await drawer.getByRole('button', { name: 'Add pick-up address' }).click()
  await expect(drawer.getByText('Enter a Malaysian number such as 0123456789')).toBeVisible()
  const rest = {
    'Contact person': 'Aoi',
    Phone: '012-345 6789',
    'Street and number': '1 Jalan Ipoh',
    Postcode: '51200',
    City: 'Kuala Lumpur',
    State: 'Selangor',
  }
  for (const [label, text] of Object.entries(rest)) await drawer.getByLabel(label, { exact: true }).fill(text)
  await drawer.getByRole('button', { name: 'Add pick-up address' }).click()
  await expect(page.getByText('Back room is added.')).toBeVisible()
  const place = drawer.getByRole('listitem').filter({ hasText: 'Back room' })
  await expect(place).toContainText('Default')
  await expectWellMade(page)
  for (const prefix of ['', '/vn', '/my']) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(`${prefix}/setting/shipment/ninjavan`)
    await expect(place).toBeVisible()
    await expectFits(page)
    await page.goto(`${prefix}/setting/shipment`)
    await expect(page.getByRole('main').getByRole('link', { name: 'Ninja Van' })).toBeVisible()
    await expectFits(page)
  }
})
