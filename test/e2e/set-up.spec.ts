import { courierKeys } from '../steps/sandbox-courier-keys.ts'
import { expect, expectFits, expectWellMade, test } from './page-steps.ts'

const singapore = 'Merlion Bazaar SG'

test('the first steps lead where they are done, and say so once when all are', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.goto('/en?from=mail')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('0/3')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Connect your first sales channel' })).toBeVisible()
  // One filled button, for the next step.
  const filled = page.getByRole('main').locator('[class*=primary]')
  await expect(filled).toHaveText(['Link now'])
  await expectWellMade(page)
  // Lists that are empty for want of a shop lead there as well.
  for (const list of ['products', 'orders']) {
    await page.goto(`/en/${list}?from=mail`)
    await expect(filled).toHaveText(['Connect shop'])
    await expectFits(page)
  }
  await filled.click()
  await expect(page).toHaveURL(/\/en\/setting\/channels$/)
  await page.goto('/en?from=mail')
  await steps.getByRole('button', { name: 'Collapse' }).click()
  await expect(steps.getByRole('listitem')).toHaveCount(0)
  await page.reload()
  await expect(steps.getByText('0/3')).toBeVisible()
  await steps.getByRole('button', { name: 'Expand' }).press('Enter')

  // The query that was there stays, and the flag is gone once it has led to the button.
  await steps.getByRole('button', { name: 'Link now' }).first().click()
  await expect(page).toHaveURL(/\/en\/setting\/channels\?from=mail&user_instruction=true$/)
  await expect(page.getByText('Start here')).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await page.getByRole('button', { name: 'Connect Shopee' }).waitFor()
  await expect(page).toHaveURL(/\/en\/setting\/channels\?from=mail$/)
  await page.getByRole('button', { name: 'Connect Shopee' }).click()
  const consent = page.getByRole('listitem').filter({ hasText: singapore })
  await consent.getByRole('button', { name: 'Authorise' }).click()
  await expect(page.getByText(`${singapore} is connected.`)).toBeVisible()

  await page.goto('/en')
  await expect(steps.getByText('1/3')).toBeVisible()
  await expect(steps.getByRole('button', { name: 'Linked' })).toBeDisabled()
  // The work that the shop brings comes first, and has the filled button.
  await expect(filled).toHaveCount(1)
  await steps.getByRole('button', { name: 'Link now' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/shipment\?user_instruction=true$/)
  await expect(page.getByText('Start here')).toBeVisible()

  await page.goto('/en')
  await steps.getByRole('button', { name: 'Add now' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/staff\?user_instruction=true$/)
  await page.getByRole('button', { name: 'Add staff' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/staff\/new$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/en\/setting\/staff$/)
  const people = await page.request.post('/api/v2/users', {
    data: {
      name: 'Goh',
      email: 'packer@paper.test',
      password: 'demo1234',
      language: 'en',
      role: 'operator',
      group_permissions: [],
      permissions: [],
      shop_ids: [],
    },
  })
  expect(people.status()).toBe(201)
  const courier = await page.request.post('/api/v2/deliveries/integrate/gdex', { data: courierKeys.gdex })
  expect(courier.ok(), await courier.text()).toBe(true)

  // All three are there: that is said, to the owner, once.
  await page.goto('/en/orders')
  const done = page.getByRole('dialog', { name: 'Setup complete' })
  await expect(done).toBeVisible()
  await expectFits(page)
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()
  await page.goto('/en')
  await expect(page.getByRole('region', { name: 'Waiting for you' })).toBeVisible()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Revenue' })).toBeVisible()
  await expect(done).toBeHidden()

  // Given back, for whoever links it next.
  const shops = (await (await page.request.get('/api/v2/shops')).json()) as { data: { id: number }[] }
  for (const { id } of shops.data) await page.request.delete(`/api/v2/shops/${id}`)
})

test('a plan that ends is said to the owner once a day, with the way that he has', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  let central = false
  // With a real end: plan.spec.ts. Here the way that the owner has is changed as well.
  await page.route('**/api/v2/users/me?*', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: { plan: object } }
    const plan = {
      ...data.plan,
      expired_at: '2026-12-01T00:00:00Z',
      upgrade_url: 'https://home.example/plans',
      support_email: 'help@home.example',
    }
    await route.fulfill({ json: { data: { ...data, plan, is_nearly_expired: true, is_owner_sso: central } } })
  })
  const popup = page.getByRole('dialog', { name: 'Your plan expires soon' })
  await page.goto('/en')
  await expect(popup).toContainText('help@home.example')
  await expect(popup.getByRole('link', { name: 'Upgrade now' })).toBeHidden()
  await expectWellMade(page)
  await popup.getByRole('button', { name: 'Remind me later' }).click()
  await expect(popup).toBeHidden()
  const cookies = await page.context().cookies()
  const cookie = cookies.find(({ name }) => name.startsWith('hide_near_expiry_'))
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(86_000)
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeLessThan(86_500)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Revenue' })).toBeVisible()
  await expect(popup).toBeHidden()

  central = true
  await page.context().clearCookies({ name: /^hide_near_expiry_/ })
  await page.reload()
  await expect(popup.getByRole('link', { name: 'Upgrade now' })).toHaveAttribute(
    'href',
    'https://home.example/plans',
  )
})
