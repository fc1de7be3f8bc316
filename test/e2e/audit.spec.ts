import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, expectWellMade, test } from './page-steps.ts'

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

  // By its password, which the log tells.
  await page.request.post('/api/v2/authorization', {
    data: { email: 'owner@demo.test', password: 'demo1234' },
  })
  await page.goto('/en/setting/audit')
  await expect(page.getByText(/The log is complete: [\d,]+ entries/)).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.first()).toContainText('Signed in')
  await expectWellMade(page)

  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByRole('button', { name: 'User' }).click()
  await page.getByRole('button', { name: 'Nurul Huda' }).click()
  await filters.getByRole('button', { name: 'Target' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Warehouse', exact: true }).focus()
  await page.keyboard.press('Enter')
  await filters.getByLabel('Name or number').fill('north')
  await expect(page).toHaveURL(/keyword=north/)
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await filters.getByRole('button', { name: 'Date' }).click()
  await page.getByRole('button', { name: 'Yesterday' }).click()
  await expect(page.getByText('No entries found')).toBeVisible()
  await expect(filters.getByRole('button', { name: 'Date: Yesterday' })).toBeVisible()
  await filters.getByRole('button', { name: 'Remove filter: Date' }).click()
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
  await expect(rows.first()).toContainText('Downloaded an export')
  await page.goto('/en/setting/audit/999999')
  await expect(page.getByText('This page could not be found')).toBeVisible()
  expect((await page.request.delete(`/api/v2/warehouses/${data.id}`)).ok()).toBe(true)
})

test('what changed is told in the words of the pages on which it is set', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const call = async (method: 'post' | 'put' | 'delete', path: string, data?: object) => {
    const reply = await page.request[method](`/api/v2${path}`, data ? { data } : {})
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()) as { data: { id: number } }
  }
  /** The changes of the latest entry, a row each. */
  const changes = async () => {
    await page.goto('/en/setting/audit')
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
    const rows = page.getByRole('dialog').getByRole('table', { name: 'Changes' }).getByRole('row')
    await expect(rows.nth(1)).toBeVisible()
    return rows.filter({ hasNot: page.getByRole('columnheader') })
  }

  const limits = (gold: number) => ({
    ranks: [0, 1000, gold, 20_000].map((limit, place) => ({ level_value: place + 1, limit })),
  })
  await call('put', '/settings/update-rank-limit', limits(5000))
  await call('put', '/settings/update-rank-limit', limits(6000.5))
  await expect(await changes()).toHaveText([/Customer rank limits · Gold\s*5\.000,00 RM\s*6\.000,50 RM/])
  await call('put', '/settings/update-rank-limit', limits(5000))

  const person = await call('post', '/users', {
    name: 'Sato Yuki',
    email: 'sato.yuki@example.test',
    password: 'a secret of hers',
    role: 'viewer',
  })
  await call('put', `/users/${person.data.id}`, { role: 'operator', permissions: ['orders.cancel'] })
  const rights = await changes()
  await expect(rights.filter({ hasText: 'Role' })).toHaveText(/Role\s*Viewer\s*Packing and shipping/)
  await expect(rights.filter({ hasText: 'Permissions' })).toHaveText(
    /Permissions\s*–\s*Cancel and answer returns/,
  )
  await expectWellMade(page)
  await call('delete', `/users/${person.data.id}`)

  await call('put', '/settings/low-stock', { threshold: 4, is_enabled: true })
  await call('put', '/settings/low-stock', { threshold: 7, is_enabled: true })
  await expect(await changes()).toHaveText([/Low-stock alerts · Alert level\s*4\s*7/])
  const store = await call('post', '/warehouses', { name: 'South store', address: { country: 'VN' } })
  const made = await changes()
  await expect(made.filter({ hasText: 'Country' })).toHaveText(/Address · Country\s*–\s*Vietnam/)
  await expect(made.filter({ hasText: 'Status' })).toHaveText(/Status\s*–\s*Active/)
  await call('delete', `/warehouses/${store.data.id}`)
})

test('the owner asks for a backup of the account', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/account/backup')
  const part = page.getByRole('region', { name: 'Backup' })
  await part.getByRole('button', { name: 'Create backup' }).focus()
  await expectWellMade(page)
  await page.keyboard.press('Enter')
  const notice = page.getByRole('region', { name: 'Export progress' })
  const file = notice.getByRole('link', { name: /Download account-.*backup/ })
  await expect(file).toBeVisible()
  const download = page.waitForEvent('download')
  await file.click()
  const [head] = gunzipSync(await readFile(await (await download).path()))
    .toString('utf8')
    .split('\n')
  expect(head).toContain('seller-console account')

  await signInAs('manager@demo.test')
  await page.goto('/en/setting/account/backup')
  await expect(page.getByText('You are not allowed to access this page')).toBeVisible()
  await expect(part).toBeHidden()
})
