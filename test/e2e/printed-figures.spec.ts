import { expect, test } from './page-steps.ts'

test('figures on paper stand alone, light and within the sheet', async ({ page, signInAs }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await signInAs('owner@demo.test')
  await page.goto('/en/analytics/sales?range=last_30_days')
  const bars = page.locator('.recharts-bar-rectangle').first()
  await expect(page.getByText('When people buy')).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeVisible()
  // A4 at 96 dots an inch.
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Sales', level: 1 })).toBeVisible()
  await expect(bars).toBeVisible()
  // Paper is read later: it says which days it is about, and has nothing to press.
  await expect(page.getByRole('button', { name: /^Date range/ }).getByText(/\d – \d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
  const paper = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth > window.innerWidth,
    scheme: getComputedStyle(document.documentElement).colorScheme,
  }))
  expect(paper).toEqual({ wide: false, scheme: 'light' })
})
