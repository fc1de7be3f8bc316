import type { Page } from '@playwright/test'
import { expect, expectWellMade, test } from './page-steps.ts'

type Customer = { id: number; name: string; phone: string | null; total_order: number }

async function findCustomers(page: Page): Promise<Customer[]> {
  const reply = await page.request.get('/api/v2/customers?limit=100')
  return ((await reply.json()) as { data: Customer[] }).data
}

/** A segment that is kept by hand; answers its id. */
async function addSegment(page: Page, name: string, ids: number[]): Promise<number> {
  const data = { name, customer_ids: ids }
  const reply = await page.request.post('/api/v2/customers/shortlists', { data })
  return ((await reply.json()) as { data: { id: number } }).data.id
}

test('a segment is a filter of orders and figures, and says when it is gone', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const [first] = await findCustomers(page)
  if (!first) throw new Error('the demo has no customer')
  const id = await addSegment(page, 'Orders of one', [first.id])
  await page.goto('/en/orders')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Orders of one' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(new RegExp(`segment_id=${id}`))
  await expect(page.locator('tr[data-row]')).toHaveCount(Math.min(first.total_order, 25))
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Remove filter: More' }).click()
  await expect(page).not.toHaveURL(/segment_id/)

  await page.goto(`/en/analytics/sales?segment_id=${id}&range=last_90_days`)
  await expect(page.getByRole('button', { name: 'Segment: Orders of one' })).toBeVisible()
  await expectWellMade(page)

  // Where the filters are folded, what is on stands beside them as the filters themselves write it.
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto(`/en/orders?from=2026-01-01&to=2026-01-31&date_field=sold&segment_id=${id}`)
  const folded = (filter: string) =>
    page.getByRole('button', { name: `Remove filter: ${filter}`, exact: true })
  await expect(folded('Date of sale: 01/01/2026 – 31/01/2026')).toBeVisible()
  await expect(folded('Orders of one')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 860 })

  await page.request.delete(`/api/v2/customers/shortlists/${id}`)
  await page.goto(`/en/orders?segment_id=${id}`)
  await expect(page.getByText(/^This segment was deleted\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'More: Deleted segment' })).toBeVisible()
  // A retry would be refused again.
  const main = page.getByRole('main')
  await expect(main.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expectWellMade(page)
  await main.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await expect(page).not.toHaveURL(/segment_id/)
})

test('rules about products and places count while they are written, and say whom they take out', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/customers/group-customer')
  await page.getByRole('button', { name: 'New segment' }).click()
  const form = page.getByRole('dialog', { name: 'New segment' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Name' }).fill('Who bought something')
  const rule = form.getByRole('group', { name: 'Rule 1' })
  await rule.getByLabel('Figure').selectOption({ label: 'Region' })
  await rule.getByLabel('Add place').selectOption({ index: 1 })
  await expect(rule.getByText(/^[1-9][\d,.]* match/)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save segment' })).toBeEnabled()
  await rule.getByLabel('Figure').selectOption({ label: 'Total spent' })
  const spent = rule.getByRole('textbox', { name: /^Amount/ })
  await spent.fill('')
  await spent.pressSequentially('10,5')
  await expect(spent).toHaveValue('10,5')
  await expect(rule.getByText(/^[1-9][\d,.]* match/)).toBeVisible()
  await rule.getByLabel('Figure').selectOption({ label: 'Orders' })
  await rule.getByRole('textbox', { name: 'Value' }).fill('1.5')
  await expect(rule.getByText('Enter a whole number such as 5')).toBeVisible()
  await expect(form.getByRole('button', { name: 'Save segment' })).toBeDisabled()
  await rule.getByRole('textbox', { name: 'Value' }).fill('1')
  await form.getByRole('button', { name: 'Add rule' }).click()
  const second = form.getByRole('group', { name: 'Rule 2' })
  await second.getByLabel('Figure').selectOption({ label: 'Bought product' })
  await expect(form.getByRole('button', { name: 'Save segment' })).toBeDisabled()
  // The rules before it stay counted while it is being written.
  await expect(rule.getByText(/^[1-9][\d,.]* match/)).toBeVisible()
  await second.getByRole('textbox', { name: 'Add product by name or SKU' }).fill('a')
  const found = second.getByRole('listitem').getByRole('button').first()
  const product = (await found.locator('span').textContent()) ?? ''
  await found.press('Enter')
  await expect(second.getByRole('listitem')).toContainText([product])
  await expect(second.getByRole('textbox', { name: 'Add product by name or SKU' })).toBeFocused()
  await expect(second.getByText(/^[\d,.]+ match/)).toBeVisible()
  await second.getByRole('textbox', { name: 'In the last days' }).fill('5000')
  await expect(second.getByText('Enter 3660 or less')).toBeVisible()
  await expectWellMade(page)
  await second.getByRole('button', { name: 'Remove rule' }).click()
  await form.getByRole('button', { name: 'Save segment' }).click()
  await expect(form).toBeHidden()

  // Escape takes nothing that was typed without asking, and one Escape closes one dialog.
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' })
  await page.getByRole('button', { name: 'New segment' }).click()
  await form.getByRole('textbox', { name: 'Name' }).fill('Never made')
  for (const isOpen of [true, false, true]) {
    await page.keyboard.press('Escape')
    await expect(leaving).toBeVisible({ visible: isOpen })
  }
  await expect(leaving).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(leaving).toBeHidden()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Never made')
  await form.getByRole('button', { name: 'Close' }).click()
  await leaving.getByRole('button', { name: 'Discard changes' }).click()
  await expect(form).toBeHidden()

  const row = page.getByRole('listitem').filter({ hasText: 'Who bought something' })
  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit segment' })
  const first = edit.getByRole('group', { name: 'Rule 1' })
  await first.getByLabel('Figure').selectOption({ label: 'Orders' })
  await first.getByRole('textbox', { name: 'Value' }).fill('1000000')
  await expect(first.getByText('No customer fits this rule.')).toBeVisible()
  await expect(edit.getByText(/customers? falls? out/)).toBeVisible()
  // Another way to fit brings customers in, and an exception takes some away.
  await edit.getByRole('button', { name: 'Add rule' }).click()
  const other = edit.getByRole('group', { name: 'Rule 2' })
  await other.getByLabel('Joined by').selectOption('or')
  await other.getByLabel('Figure').selectOption({ label: 'Rank' })
  await other.getByLabel('Value').selectOption('Member')
  await expect(other.getByText(/^adds [1-9]/)).toBeVisible()
  await edit.getByRole('button', { name: 'Add rule' }).click()
  const exception = edit.getByRole('group', { name: 'Rule 3' })
  await exception.getByLabel('Joined by').selectOption('except')
  await expect(exception.getByText(/^[1-9][\d,.]* excluded$/)).toBeVisible()
  await expectWellMade(page)
  // The first rule has none before it that it could replace.
  await other.getByRole('button', { name: 'Move rule up' }).click()
  await expect(first.getByLabel('Joined by')).toBeHidden()
  await edit.getByRole('button', { name: 'Save segment' }).click()
  await expect(edit).toBeHidden()
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(edit.getByRole('group', { name: 'Rule 3' }).getByLabel('Joined by')).toHaveValue('except')
  // Somebody else was quicker: what was typed is saved once that is known.
  const listed = await page.request.get('/api/v2/customers/shortlists?pagination=0')
  const { data } = (await listed.json()) as { data: { id: number; name: string }[] }
  const id = data.find(({ name }) => name === 'Who bought something')?.id
  await edit.getByRole('textbox', { name: 'Name' }).fill('Who bought it')
  const theirs = { description: 'Theirs' }
  expect((await page.request.put(`/api/v2/customers/shortlists/${id}`, { data: theirs })).ok()).toBe(true)
  await edit.getByRole('button', { name: 'Save segment' }).click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('Theirs')).toBeVisible()
  await edit.getByRole('button', { name: 'Save segment' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: 'Who bought it' })).toBeVisible()
})

test('on a phone the words of a segment and its rules are whole', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await addSegment(page, '東京の優良顧客', [])
  await page.goto('/my/customers/group-customer')
  // A name that somebody wrote in Japanese brings its letters along, whatever the reader's language.
  await expect
    .poll(() =>
      page.evaluate(() => [...document.fonts].some(({ family }) => family.includes('Noto Sans JP'))),
    )
    .toBe(true)
  await page.getByRole('button', { name: 'Segmen baharu' }).click()
  const rule = page.getByRole('dialog').getByRole('group', { name: 'Peraturan 1' })
  await rule.getByLabel('Angka').selectOption('bought')
  const cut = await rule.locator('select').evaluateAll((selects: HTMLSelectElement[]) => {
    const pen = document.createElement('canvas').getContext('2d')
    const arrow = 22
    return selects.flatMap((select) => {
      const { font, paddingLeft } = getComputedStyle(select)
      const words = select.selectedOptions[0]?.text ?? ''
      if (pen) pen.font = font
      const needed = Number.parseFloat(paddingLeft) + (pen?.measureText(words).width ?? 0) + arrow
      return needed > select.clientWidth ? [words] : []
    })
  })
  expect(cut).toEqual([])
})

test('customers come from a file, with the rows that name nobody', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const [first] = await findCustomers(page)
  if (!first) throw new Error('the demo has no customer')
  await addSegment(page, 'From a file', [])
  await page.goto('/en/customers/group-customer')
  const row = page.getByRole('listitem').filter({ hasText: 'From a file' })
  await row.getByRole('button', { name: 'Add from file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add customers to From a file from a file' })
  const buffer = Buffer.from(`Customer code\r\n${first.id}\r\nnobody-at-all\r\n`)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByText('1 customer added to From a file.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toContainText('No such customer')
  await expectWellMade(page)
  await page.keyboard.press('Escape')

  await row.getByRole('link').click()
  await page.locator(`tr[data-row="${first.id}"]`).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Remove from segment' }).click()
  await expect(page.getByText('1 customer removed from From a file.')).toBeVisible()
  await expect(page.locator('tr[data-row]')).toHaveCount(0)
})
