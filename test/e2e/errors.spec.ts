import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

test('an unknown address is not found, and leads home', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/nowhere/at/all')
  await expect(page.getByRole('heading', { name: 'This page could not be found' })).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(/\/en$/)
})

test('settings are closed to staff without the right, with a way on', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/setting')
  await expect(page.getByRole('heading', { name: 'You are not allowed to access this page' })).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('link', { name: 'My account' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/account$/)
})

test('a server in trouble is said on a page of its own', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.route('**/api/v2/users/me*', (route) =>
    route.fulfill({ status: 500, headers: { 'x-request-id': 'request-9' }, json: { code: 'internal' } }),
  )
  await page.goto('/en')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await expect(page.getByText('500')).toBeVisible()
  await expect(page.getByText('Request ID: request-9')).toBeVisible()
})

test('a part that does not load reloads the page once, then says so', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++
  })
  await page.route('**/assets/orders-*.js', (route) => route.abort())
  await page.goto('/en/orders')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  expect(loads).toBe(2)
})

test('a part of a page that does not load leaves the rest and what is typed, and comes when it is asked for again', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const [card, dialog] = ['**/assets/spending-card-*.js', '**/assets/merge-with-*.js']
  for (const part of [card, dialog]) await page.route(part, (route) => route.abort())
  await page.goto('/en/customers/all-customers')
  await page.locator('tr[data-row]').first().getByRole('link').click()
  const missed = page.getByText('This part could not load.')
  await expect(missed).toBeVisible()
  await page.unroute(card)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(missed).toBeHidden()

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Calls back on Monday')
  await page.getByRole('button', { name: 'Merge with…' }).click()
  await expect(missed).toBeVisible()
  await expect(note).toHaveValue('Calls back on Monday')
  await page.unroute(dialog)
  await page.getByRole('button', { name: 'Merge with…' }).click()
  await expect(page.getByRole('dialog', { name: /^Merge / })).toBeVisible()
  await expect(note).toHaveValue('Calls back on Monday')
})

test('without a network a page that is not loaded yet leaves the console standing, and opens afterwards', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('Checking every 15 s')).toBeVisible()
  const menu = page.getByRole('navigation').getByRole('link', { name: 'FAQ' })
  await menu.click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await context.setOffline(false)
  await page.goBack()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await menu.click()
  await expect(page.getByRole('heading', { name: 'FAQ' })).toBeVisible()
})

test('without a network a drawer that is not loaded yet is missed where it would stand', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/customers/all-customers')
  const row = page.locator('tr[data-row]').first().getByRole('link')
  await expect(row).toBeVisible()
  await context.setOffline(true)
  await row.click()
  const said = page.getByRole('heading', { name: 'Something went wrong' })
  await expect(said).toBeInViewport({ ratio: 1 })
  // The browser's own page in its place would have no way back: the retry waits for the network.
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(said).toBeInViewport()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Merge with…' })).toBeVisible()
})

test('a session that ends in a form leaves what was typed, to be saved after the sign-in', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/channels')
  await page.getByRole('link', { name: linkedShop.name }).click()
  const cap = page.getByLabel('Sell at most')
  await cap.fill('777')
  await context.clearCookies({ name: 'auth' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'Sign in in a new tab' })).toBeVisible()
  await expect(cap).toHaveValue('777')
  await signInAs('owner@demo.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
  await cap.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden()
})

test('a session that ends while a form is saved leaves what was typed; the notice goes with the sign-in', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account/region')
  const format = page.getByLabel('Number format', { exact: true })
  await format.selectOption('language')
  await context.clearCookies({ name: 'auth' })
  await page.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('link', { name: 'Sign in in a new tab' })
  await expect(again).toBeVisible()
  await expect(format).toHaveValue('language')
  const [other] = await Promise.all([context.waitForEvent('page'), again.click()])
  await other.getByLabel('Email').fill('owner@demo.test')
  await other.getByLabel('Password', { exact: true }).fill('demo1234')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).not.toHaveURL(/auth/)
  await expect(again).toBeHidden()
  await expect(format).toHaveValue('language')
  await other.close()
})

test('a session that ends elsewhere leads to the sign-in and back to the page', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=delivered')
  await expect(page.locator('tbody tr[data-row]')).toHaveCount(20)
  const ended = '**/api/v2/orders/filter?*status=canceled*'
  await page.route(ended, (route) =>
    route.fulfill({ status: 401, json: { message: 'Token is invalid', code: 'unauthenticated' } }),
  )
  await page.getByRole('button', { name: /^Canceled/ }).click()
  await expect(page).toHaveURL(/\/en\/auth\/login$/)
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible()
  await page.unroute(ended)
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo1234')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/en\/orders\?status=canceled$/)
})

test('a picture that its shop has taken away leaves a pattern, not a broken picture', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const asked: string[] = []
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.resourceType() !== 'image') return route.fallback()
    asked.push(request.url())
    return route.fulfill({ status: 404 })
  })
  await page.goto('/en/orders')
  const rows = page.locator('tbody tr[data-row]')
  await expect(rows).toHaveCount(20)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await expect(rows.first().locator('img')).toHaveCount(0)
})
