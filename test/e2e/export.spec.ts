import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readCsv, readSheet } from '../steps/export-steps.ts'
import { expect, expectFits, expectWellMade, test } from './page-steps.ts'

const notice = (page: Page) => page.getByRole('region', { name: 'Export progress' })

async function askFor(page: Page, format: 'CSV' | 'Excel (XLSX)'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const form = page.getByRole('dialog', { name: 'Export', exact: true })
  await form.getByRole('radio', { name: format }).check()
  await form.getByRole('button', { name: 'Export' }).click()
  await expect(form).toBeHidden()
}

async function download(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('the orders of the list are had as CSV and as a sheet, also from another page', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=canceled')
  const total = Number(
    await page
      .getByText(/^\d+–\d+ of \d+/)
      .innerText()
      .then((text) => /of (\d+)/.exec(text)?.[1]),
  )
  expect(total).toBeGreaterThan(0)
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText(`${total} orders, one row per item`)).toBeVisible()
  await expectWellMade(page)
  await page.keyboard.press('Escape')

  await askFor(page, 'CSV')
  // On whichever page the reader is by then.
  await page.goto('/en/setting/account')
  const link = notice(page).getByRole('link', { name: /^Download orders-.*\.csv$/ })
  await expect(link).toBeVisible()
  await expectWellMade(page)
  // A file that cannot be had says so where the reader is, and can be asked for again there.
  const files = '**/api/v2/exports/**/download*'
  await page.route(files, (route) => route.abort())
  await link.click()
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to download. Try again' })
  await expect(failure).toBeVisible()
  await page.unroute(files)
  const csv = await download(page, () => failure.getByRole('button', { name: 'Retry' }).click())
  await expect(failure).toBeHidden()
  expect(csv.name).toMatch(/^orders-\d{4}-\d\d-\d\d-\d{4}\.csv$/)
  const [heads = [], ...rows] = readCsv(csv.bytes)
  expect(new Set(rows.map((row) => row[heads.indexOf('Status')]))).toEqual(new Set(['Canceled']))
  expect(new Set(rows.map((row) => row[heads.indexOf('Order code')])).size).toBe(total)

  await notice(page).getByRole('button', { name: 'Close' }).click()
  await expect(notice(page)).toBeHidden()
  await page.goto('/en/orders?status=canceled')
  await askFor(page, 'Excel (XLSX)')
  await expect(notice(page).getByRole('link')).toHaveCount(1)

  // The bell has it too, and opens the file itself.
  await page.getByRole('button', { name: /^Notifications, / }).click()
  const news = page.getByRole('link', { name: /orders-.*\.xlsx is ready to download/ })
  await page.route(files, (route) => route.fulfill({ status: 503 }))
  await news.click()
  await expect(failure).toBeVisible()
  await page.unroute(files)
  const sheet = await download(page, () => failure.getByRole('button', { name: 'Retry' }).click())
  const lines = await readSheet(sheet.bytes)
  expect(lines[0]).toEqual(heads)
  expect(lines.slice(1).map((line) => line[0])).toEqual(rows.map((row) => row[0]))
})

test('own files are listed, and deleted', async ({ page, signInAs }) => {
  await signInAs('manager@demo.test')
  // Notices of earlier releases lead here.
  await page.goto('/en/orders/exports')
  await expect(page).toHaveURL(/\/en\/exports$/)
  const list = page.getByRole('main')
  await expect(list.getByText('No exports yet')).toBeVisible()
  await page.goto('/en/orders')
  await askFor(page, 'CSV')
  await expect(notice(page).getByRole('link')).toHaveCount(1)
  // A file that failed is asked for again where it says so.
  const own = '**/api/v2/exports?*'
  const listed = await page.request.get('/api/v2/exports?pagination=0')
  const { data } = (await listed.json()) as { data: object[] }
  const failed = { data: data.map((one) => ({ ...one, status: 'failed', parts: [] })) }
  await page.route(own, (route) => route.fulfill({ json: failed }))
  await page.reload()
  const again = page.waitForRequest(/\/exports\/\d+\/retry$/)
  await notice(page)
    .getByRole('button', { name: /^Retry orders-/ })
    .click()
  await again
  await page.unroute(own)
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('link', { name: 'My exports' }).click()
  await expect(list.getByRole('link', { name: /^Download orders-/ })).toBeVisible()
  await expectWellMade(page)
  await list.getByRole('button', { name: /^Delete orders-/ }).click()
  await expect(list.getByText('No exports yet')).toBeVisible()
  await expect(notice(page)).toBeHidden()
})

test('who may not is told so', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/orders')
  const button = page.getByRole('main').getByRole('button', { name: 'Export' })
  await expect(button).toBeDisabled()
  await expect(button).toHaveAccessibleDescription(
    'You are not allowed to export orders. Ask the account owner for access.',
  )
})

for (const [path, title] of [
  ['/exports', 'エクスポート一覧'],
  ['/vn/exports', 'Tệp đã xuất'],
  ['/my/exports', 'Eksport saya'],
] as const) {
  test(`speaks its language at ${path}`, async ({ page, signInAs }) => {
    await signInAs('owner@demo.test')
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectFits(page)
  })
}
