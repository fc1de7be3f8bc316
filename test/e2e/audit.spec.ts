import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, expectWellMade, test } from './console.ts'

test('the owner finds who changed what, sees it side by side, and has it as a file', async ({
  page,
  signInAs,
}) => {
  await signInAs('manager@demo.test')
  const added = await page.request.post('/api/v2/warehouses', { data: { name: 'North store', priority: 2 } })
  const { data } = (await added.json()) as { data: { id: number } }
  await page.request.put(`/api/v2/warehouses/${data.id}`, {
    data: { name: 'North hall', address: { street: '1 Jalan Ipoh', country: 'MY' } },
  })
  await page.goto('/en/setting/audit')
  await expect(page.getByText('You are not allowed to access this page')).toBeVisible()

  await signInAs('owner@demo.test')
  await page.goto('/en/setting/audit')
  await expect(page.getByText(/The log is whole: [\d,]+ entries/)).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('Signed in')
  await expectWellMade(page)

  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByLabel('Who').selectOption({ label: 'Nurul Huda' })
  await filters.getByLabel('Of what').selectOption({ label: 'Warehouse' })
  await filters.getByLabel('Name or number').fill('north')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(filters.getByLabel('Name or number')).toHaveValue('north')

  const link = rows.first().getByRole('link', { name: 'Edited a warehouse' })
  await link.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('heading', { name: 'Edited a warehouse' })).toBeVisible()
  const name = drawer.getByRole('row').filter({ hasText: 'North hall' })
  await expect(name).toHaveText(/Name\s*North store\s*North hall/)
  await expect(drawer.getByRole('row').filter({ hasText: 'Jalan Ipoh' })).toBeVisible()
  await expect(drawer).toContainText('127.0.0.1')
  await expectWellMade(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'CSV' }).click()
  const notice = page.getByRole('region', { name: 'Export progress' })
  const file = notice.getByRole('link', { name: /Download audit-.*csv/ })
  await expect(file).toBeVisible()
  const download = page.waitForEvent('download')
  await file.click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(4)
  expect(text).toContain('North hall')

  await page.goto('/en/setting/audit')
  await expect(rows.first()).toContainText('Downloaded a file')
  await page.goto('/en/setting/audit/999999')
  await expect(page.getByText('This page could not be found')).toBeVisible()
  expect((await page.request.delete(`/api/v2/warehouses/${data.id}`)).ok()).toBe(true)
})

test('the owner asks for a backup of the account', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account')
  const part = page.getByRole('region', { name: 'Backup' })
  await part.getByRole('button', { name: 'Make a backup' }).focus()
  await expectWellMade(page)
  await page.keyboard.press('Enter')
  const notice = page.getByRole('region', { name: 'Export progress' })
  const file = notice.getByRole('link', { name: /Download account-.*backup/ })
  await expect(file).toBeVisible({ timeout: 30_000 })
  const download = page.waitForEvent('download')
  await file.click()
  const [head] = gunzipSync(await readFile(await (await download).path()))
    .toString('utf8')
    .split('\n')
  expect(head).toContain('seller-console account')

  await signInAs('manager@demo.test')
  await page.goto('/en/setting/account')
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible()
  await expect(part).toBeHidden()
})
