/** Nothing that a person needs is cut or out of reach, in every language and at every width that the console is made for. */
import type { Page, Request } from '@playwright/test'
import { awaitOrders, isIn } from './opened-order.ts'
import { expect, linkedShop, lowContrastInHand, test } from './page-steps.ts'

// Last of all files, they would keep one worker busy while the others have nothing left.
test.describe.configure({ mode: 'parallel' })

/** Without a request, as long as a page that was loaded is waited for. */
const quietMs = 500

const widths = [390, 1024, 1280, 1366, 1440, 1920]
const settings = [
  'channels',
  'stock',
  'shipment',
  'printing',
  'staff',
  'customers',
  'mails',
  'audit',
  'bill',
  'rates',
  'words',
  'report',
  'buyers',
  'account',
]
const pages = {
  orders: [
    '/',
    '/orders',
    '/orders/new',
    '/orders/scan',
    '/exports',
    '/orders/returns',
    '/orders/settlements',
  ],
  goods: [
    '/products',
    '/products/template',
    '/products/template/create',
    '/skus',
    '/skus/create',
    '/skus/stock-takes',
  ],
  figures: [
    '/customers/all-customers',
    '/customers/group-customer',
    ...['dashboard', 'sales', 'products', 'orders', 'customers'].map((name) => `/analytics/${name}`),
  ],
  settings: [
    ...settings.map((name) => `/setting/${name}`),
    '/setting/stock/new',
    '/setting/staff/new',
    '/setting/stock/areas/new',
    '/setting/shipment/gdex',
    '/faq',
    '/setting/shipment/self_delivery',
  ],
}
/** The language with the tallest letters, and the one with the longest words, which does not fit where there is least room. */
const looks = [
  { language: '', at: widths },
  { language: '/my', at: [390, 1024, 1280] },
]

for (const { language, at } of looks)
  for (const [group, paths] of Object.entries(pages))
    test(`shows the pages of ${group} whole in ${language || '/jp'}`, async ({ page, signInAs }) => {
      await signInAs('owner@demo.test')
      if (group === 'figures') await stockWhatSells(page)
      const faults: string[] = []
      await page.setViewportSize({ width: 390, height: 860 })
      for (const [place, path] of paths.entries()) {
        const to = `${language}${path}`
        await (place === 0 ? load(page, to) : goOn(page, to))
        // Every other page begins where the one before it ended, at the greatest width.
        faults.push(
          ...(await faultsAtWidths(page, path, {
            at: place % 2 === 0 ? at : at.toReversed(),
            inHand: language === '',
          })),
        )
      }
      expect(faults).toEqual([])
    })

test('shows the order list whole in four languages, with orders chosen and one open', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const order = { ref: 'whole-large', status: 'READY_TO_SHIP', lines: [['CUP', 'Tea Cup', 1, 64_816_000.5]] }
  const body = { shop_id: linkedShop.id, order, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
  await awaitOrders(page, [sn], isIn('pending'))
  const faults: string[] = []
  for (const language of ['', '/en', '/vn', '/my']) {
    await open(page, `${language}/orders?status=pending`)
    for (const at of [0, 1, 2]) await page.locator('[data-row] input[type=checkbox]').nth(at).check()
    faults.push(...(await faultsAtWidths(page, `${language} chosen`)))
    await page.keyboard.press('Escape')
    // The names of the items get what no tracking number needs.
    await page.setViewportSize({ width: 1280, height: 800 })
    const headings = page.getByRole('columnheader')
    const widthOf = async (at: number) => (await headings.nth(at).boundingBox())?.width ?? 0
    await expect.poll(async () => (await widthOf(2)) > 2 * (await widthOf(5))).toBe(true)
    await page.locator('[data-row] a').first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForLoadState('networkidle')
    faults.push(...(await faultsAtWidths(page, `${language} drawer`)))
  }
  expect(faults).toEqual([])
})

test('shows a product and a SKU whole in four languages', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const faults: string[] = []
  for (const language of ['', '/en', '/vn', '/my'])
    for (const list of ['/products', '/skus']) {
      await open(page, `${language}${list}`)
      await page.locator('[data-row] a').first().click()
      await expect(page).toHaveURL(/\/detail\/\d+/)
      await expect(page.locator('[role=dialog] h2, main h1').first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      faults.push(...(await faultsAtWidths(page, `${language}${list} opened`)))
    }
  expect(faults).toEqual([])
})

/** Cards about stock have their widest figures: pieces that last for years. */
async function stockWhatSells(page: Page): Promise<void> {
  const read = async <Data>(path: string) =>
    ((await (await page.request.get(`/api/v2${path}`)).json()) as { data: Data }).data
  const [warehouse] = await read<{ id: number }[]>('/warehouses')
  const sold = await read<{ sku: { id: number | null } }[]>('/analytics/products/product-ranking?limit=100')
  const lines = sold.flatMap(({ sku: { id } }) => (id === null ? [] : [{ sku_id: id, quantity: 2_000 }]))
  const data = { warehouse_id: warehouse?.id, lines }
  expect((await page.request.post('/api/v2/stock-receipts', { data })).status()).toBe(201)
  await expect.poll(() => read('/analytics/products/stock-cover')).not.toEqual([])
}

async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 860 })
  await load(page, path)
}

/** As a link of the menu does. To load the console anew for each page took a third of the time. */
async function goOn(page: Page, path: string): Promise<void> {
  const asked = new Set<Request>()
  let last = Date.now()
  const ask = (request: Request) => {
    if (request.resourceType() !== 'eventsource') asked.add(request)
    last = Date.now()
  }
  const end = (request: Request) => {
    asked.delete(request)
    last = Date.now()
  }
  page.on('request', ask).on('requestfinished', end).on('requestfailed', end)
  await page.evaluate((to) => {
    document.title = ''
    history.pushState(null, '', to)
  }, path)
  // A page gives itself a title when it is there, and a drawer has its page beneath it.
  await expect(page).toHaveTitle(/./)
  const isQuiet = () => asked.size === 0 && Date.now() - last > quietMs
  await expect.poll(isQuiet, { message: `${path} reads on`, intervals: [200] }).toBe(true)
  page.off('request', ask).off('requestfinished', end).off('requestfailed', end)
}

async function load(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1, [role=dialog] h2').first()).toBeAttached()
  await page.waitForLoadState('networkidle')
}

async function faultsAtWidths(
  page: Page,
  where: string,
  { at = widths, inHand = false } = {},
): Promise<string[]> {
  const faults: string[] = []
  for (const width of at) {
    await page.setViewportSize({ width, height: 860 })
    await page.evaluate(async () => {
      // Components that listen to the width draw themselves in the next frames.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
    // A table fits itself anew when a late font or figure makes it outgrow its room; what stays is a fault.
    const isWhole = expect.poll(() => faultsOf(page), { timeout: 15_000 }).toEqual([])
    const found = await isWhole.then(
      () => [],
      () => faultsOf(page),
    )
    faults.push(...found.map((fault) => `${where} at ${width} px: ${fault}`))
    if (inHand && width === 390)
      faults.push(...(await lowContrastInHand(page)).map((fault) => `${where}: ${fault}`))
  }
  return faults
}

/**
 * Finds controls that lie outside the window or are cut by what contains them or reach beyond their card, buttons whose words do not fit, and deadlines,
 * amounts, codes and tracking numbers (`data-whole`) that are cut, as well as columns and their headings. A list that is meant to be
 * pushed sideways says so with `data-sideways`.
 */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (one: HTMLElement) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      one.getBoundingClientRect().width > 1 &&
      !one.closest('[inert], [aria-hidden=true], .visually-hidden, [data-sideways]')
    const all = (what: string) => [...document.querySelectorAll<HTMLElement>(what)].filter(isShown)
    const edgesOf = (one: HTMLElement) => {
      let left = 0
      let right = window.innerWidth
      for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, clipPath, position } = getComputedStyle(box)
        if (clipPath !== 'none' && position === 'absolute') return null
        if (overflowX === 'visible') continue
        const { left: start, right: end } = box.getBoundingClientRect()
        left = Math.max(left, start)
        right = Math.min(right, end)
      }
      return { left, right }
    }
    const isOut = (one: HTMLElement) => {
      const edges = edgesOf(one)
      const { left, right } = one.getBoundingClientRect()
      return edges !== null && (left < edges.left - 1.5 || right > edges.right + 1.5)
    }
    const isCut = (one: HTMLElement) =>
      getComputedStyle(one).display !== 'inline' && one.scrollWidth > one.clientWidth + 1
    const rightOf = (one: HTMLElement | null) => one?.getBoundingClientRect().right ?? Infinity
    const name = (one: HTMLElement) =>
      `${one.localName}.${one.className.toString().slice(0, 30)} "${(one.getAttribute('aria-label') ?? one.textContent).slice(0, 40)}"`
    return [
      ...all('button, a[href], input:not([type=hidden]), select, textarea')
        .filter(isOut)
        .map((one) => `out of reach: ${name(one)}`),
      ...all('button')
        .filter((one) => isCut(one) && getComputedStyle(one).textOverflow !== 'ellipsis')
        .map((one) => `does not fit: ${name(one)}`),
      ...all('li > button')
        .filter((one) => one.getBoundingClientRect().right > rightOf(one.parentElement) + 1.5)
        .map((one) => `beyond its card: ${name(one)}`),
      ...all('[data-whole]')
        .filter((one) => isOut(one) || isCut(one))
        .map((one) => `cut: ${name(one)}`),
      ...all('th, td')
        .filter(
          (one) =>
            isOut(one) ||
            (one.closest('thead') !== null && getComputedStyle(one).overflowX === 'hidden' && isCut(one)),
        )
        .map((one) => `column cut: ${name(one)}`),
    ]
  })
}
