import type { Page } from '@playwright/test'
import { awaitOrders } from './opened-order.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

test('the bell counts, tells, opens what happened and is read', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/faq')
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByText(`First sync of ${linkedShop.name} orders finished`)).toBeVisible()
  // The last of what the first sync tells; the unread are counted from here on.
  const products = list.getByText(`First sync of ${linkedShop.name} products finished`)
  await expect(products).toBeVisible()
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  // Shops that another spec linked may still finish their first sync; from here on it is told of new orders alone.
  await expect(list.getByRole('link', { name: /^Unread: First sync of .+ products/ })).toHaveCount(0)
  await hearOf(page, ['order_new'])
  await page.reload()
  await bell.click()
  await expect(page.getByRole('button', { name: 'Notifications, 0 unread' })).toBeVisible()
  await list.getByRole('button', { name: 'Unread', exact: true }).click()
  await expect(list.getByText('No unread notifications')).toBeVisible()

  // While it is open, what happens shows up by itself.
  const made = (await sandbox('POST', '/_sandbox/shopee/orders', { shop_id: linkedShop.id })) as {
    order_sn: string
  }
  const row = list.getByRole('link', { name: `Unread: New order in ${linkedShop.name}` })
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await expectWellMade(page)

  const [order] = await Promise.all([context.waitForEvent('page'), row.click()])
  await expect(order.getByRole('dialog').getByText(made.order_sn).first()).toBeVisible()
  await order.close()
  await expect(list).toBeHidden()
  await expect(page.getByRole('button', { name: 'Notifications, 0 unread' })).toBeVisible()

  // Closed it is as new: with all of them again.
  await page.getByRole('button', { name: 'Notifications, 0 unread' }).press('Enter')
  await expect(list.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()

  // The focus goes into the list a moment after it opened; the key closes it before that as well.
  const button = page.getByRole('button', { name: 'Notifications, 0 unread' })
  await button.press('Enter')
  await expect(list).toBeVisible()
  await button.press('Escape')
  await expect(list).toBeHidden()
  await expect(button).toBeFocused()
  await hearOf(page)
})

/** Types that the bell tells of; left out: all. */
async function hearOf(page: Page, types?: string[]): Promise<void> {
  const address = '/api/v2/users/notifications/ways'
  const { data, meta } = (await (await page.request.get(address)).json()) as {
    data: { type: string }[]
    meta: { updated_at: string | null }
  }
  const ways = data.map(({ type }) => ({ type, way: types?.includes(type) === false ? 'none' : 'bell' }))
  const reply = await page.request.put(address, { data: { ways, updated_at: meta.updated_at } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test('what somebody does not want to hear of is chosen on a page of the account, from the bell', async ({
  page,
  signInAs,
}) => {
  await signInAs('manager@demo.test')
  await page.goto('/en/orders')
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByText(`${linkedShop.name} is connected`)).toBeVisible()
  await list.getByRole('link', { name: 'Notification settings' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/account\/notifications$/)
  await expect(list).toBeHidden()
  const choice = page.getByRole('region', { name: 'Notifications' })
  const off = choice.getByRole('radio', { name: 'Shop connected: Off' })
  await off.check()
  await choice.getByRole('radio', { name: 'New orders: Console and email' }).check()
  await expectWellMade(page)
  await page.reload()
  await expect(off).toBeChecked()
  await expect(choice.getByRole('radio', { name: 'New orders: Console and email' })).toBeChecked()
  await bell.click()
  await expect(list.getByText(`First sync of ${linkedShop.name} orders finished`)).toBeVisible()
  await expect(list.getByText(`${linkedShop.name} is connected`)).toBeHidden()
})

test('what happens before the page listens shows, also where the clock of the device is ahead', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await page.clock.setSystemTime(Date.now() + 300_000)
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/v2/realtime/stream', (route) => isLetGo.then(() => route.continue()))
  await page.goto('/en/orders')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  const made = (await sandbox('POST', '/_sandbox/shopee/orders', { shop_id: linkedShop.id })) as {
    order_sn: string
  }
  await awaitOrders(page, [made.order_sn])
  const row = page.locator('tr[data-row]').filter({ hasText: made.order_sn })
  await expect(row).toBeHidden()
  letGo()
  await expect(row).toBeVisible()
})
