import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

const singapore = 'Merlion Bazaar SG'

test('a shop is renamed and keeps pieces back, and the change can be undone', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('link', { name: linkedShop.name }).click()
  const name = page.getByLabel('Name in the console')
  const buffer = page.getByLabel('Safety stock')
  await expect(name).toHaveValue(linkedShop.name)
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()

  await buffer.fill('-3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a whole number from 0 to 999999')
  await expect(buffer).toHaveAttribute('aria-invalid', 'true')
  // As a Japanese keyboard writes it.
  await buffer.fill('３')
  await name.fill('Aoi, our first')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Aoi, our first' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.reload()
  await expect(buffer).toHaveValue('3')
  await expect(name).toHaveValue('Aoi, our first')

  await name.fill(linkedShop.name)
  await buffer.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('Aoi, our first')
  await name.fill(linkedShop.name)
  await buffer.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: linkedShop.name })).toBeVisible()

  const share = page.getByLabel('Share of stock')
  const cap = page.getByLabel('Sell at most')
  await share.fill('120')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a whole number from 0 to 100')).toBeVisible()
  await share.fill('60')
  await cap.fill('40')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.clock.install()
  await page.reload()
  await expect(share).toHaveValue('60')
  await expect(cap).toHaveValue('40')
  await share.fill('100')
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  // Another change can be undone for as long as the one before it.
  await page.clock.fastForward(6_000)
  await cap.fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.clock.fastForward(6_000)
  await undo.click()
  await expect(cap).toHaveValue('40')
  await cap.fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
})

test('leaving with a change that is not saved asks first', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('link', { name: linkedShop.name }).click()
  await page.getByLabel('Name in the console').fill('half a na')
  await page.keyboard.press('Escape')
  const asked = page.getByRole('dialog', { name: 'Close without saving?' })
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name in the console')).toHaveValue('half a na')
  await page.keyboard.press('Escape')
  await asked.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
  await expect(page.getByRole('link', { name: linkedShop.name })).toBeVisible()
})

test('orders are switched off and on, and stock only after its consequence was said', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('link', { name: linkedShop.name }).click()
  const orders = page.getByRole('switch', { name: 'Import orders' })
  const name = page.getByLabel('Name in the console')
  await name.fill('Aoi, typed before')
  await orders.focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(orders).not.toBeChecked()
  await expect(page.getByText('Order import is off').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(orders).toBeChecked()
  // The name beside the switch is saved over the change of the switch.
  for (const typed of ['Aoi, typed before', linkedShop.name]) {
    await name.fill(typed)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: typed })).toBeVisible()
  }

  const stock = page.getByRole('switch', { name: 'Sync stock' })
  await expect(stock).not.toBeChecked()
  await stock.click()
  const asked = page.getByRole('dialog', { name: `Sync the stock of ${linkedShop.name}?` })
  await expect(asked).toContainText(`the stock in ${linkedShop.name} is overwritten`)
  // The number of figures sent, and of those that become another one.
  await expect(asked).toContainText(/\d+ linked SKUs are on sale there\./)
  await expect(asked).toContainText(/\d+ gets? another figure at once\./)
  await expectWellMade(page)
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(stock).not.toBeChecked()
  await stock.click()
  await asked.getByRole('button', { name: 'Sync stock' }).click()
  await expect(asked).toBeHidden()
  await expect(stock).toBeChecked()
  await stock.click()
  await expect(stock).not.toBeChecked()
  await expectWellMade(page)
})

test('a shop is unlinked once it was said what stays and what ends, and can be linked again', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@other.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect Shopee' }).click()
  const consent = page.getByRole('listitem').filter({ hasText: singapore })
  await consent.getByRole('button', { name: 'Authorise' }).click()
  await expect(page.getByText(`${singapore} is connected.`)).toBeVisible()
  await page.getByRole('link', { name: singapore }).click()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const asked = page.getByRole('dialog', { name: `Disconnect ${singapore}?` })
  await expect(asked).toContainText('No more orders are imported')
  await expect(asked).toContainText('Its orders and customers stay here')
  await expectWellMade(page)
  await asked.getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText(`${singapore} is disconnected.`)).toBeVisible()
  await expect(page.getByText('This shop is disconnected.')).toBeVisible()
  await expect(page.getByText('Disconnected').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeHidden()
})

for (const [path, switchName] of [
  ['/setting/channels', '注文の取り込み'],
  ['/vn/setting/channels', 'Tải đơn hàng về'],
  ['/my/setting/channels', 'Import pesanan'],
] as const) {
  test(`speaks its language at ${path}`, async ({ page, signInAs }) => {
    await signInAs('owner@demo.test')
    await page.goto(path)
    await page.getByRole('link', { name: linkedShop.name }).click()
    await expect(page.getByRole('switch', { name: switchName })).toBeVisible()
  })
}
