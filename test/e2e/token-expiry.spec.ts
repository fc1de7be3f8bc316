import { expect, expectWellMade, linkedShop, pollChannel, test } from './page-steps.ts'

const singapore = { id: 727720777, name: 'Merlion Bazaar SG' }

test.describe('with its notice', () => {
  test.use({ saysLockedOut: true })

  test('a channel that locked us out is said, until it is hidden or linked again', async ({
    page,
    signInAs,
    sandbox,
  }) => {
    await signInAs('owner@other.test')
    await page.goto('/en/setting/channels')
    await page.getByRole('button', { name: 'Connect shop' }).click()
    await page.getByRole('button', { name: 'Connect Shopee' }).click()
    const consent = page.getByRole('listitem').filter({ hasText: singapore.name })
    await consent.getByRole('button', { name: 'Authorise' }).click()
    await expect(page.getByText(`${singapore.name} is connected.`)).toBeVisible()
    const { order_sn: code } = (await sandbox('POST', '/_sandbox/shopee/orders', {
      shop_id: singapore.id,
      order: { ref: 'open', lines: [['CUP', 'Tea Cup', 1, 12.5]], status: 'READY_TO_SHIP' },
      force: true,
    })) as { order_sn: string }
    await page.goto('/en/orders')
    await page.getByRole('link', { name: code }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeEnabled()
    const order = page.url()
    await page.goto('/en/setting/channels')
    await sandbox('POST', '/_sandbox/shopee/tokens', { shop_id: singapore.id, revoke: 'all' })
    await page.getByRole('link', { name: singapore.name }).click()
    await pollChannel(page)
    await expect(page.getByText('Access to Shopee expired.').first()).toBeVisible()
    await expect(page.getByText('Access expires')).toBeHidden()
    // Each place says it once: the shop's own page and its row.
    const own = page.getByRole('dialog', { name: singapore.name })
    await expect(own.getByText('Access expired', { exact: true })).toHaveCount(1)
    await expect(own.getByRole('button', { name: 'Reconnect' })).toHaveCount(1)
    await expect(own.getByRole('link', { name: 'Reconnect' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: `Reconnect · ${singapore.name}` })).toHaveCount(1)

    const notice = page.getByRole('dialog', { name: 'Shop without access' })
    await page.goto('/en')
    await expect(notice).toContainText(`${singapore.name}Shopee · Access expired`)
    await expectWellMade(page)
    await page.keyboard.press('Escape')
    await expect(notice).toBeHidden()
    // Their only shop: it is not their first one that is asked for.
    await expect(page.getByRole('heading', { name: `Reconnect ${singapore.name}` })).toBeVisible()
    await expectWellMade(page)
    // Over an open order it is a line, and the order stays in sight.
    await page.goto(order)
    await expect(page.getByRole('status').filter({ hasText: 'Shop without access' })).toBeVisible()
    await expect(notice).toBeHidden()
    await page.goto('/en')
    await expect(notice).toBeVisible()
    await notice.getByRole('checkbox').check()
    await notice.getByRole('button', { name: 'Reconnect' }).click()
    await expect(page).toHaveURL(/\/en\/setting\/channels$/)
    // The server has answered what the notice would be made of.
    const answered = page.waitForResponse((reply) => reply.url().includes('/api/v2/shops?'))
    await page.goto('/en/setting/account')
    await answered
    await expect(notice).toBeHidden()

    // Nothing can be done about its orders, so no button says that something could.
    await page.goto('/en/orders')
    await page.getByRole('link', { name: code }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(`${singapore.name} · Access expired`)).toBeVisible()
    await expect(drawer.getByRole('button', { name: /Confirm|Split into parcels|More actions/ })).toHaveCount(
      0,
    )
    await expectWellMade(page)
    await page.goto('/en')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await expect(page.getByText(`${singapore.name} is without access. Reconnect it.`)).toBeVisible()
    await page.goto(order)
    await drawer.getByRole('link', { name: 'Reconnect' }).click()
    await expect(page).toHaveURL(/\/en\/setting\/channels\/\d+$/)
  })
})

test('a permission that ends soon is said on every page, at 7, 3 and 1 days, until it was given again', async ({
  page,
  signInAs,
  product,
}) => {
  await signInAs('owner@demo.test')
  const notice = page.getByRole('status').filter({ hasText: 'Access expires in' })
  await page.goto('/en/orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()

  // The page is open already: it is told.
  await product.endSignIn(6.5)
  await expect(notice).toContainText(`${linkedShop.name} · Access expires in 7 days`)
  await expectWellMade(page)
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()

  await product.endSignIn(2.5)
  await page.reload()
  await expect(notice).toContainText('Access expires in 3 days')
  await notice.getByRole('link', { name: linkedShop.name }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByText('Access expires in 3 days').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect' })).toBeVisible()
  await expectWellMade(page)

  await product.endSignIn(30)
  await page.goto('/en/orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(notice).toBeHidden()
})
