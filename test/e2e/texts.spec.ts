/** Each page loads its own texts, and shows none before they are there. */
import type { Page } from '@playwright/test'
import { expect, test } from './page-steps.ts'

test('sign-in waits for its own texts alone; those of the pages behind it come when it is idle', async ({
  page,
}) => {
  const loaded = watchTexts(page)
  await page.goto('/en/auth/login')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect([...loaded].slice(0, 2)).toEqual(['en-start', 'en-auth'])
  const behind = ['en-shell', 'en-home', 'en-orders']
  expect([...loaded].slice(2).filter((name) => !behind.includes(name))).toEqual([])
})

test('a page loads the texts of its area and no others', async ({ page, signInAs }) => {
  const loaded = watchTexts(page)
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  expect([...loaded].toSorted()).toEqual(['en-orders', 'en-shell', 'en-start'])

  loaded.clear()
  await page.locator('nav a[href="/en/products"]').first().hover()
  await expect.poll(() => [...loaded]).toEqual(['en-listings'])

  loaded.clear()
  await page.goto('/vn/orders')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  expect([...loaded].toSorted()).toEqual(['vn-orders', 'vn-shell', 'vn-start'])
})

test('a page waits for its texts and shows no keys meanwhile', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/faq')
  await expect(page.locator('details').first()).toBeVisible()
  let deliver = () => {}
  const late = new Promise<void>((resolve) => {
    deliver = resolve
  })
  await page.route(/\/assets\/en-orders-/, async (route) => {
    await late
    await route.continue()
  })
  const file = page.waitForResponse(/\/assets\/orders-list-/)
  await page.locator('nav a[href="/en/orders"]').first().click()
  await (await file).finished()
  await expect(page.getByText(/\b(?:orders|status|range)\.\w+/)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeHidden()
  deliver()
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
  await expect(page.getByText(/\b(?:orders|status|range)\.\w+/)).toHaveCount(0)
})

/** Names of the text files that the page has asked for: language and area. */
function watchTexts(page: Page): Set<string> {
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const [, name] = /\/assets\/((?:en|jp|vn|my)-[a-zA-Z]+)-[^/]*\.js$/.exec(request.url()) ?? []
    if (name) loaded.add(name)
  })
  return loaded
}
