/** Pictures and tables that analytics give to take along. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readCsv } from '../steps/export-steps.ts'
import { days, fileOf } from './analytics-steps.ts'
import { linkVietnam } from './link-also.ts'
import { expect, test } from './page-steps.ts'

/** Height of the picture's head, and the part of the pixels below it that are not those of the page. */
async function compareWith(
  page: Page,
  png: Buffer,
  shown: Buffer,
): Promise<{ head: number; unlike: number }> {
  return page.evaluate(
    async ([picture, screen]) => {
      const imageOf = async (data: string) => {
        const image = new Image()
        image.src = `data:image/png;base64,${data}`
        await image.decode()
        return image
      }
      const pixelsOf = (image: HTMLImageElement, scale: number, x: number, y: number, size?: ImageData) => {
        const canvas = document.createElement('canvas')
        canvas.width = size?.width ?? image.width
        canvas.height = size?.height ?? image.height
        const context = canvas.getContext('2d')
        if (!context) throw new Error('The browser has no canvas')
        context.drawImage(image, -x, -y, image.width / scale, image.height / scale)
        return context.getImageData(0, 0, canvas.width, canvas.height)
      }
      const seen = pixelsOf(await imageOf(screen), 1, 0, 0)
      const image = await imageOf(picture)
      // Lines of twenty pixels below one margin and above another.
      const head = 32 + 20 * Math.round((image.height / 2 - seen.height - 48) / 20)
      const saved = pixelsOf(image, 2, 16, head, seen)
      let unlike = 0
      for (let at = 0; at < seen.data.length; at += 4)
        if (Math.abs((seen.data[at] ?? 0) - (saved.data[at] ?? 0)) > 60) unlike++
      return { head, unlike: (unlike * 4) / seen.data.length }
    },
    [png.toString('base64'), shown.toString('base64')] as const,
  )
}

test('a picture says what it shows, in the letters of the page, and a file which amounts it leaves out', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const query = await days(page)
  const [, from = '', to = ''] = /from=(.*)&to=(.*)/.exec(query) ?? []
  await page.goto(`/en/analytics/sales${query}`)
  const card = page.getByRole('region', { name: 'When people buy' })
  const map = card.getByRole('table').locator('..')
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await expect(map).toBeVisible()
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'PNG' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`hours-${from}-${to}.png`)
  const png = await readFile(await file.path())
  const { head, unlike } = await compareWith(page, png, await map.screenshot())
  // Title and days.
  expect(head).toBeGreaterThanOrEqual(72)
  // Another font makes it four per cent.
  expect(unlike).toBeLessThan(0.02)
  await page.goto('/en/analytics/sales')
  const chart = page.getByRole('region', { name: 'Sales analytics' })
  await expect(chart.locator('.recharts-bar-rectangle').first()).toBeVisible()
  // Both periods are named in the picture of a chart with one figure.
  const drawn = await fileOf(page, chart, 'PNG')
  const named = await compareWith(page, drawn, await chart.locator('[class*=plot]').first().screenshot())
  expect(named.head).toBe(92)
  // It asks for no file that the page may not have, and not for all letters of the font.
  expect(refused).toEqual([])

  await page.goto(`/en/analytics/sales${query}`)
  await linkVietnam(page, sandbox)
  const shops = page.getByRole('region', { name: 'Shops' })
  await expect(shops.getByRole('row', { name: /Aoi Gifts VN/ })).toBeVisible({ timeout: 60_000 })
  const table = page.waitForEvent('download')
  await shops.getByRole('button', { name: 'CSV' }).click()
  const csv = await table
  expect(csv.suggestedFilename()).toBe(`shops-${from}-${to}.csv`)
  expect(readCsv(await readFile(await csv.path())).at(-1)).toEqual([
    expect.stringMatching(/^plus [\d.]+\s₫ \(no exchange rate\)$/),
  ])
  const [heads = []] = readCsv(await fileOf(page, chart, 'CSV'))
  expect(heads).toEqual(['Time', 'Revenue, RM', 'Orders'])

  // A shop whose money has no rate has no amount in the reporting currency: zero would be a figure.
  const all = (await (await page.request.get('/api/v2/shops')).json()) as {
    data: { id: number; system_name: string }[]
  }
  const vietnam = all.data.find((shop) => shop.system_name === 'Aoi Gifts VN')
  await page.goto(`/en/analytics/sales${query}&shop_id=${vietnam?.id}`)
  await expect(page.getByText('No amounts in MYR: these sales have no exchange rate')).toBeVisible()
  await expect(page.getByRole('row', { name: /All shops/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Top products' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('main').getByText('0,00')).toHaveCount(0)
})

test('has no files of tables without rows', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/analytics/customers?from=2020-02-01&to=2020-02-14&compare=0')
  const customers = page.getByRole('region', { name: 'Customers by revenue' })
  await expect(customers.getByText('No customer bought in this range')).toBeVisible()
  await expect(customers.getByRole('button', { name: /PNG|CSV/ })).toHaveCount(0)
})

test('a table of a page is had as a file', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/analytics/sales')
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const form = page.getByRole('dialog', { name: 'Export', exact: true })
  await form.getByRole('radio', { name: 'Product ranking' }).check()
  await form.getByRole('radio', { name: 'CSV' }).check()
  await form.getByRole('button', { name: 'Export' }).click()
  const notice = page.getByRole('region', { name: 'Export progress' })
  await expect(notice.getByRole('link', { name: /^Download .*\.csv$/ })).toBeVisible()
})
