import type { Locator, Page } from '@playwright/test'
import { expect, expectFits, linkedShop, linkedShopId, test } from './page-steps.ts'

const analyticsPages = ['dashboard', 'sales', 'products', 'orders', 'customers']

/** Figures in a part of a page: in the columns of its tables, and outside of them. */
type Shown = { part: string; columns: string[]; figures: string[]; marks: string[]; said: boolean }

/** Figures that the page shows, read from the page: no list has to be kept up by hand. */
function figuresOf(page: Page): Promise<Shown[]> {
  return page.getByRole('main').evaluate((main) => {
    const textOf = (element: Element) => {
      const said = element.cloneNode(true) as Element
      // The days of an axis, the arrow of a sorted column.
      for (const drawn of said.querySelectorAll('[aria-hidden=true]')) drawn.remove()
      return said.textContent.replaceAll(/\s+/g, ' ').trim()
    }
    const hasFigure = (text: string) => /(^|\s)[\d.,]*\d/.test(text)
    const marksOf = (element: Element) =>
      [...element.querySelectorAll('button[aria-haspopup=dialog]')].flatMap((button) => {
        const label = button.getAttribute('aria-label') ?? ''
        return label.startsWith('Definition of ') ? [label.slice('Definition of '.length)] : []
      })
    return [...main.querySelectorAll('section[aria-labelledby]')].map((part) => {
      const tables = [...part.querySelectorAll('table')].filter((table) => !table.closest('.visually-hidden'))
      const columns = tables.flatMap((table) => {
        const heads = [...table.querySelectorAll('thead tr > *')]
        const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children])
        return heads.flatMap((head, at) => {
          const cells = rows.flatMap((cells) => cells[at] ?? [])
          // The first column and others with names of things count nothing.
          const isName = at === 0 || cells.some((cell) => cell.querySelector('[class*=product]') !== null)
          return !isName && cells.some((cell) => hasFigure(textOf(cell))) ? [textOf(head)] : []
        })
      })
      // Figures with a name of their own above them.
      const figures = [...part.querySelectorAll('li')].flatMap((item) => {
        const name = item.querySelector('button, span')
        const isKpi = item.parentElement?.className.includes('kpis') === true
        return isKpi && name ? [textOf(name)] : []
      })
      const heading = document.getElementById(part.getAttribute('aria-labelledby') ?? '')
      return {
        part: heading ? textOf(heading) : '',
        columns,
        figures,
        marks: marksOf(part),
        said: part.querySelector('p[class*=definition]') !== null,
      }
    })
  })
}

const mark = (within: Page | Locator, figure: string) =>
  within.getByRole('button', { name: `Definition of ${figure}`, exact: true })

/** Opens a mark, reads it, and closes it. */
async function readMark(page: Page, figure: string): Promise<string> {
  const button = mark(page.getByRole('main'), figure).first()
  await button.click()
  const told = page.getByRole('dialog', { name: `Definition of ${figure}`, exact: true })
  await expect(told).toContainText(/\w+ \w+/)
  const text = await told.innerText()
  await page.keyboard.press('Escape')
  await expect(told).toBeHidden()
  return text
}

async function lastDays(page: Page): Promise<string> {
  const reply = await page.request.get('/api/v2/analytics/revenue-metrics')
  const { to } = ((await reply.json()) as { data: { to: string } }).data
  return `?from=${new Date(Date.parse(to) - 29 * 86_400_000).toISOString().slice(0, 10)}&to=${to}`
}

test('every figure of analytics has its definition beside it', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const days = await lastDays(page)
  for (const name of analyticsPages) {
    await page.goto(`/en/analytics/${name}${days}`)
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy]')).toHaveCount(0)
    const parts = await figuresOf(page)
    expect(parts.flatMap(({ figures, columns }) => [...figures, ...columns]).length).toBeGreaterThan(3)
    for (const { part, figures, columns, marks } of parts) {
      expect([name, part, figures.filter((figure) => !marks.includes(figure))]).toEqual([name, part, []])
      if (columns.length === 0) continue
      const told = await readMark(page, part)
      // The cancellations draw their two columns as bars.
      const missing = columns.filter((column) => column !== 'Canceled by' && !told.includes(column))
      expect([name, part, missing]).toEqual([name, part, []])
    }
  }
})

test('every figure of home has its definition beside it', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await expect(page.getByRole('region', { name: 'Waiting for you' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByText(linkedShop.name).first()).toBeVisible()
  const parts = await figuresOf(page)
  // Steps of setting up and shops count nothing that is sold.
  const undefinedParts = parts.filter(
    ({ part, marks, said }) => marks.length === 0 && !said && !/^(First steps|Shops|Set up)/.test(part),
  )
  expect(undefinedParts.map(({ part }) => part)).toEqual([])
  expect(parts.length).toBeGreaterThan(3)
  const told = await readMark(page, 'Waiting for you')
  const work = page.getByRole('region', { name: 'Waiting for you' })
  for (const kind of await work.locator('ul').first().locator('strong').allInnerTexts())
    expect(told).toContain(kind)
})

test('a definition and its formula open by pointer and keyboard, and close with Escape', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const days = await lastDays(page)
  const shop = await linkedShopId(page)
  // The sales of one shop have one currency: all of its customers are counted.
  await page.goto(`/en/analytics/customers${days}&shop_id=${shop}`)
  const button = mark(page, 'Average spend')
  const told = page.getByRole('dialog', { name: 'Definition of Average spend' })
  await button.click()
  await expect(told).toContainText('divided by')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(told).toBeHidden()
  await expect(button).toBeFocused()

  // The keyboard begins with the first part of the formula, which opens what it counts.
  const revenue = told.getByRole('link', { name: /orders of Revenue$/ })
  for (const key of ['Enter', 'Space']) {
    await page.keyboard.press(key)
    await expect(revenue).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(revenue).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/en\/orders\?.*customer_type=known/)
  await expect(page.getByRole('button', { name: 'Remove filter: Customers' })).toBeVisible()
  await page.goBack()
  await button.click()
  const customers = told.getByRole('link', { name: /customers of Customers$/ })
  const counted = (await customers.innerText()).split(':')[0]?.trim() ?? ''
  await customers.click()
  await expect(page).toHaveURL(/\/en\/customers\/all-customers\?/)
  await expect(page.getByText(new RegExp(` of ${counted}$`))).toBeVisible()
})

test('definitions are readable in a hand', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [address, figure] of [
    ['/en/analytics/products', 'Units per order'],
    ['/en/analytics/products', 'Product ranking'],
    ['/en/analytics/orders', 'Couriers'],
    ['/en', 'Waiting for you'],
  ] as const) {
    await page.goto(address)
    const button = mark(page.getByRole('main'), figure)
    await button.scrollIntoViewIfNeeded()
    await button.click()
    const told = page.getByRole('dialog', { name: `Definition of ${figure}` })
    await expect(told).toContainText(/\w+ \w+/)
    // It finds its place a moment after it opened.
    await expect(async () => {
      const box = await told.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
      expect(box?.height).toBeLessThanOrEqual(844)
    }).toPass()
    const size = await told.evaluate((panel) => Number.parseFloat(getComputedStyle(panel).fontSize))
    expect(size).toBeGreaterThanOrEqual(12)
    await page.keyboard.press('Escape')
    await expect(told).toBeHidden()
  }
  await expectFits(page)
})

test('the figures of a customer stand on one line, with a definition or without', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/customers/all-customers?sort=-total_order')
  await page.getByRole('row').nth(1).click()
  const drawer = page.getByRole('dialog')
  await expect(mark(drawer, 'Orders')).toBeVisible()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const lines = await drawer
      .locator('dl')
      .first()
      .evaluate((list) => {
        const places = [...list.children].map((figure) => {
          const name = document.createRange()
          name.selectNode(figure.querySelector('dt')?.firstChild ?? figure)
          const value = figure.querySelector('dd')?.getBoundingClientRect().top ?? 0
          return {
            top: Math.round(figure.getBoundingClientRect().top),
            both: `${Math.round(name.getBoundingClientRect().bottom)} ${Math.round(value)}`,
          }
        })
        return [...Map.groupBy(places, ({ top }) => top).values()].map((row) => row.map(({ both }) => both))
      })
    for (const row of lines) expect(new Set(row).size).toBe(1)
    expect(lines[0]?.length).toBeGreaterThan(1)
  }
  await page.setViewportSize({ width: 1280, height: 844 })
  await mark(drawer, 'Orders').click()
  await expect(page.getByRole('dialog', { name: 'Definition of Orders' })).toContainText('All orders of this')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Definition of Orders' })).toBeHidden()
  // The drawer stays.
  await expect(mark(drawer, 'Orders')).toBeFocused()
})
