/** Every text longer and with accents: what would not fit in some language does not fit here. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { pseudoLocale } from '../../web/pseudo-locale.ts'
import { expect, test } from './page-steps.ts'

const english = JSON.parse(
  readFileSync(new URL('../../web/locales/en.json', import.meta.url), 'utf8'),
) as object

const pages = [
  '',
  '/orders',
  '/orders/returns',
  '/setting/channels',
  '/setting/stock',
  '/setting/shipment',
  '/setting/printing',
  '/setting/staff',
  '/setting/account',
  '/faq',
]

test('no page breaks with words a third longer', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  // The texts of each area; all of them in each place do as well.
  await page.route(/\/assets\/en-[^/]*\.js$/, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export default ${JSON.stringify(pseudoLocale(english))}`,
    }),
  )
  const faults: string[] = []
  for (const path of pages) {
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.goto(`/en${path}`)
    await expect(page.locator('#main h1')).toContainText('[')
    await page.waitForLoadState('networkidle')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width)
      const found = await sticking(page)
      faults.push(...found.map((fault) => `${path || '/'} at ${width} px: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

test('the head of a list stays on one line beside a drawer, its buttons folded where they have no room', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const reply = await page.request.get('/api/v2/orders/filter?limit=1')
  const { data } = (await reply.json()) as { data: { id: number }[] }
  await page.setViewportSize({ width: 1440, height: 860 })
  await page.goto(`/my/orders/${data[0]?.id}`)
  const title = page.getByRole('main').getByRole('heading', { level: 1 })
  const head = title.locator('..')
  await expect(page.getByRole('main')).toHaveAttribute('data-drawer', 'beside')
  await expect.poll(async () => (await head.boundingBox())?.height).toBeLessThan(50)
  await head.getByRole('button', { name: 'Tindakan lain' }).click()
  await expect(page.getByRole('dialog', { name: 'Tindakan lain' }).getByRole('button').first()).toBeVisible()
  await page.keyboard.press('Escape')
  // With room they stand side by side again.
  await page.setViewportSize({ width: 1920, height: 860 })
  await expect(head.getByRole('button', { name: 'Tindakan lain' })).toHaveCount(0)
  await expect(head.getByRole('button')).not.toHaveCount(0)
})

/** Finds elements that make the page wider than the screen, and text wider than its control that is not shortened with dots. */
function sticking(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const say = (one: Element, what: string) =>
      `${what}: ${one.localName}.${one.className.toString().slice(0, 40)} "${one.textContent.slice(0, 50)}"`
    const shown = [...document.querySelectorAll<HTMLElement>('#root *')].filter(
      (one) => one.checkVisibility() && one.clientWidth > 1 && getComputedStyle(one).clipPath === 'none',
    )
    const isScrolled = (one: Element | null): boolean =>
      one !== null &&
      one.id !== 'root' &&
      (getComputedStyle(one).overflowX !== 'visible' || isScrolled(one.parentElement))
    const wide = document.documentElement.scrollWidth > window.innerWidth
    const outside = shown.filter(
      (one) => wide && one.getBoundingClientRect().right > window.innerWidth + 1 && !isScrolled(one),
    )
    const controls = 'button, h1, h2, h3, label, summary, th, td, dt, dd, p'
    const cut = shown.filter((one) => {
      const { overflowX, textOverflow } = getComputedStyle(one)
      return (
        one.matches(controls) &&
        one.innerText.trim() !== '' &&
        textOverflow !== 'ellipsis' &&
        overflowX !== 'auto' &&
        one.scrollWidth > one.clientWidth + 1
      )
    })
    return [
      ...outside.slice(-3).map((one) => say(one, 'outside')),
      ...cut.map((one) => say(one, `${one.scrollWidth} in ${one.clientWidth}`)),
    ]
  })
}
