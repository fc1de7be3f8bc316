/** Prints the load times of the main pages, which depend on the machine; asserts only that nothing jumps. */
import type { Page } from '@playwright/test'
import { expect, test } from './page-steps.ts'

/** Layout shift that a reader begins to notice. */
const mostShift = 0.1

type Arrival = { paint: number; blocked: number; shift: number; jumped: string[] }

const pages: [string, string][] = [
  ['/en', 'a[href="/en/orders"]'],
  ['/en/orders', 'tr[data-row]'],
  ['/en/setting/channels', 'main li a'],
  ['/en/setting/account', 'main input:not([hidden])'],
  ['/en/faq', 'details'],
]

for (const [path, sight] of pages) {
  test(`${path} arrives without a jump`, async ({ page, signInAs }) => {
    await signInAs('owner@demo.test')
    await page.addInitScript(watchArrival)
    await page.goto(path)
    await expect(page.locator(sight).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    const { paint, blocked, shift, jumped } = await readArrival(page)
    process.stdout.write(
      `    ${path}: first paint ${paint.toFixed(0)} ms, blocked ${blocked.toFixed(0)} ms, shift ${shift.toFixed(3)}\n`,
    )
    expect(shift, jumped.join('\n')).toBeLessThan(mostShift)
  })
}

test('panels and dialogs come behind the page, and open without a network', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const opener = page.getByRole('button', { name: 'Columns' })
  await opener.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the menu leads to pages that were visited before', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const ways: [string, string][] = [
    ['/en/orders', 'tr[data-row]'],
    ['/en/faq', 'details'],
    ['/en/setting', 'main li a'],
    ['/en', 'main h1'],
  ]
  await page.goto('/en')
  const again = new Map<string, number[]>(ways.map(([path]) => [path, []]))
  for (const isFirst of [true, false, false, false]) {
    for (const [path, sight] of ways) {
      const entry = page.locator(`nav a[href="${path}"]`).first()
      await entry.hover()
      const ms = await entry.evaluate(timeToSight, sight)
      await page.waitForLoadState('networkidle')
      if (!isFirst) again.get(path)?.push(ms)
      await expect(page).toHaveURL((url) => url.pathname.startsWith(path))
    }
  }
  for (const [path, times] of again)
    process.stdout.write(`    menu to ${path}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms\n`)
})

/** From the click until the page shows what it is about, which nothing of the page before did. Runs in the page. */
function timeToSight(entry: Element, sight: string): Promise<number> {
  const before = new Set(document.querySelectorAll(sight))
  const start = performance.now()
  ;(entry as HTMLElement).click()
  return new Promise((seen) => {
    const look = () => {
      if ([...document.querySelectorAll(sight)].some((one) => !before.has(one)))
        seen(performance.now() - start)
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Runs in the page before its scripts. */
function watchArrival(): void {
  const arrival: Arrival = { paint: 0, blocked: 0, shift: 0, jumped: [] }
  Object.assign(globalThis, { arrival })
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') arrival.paint = entry.startTime
  })
  // Only the part of a long task beyond 50 ms keeps a click waiting.
  watch('longtask', (entry) => {
    arrival.blocked += Math.max(0, entry.duration - 50)
  })
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node?: Node | null }[]
    }
    if (hadRecentInput) return
    arrival.shift += value
    for (const { node } of sources)
      if (node instanceof Element) arrival.jumped.push(`${value.toFixed(3)} ${node.outerHTML.slice(0, 120)}`)
  })
}

function readArrival(page: Page): Promise<Arrival> {
  return page.evaluate(() => (globalThis as unknown as { arrival: Arrival }).arrival)
}
