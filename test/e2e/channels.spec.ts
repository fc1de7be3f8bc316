import { expect, expectWellMade, linkedShop, otherShop, test } from './page-steps.ts'

test.beforeEach(async ({ signInAs }) => signInAs('owner@demo.test'))

test('shows the linked shops and how they stand', async ({ page }) => {
  await page.goto('/en/setting')
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
  const shop = page.getByRole('main').getByRole('listitem').filter({ hasText: linkedShop.name })
  await expect(shop).toContainText('Connected')
  await expect(shop).toContainText('Shopee · Malaysia · MYR')
  await expect(shop).toContainText(/Checked .* ago/)
})

test('a shop opens with its sync, and can be asked to sync now', async ({ page }) => {
  await page.goto('/en/setting/channels')
  await page.getByRole('link', { name: linkedShop.name }).click()
  await expect(page).toHaveURL(/\/en\/setting\/channels\/\d+$/)
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('Checking the channel for changes')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
})

test('an order that came malformed is shown with the reason and can be fetched again', async ({
  page,
  sandbox,
}) => {
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', { shop_id: linkedShop.id })) as {
    order_sn: string
  }
  await sandbox('POST', '/_sandbox/shopee/corrupt', { order_sn: sn, path: 'total_amount', value: '12,3x' })
  await page.goto('/en/setting/channels')
  await page.getByRole('link', { name: linkedShop.name }).click()
  await page.getByRole('button', { name: 'Sync now' }).click()
  const failing = page.getByRole('listitem').filter({ hasText: sn })
  await expect(failing).toBeVisible()
  await sandbox('POST', '/_sandbox/shopee/restore', { order_sn: sn })
  await failing.getByRole('button', { name: `Retry Order ${sn}` }).click()
  await expect(failing).toBeHidden()
})

test('a second shop is linked through the channel’s consent page', async ({ page }) => {
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect Shopee' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: otherShop.name })
    .getByRole('button', { name: 'Authorise' })
    .click()
  await expect(page.getByText(`${otherShop.name} is connected.`)).toBeVisible()
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: otherShop.name }),
  ).toContainText('Connected')
})

test('the channels stand in the order of their size, grouped by how they are linked', async ({ page }) => {
  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect shop' })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([
    'Sign in on the channel',
    'Connect with API keys',
  ])
  await expect(dialog.getByRole('listitem')).toContainText([
    'Shopee',
    'Lazada',
    'TikTok Shop',
    'Tiki',
    'Website',
    'Web store',
    'POS',
    'CRM',
  ])
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Web store' })).toContainText('Medusa')
})

test('a consent that is out of date says what to do', async ({ page }) => {
  await page.goto('/en/setting/channels?code=old&shop_id=727720901&state=made-up')
  await expect(page.getByRole('alert')).toContainText('The shop could not be connected.')
  await expect(page.getByRole('alert')).toContainText('Select “Connect shop” to start again.')
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
})

test('is well made', async ({ page }) => {
  await page.goto('/en/setting/channels')
  await expect(page.getByText(linkedShop.name)).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await expect(page.getByRole('button', { name: 'Connect Shopee' })).toBeVisible()
  await expectWellMade(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: linkedShop.name }).click()
  await expect(page.getByRole('heading', { name: 'Sync' })).toBeVisible()
  await expectWellMade(page)
})

for (const [path, title] of [
  ['/setting/channels', 'チャネル'],
  ['/vn/setting/channels', 'Kênh bán'],
  ['/my/setting/channels', 'Saluran'],
] as const) {
  test(`speaks its language at ${path}`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(linkedShop.name)).toBeVisible()
  })
}

test('whoever opens the settings without the right to channels sees how they stand, and no buttons', async ({
  page,
  signInAs,
}) => {
  const added = await page.request.post('/api/v2/users', {
    data: {
      name: 'Goh',
      email: 'settings@reader.test',
      password: 'demo1234',
      role: 'custom',
      group_permissions: ['settings'],
      permissions: [],
      shop_ids: [],
    },
  })
  expect(added.status(), await added.text()).toBe(201)
  await signInAs('settings@reader.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('main').getByRole('link', { name: linkedShop.name }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Data from the channel' })).toBeVisible()
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Returns' })).toContainText('Up to date')
  for (const name of ['Sync now', 'Reconnect', 'Disconnect', 'Save'])
    await expect(drawer.getByRole('button', { name })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Connect shop' })).toHaveCount(0)
})
