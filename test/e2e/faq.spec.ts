import { expect, expectWellMade, test } from './page-steps.ts'

test('answers by topic, and leads to where it is done', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en')
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'FAQ' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible()
  await page.getByRole('button', { name: 'Stock', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Stock'])
  await page.getByText('How do several warehouses work?').click()
  await expectWellMade(page)
  await page.getByRole('main').getByRole('link', { name: 'Warehouses' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/stock$/)
})

test('finds words and marks them', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/vn/faq')
  await page.getByRole('searchbox').fill('khong xac nhan')
  await expect(page.locator('mark').first()).toBeVisible()
  await expect(page.locator('details[open]').first()).toContainText('Vì sao tôi không xác nhận được đơn?')
  await page.getByRole('searchbox').fill('xyzzy')
  await expect(page.getByText('Không tìm thấy câu trả lời')).toBeVisible()
})

test('a screen links to the very answer', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.goto('/jp')
  await page.getByRole('link', { name: 'ヘルプを表示' }).click()
  const named = page.locator('details[open]')
  await expect(named).toHaveCount(1)
  await expect(named).toContainText('はどう連携しますか')
  await expect(named.locator('summary')).toBeFocused()
})

test('packers read it too', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/my/faq')
  await expect(page.getByText('Mengapa saya tidak dapat mengesahkan pesanan?')).toBeVisible()
})
