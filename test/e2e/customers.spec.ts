import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readCsv } from '../steps/export-steps.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

const list = '/en/customers/all-customers'

type Customer = { id: number; name: string; level: { data: { level_value: number } } }

/** Customers as the API lists them, in the order of the page. */
async function findCustomers(page: Page): Promise<[Customer, Customer]> {
  const reply = await page.request.get('/api/v2/customers')
  const { data } = (await reply.json()) as { data: Customer[] }
  const [first, second] = data
  if (!first || !second) throw new Error('the demo has no two customers')
  return [first, second]
}

const rowOf = (page: Page, { id }: Customer) => page.locator(`tr[data-row="${id}"]`)

test('a customer is filtered for, opened, noted, and leads to the orders', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const [first] = await findCustomers(page)
  await page.goto(list)
  await expect(rowOf(page, first)).toBeVisible()
  await expectWellMade(page)
  await page.getByRole('searchbox').fill(first.name)
  await expect(page).toHaveURL(/keyword=/)
  const level = ['Member', 'Silver', 'Gold', 'Platinum'][first.level.data.level_value - 1] ?? ''
  await page.getByRole('button', { name: 'Rank', exact: true }).click()
  await page.getByRole('button', { name: level, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`level_value=${first.level.data.level_value}`))

  await rowOf(page, first).getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: first.name })
  await expect(drawer.getByRole('heading', { name: first.name })).toBeVisible()
  await expect(page).toHaveURL(/level_value=/)
  const note = drawer.getByRole('textbox', { name: 'Note' })
  await note.fill('Wants gift wrap')
  await expectWellMade(page)
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' })
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await leave()
    await expect(leaving).toContainText('The note is not saved.')
    await leaving.getByRole('button', { name: 'Cancel' }).click()
    await expect(leaving).toBeHidden()
  }
  await expect(note).toHaveValue('Wants gift wrap')
  const theirs = await page.request.put(`/api/v2/customers/${first.id}/note`, { data: { note: 'Is deaf' } })
  expect(theirs.status()).toBe(200)
  await drawer.getByRole('button', { name: 'Save note' }).click()
  await expect(drawer.getByText('Current note: Is deaf')).toBeVisible()
  await expect(note).toHaveValue('Wants gift wrap')
  await drawer.getByRole('button', { name: 'Save note' }).click()
  await expect(drawer.getByText(/^Aoi Yamamoto · /)).toBeVisible()
  await expect(drawer.getByText('Current note:')).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Save note' })).toBeDisabled()

  const orders = drawer.getByRole('heading', { name: 'Orders', exact: true }).locator('..')
  await orders.getByRole('listitem').getByRole('link').first().click()
  const order = page.getByRole('dialog')
  await expect(page).toHaveURL(/\/en\/orders\/\d+/)
  await expect(order.getByText(first.name).first()).toBeVisible()
})

test('a customer’s earlier orders are a click away', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const reply = await page.request.get('/api/v2/customers?sort=-total_order&limit=1')
  const { data } = (await reply.json()) as { data: Customer[] }
  const [most] = data as (Customer & { total_order: number })[]
  expect(most?.total_order).toBeGreaterThan(10)
  await page.goto(`${list}/${most?.id}`)
  await page.getByRole('link', { name: `and ${(most?.total_order ?? 0) - 10} earlier order` }).click()
  await expect(page).toHaveURL(new RegExp(`/en/orders\\?customer_id=${most?.id}`))
  await expect(page.getByText(new RegExp(` of ${most?.total_order}$`))).toBeVisible()
})

test('the list is narrowed by days, by what was spent and by orders, and a customer’s months are drawn', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto(list)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  // Columns of the same names are sorted by a press.
  const filter = (name: string) => button(name).and(page.locator('[aria-haspopup]'))
  await filter('Latest order').click()
  await button('Last 365 days').click()
  await filter('More').click()
  const spent = page.getByRole('group', { name: 'Total spent' })
  await spent.getByLabel('At least').fill('a lot')
  await spent.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Enter a number such as 5000')).toBeVisible()
  await spent.getByLabel('At least').fill('10,5')
  await expect(page.getByText('Read as 10,50 RM')).toBeVisible()
  await spent.getByRole('button', { name: 'Apply' }).click()
  await filter('More: Total spent: ≥ 10,50 RM').click()
  const orders = page.getByRole('group', { name: 'Orders' })
  await orders.getByLabel('At least').fill('50')
  await orders.getByLabel('At most').fill('1')
  await orders.getByLabel('At most').press('Enter')
  await page.reload()
  await expect(filter('Latest order: Last 365 days')).toBeVisible()
  await expect(filter('More: Total spent: ≥ 10,50 RM, Orders: 1 – 50')).toBeVisible()
  const query = 'total_price_min=10.5&total_order_min=1&total_order_max=50'
  const reply = await page.request.get(`/api/v2/customers?${query}`)
  const { meta } = (await reply.json()) as { meta: { pagination: { count: number } } }
  expect(meta.pagination.count).toBeGreaterThan(0)
  await expect(page.locator('tr[data-row]')).toHaveCount(meta.pagination.count)
  await expectWellMade(page)
  await page.locator('tr[data-row]').first().getByRole('link').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('.recharts-surface').first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Table' }).click()
  await expect(drawer.getByRole('group', { name: 'Spent by month' }).getByRole('row')).toHaveCount(13)
  await expectWellMade(page)
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 390, height: 844 })
  await button('Filters · 3').click()
  await filter('More: Total spent: ≥ 10,50 RM, Orders: 1 – 50').click()
  await expect(orders.getByLabel('At most')).toHaveValue('50')
  await expectWellMade(page)
})

test('the drawer goes on to the next customer of the list, and back', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const [first, second] = await findCustomers(page)
  await page.goto(list)
  await rowOf(page, first).getByRole('link').click()
  const title = (one: Customer) => page.getByRole('dialog').getByRole('heading', { name: one.name, level: 2 })
  await expect(title(first)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous customer (K)' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next customer (J)' }).click()
  await expect(title(second)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/${second.id}$`))
  await page.keyboard.press('k')
  await expect(title(first)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

type Open = { unpaid: number; delivering: number }

test('the drawer of a customer who has not paid yet begins with what waits for payment', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto(list)
  const read = async <Data>(path: string) =>
    ((await (await page.request.get(`/api/v2/customers${path}`)).json()) as { data: Data }).data
  const isUnpaid = async ({ id }: Customer) => {
    const { unpaid, delivering } = await read<Open>(`/${id}/order-statistic`)
    return unpaid === 1 && delivering === 1
  }
  let customer: Customer | undefined
  for (const one of await read<Customer[]>('?total_price_max=0&limit=100'))
    if (!customer && (await isUnpaid(one))) customer = one
  if (!customer) throw new Error('the demo has no customer with an unpaid order alone')
  await page.goto(`${list}/${customer.id}`)
  const drawer = page.getByRole('dialog', { name: customer.name })
  await expect(drawer.getByText(/^1 unpaid/)).toBeVisible()
  await expect(drawer.getByRole('term').first()).toHaveText('Unpaid')
  await expect(drawer.getByRole('definition').first()).toHaveText(/[1-9]/)
  await expect(drawer.getByText('Total spent')).toBeHidden()
  await expectWellMade(page)
})

test('a segment is kept by hand, and its customers are had as a file', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const chosen = await findCustomers(page)
  await page.goto(list)
  for (const one of chosen) await rowOf(page, one).getByRole('checkbox').check()
  // While some are selected the list stands still; the offer to go on covers no row.
  await sandbox('POST', '/_sandbox/shopee/orders', { shop_id: linkedShop.id })
  const offer = await page.getByRole('button', { name: /^Show \d+ new customers?$/ }).boundingBox()
  const row = await page.locator('tr[data-row]').first().boundingBox()
  expect((offer?.y ?? Infinity) + (offer?.height ?? 0)).toBeLessThanOrEqual(row?.y ?? 0)
  await page.getByRole('button', { name: 'Add to segment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to segment' })
  await dialog.getByRole('textbox', { name: 'New segment' }).fill('Wraps of Ipoh')
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Create and add' }).click()
  await expect(page.getByText('2 customers added to Wraps of Ipoh.')).toBeVisible()

  await page.getByRole('button', { name: 'Segments', exact: true }).click()
  await page.getByRole('link', { name: 'Wraps of Ipoh' }).click()
  await expect(page).toHaveURL(/shortlist_id=/)
  await expect(page.locator('tr[data-row]')).toHaveCount(2)
  await page.getByRole('main').getByRole('button', { name: 'Export' }).click()
  const form = page.getByRole('dialog', { name: 'Export', exact: true })
  await form.getByRole('radio', { name: 'CSV' }).check()
  await form.getByRole('button', { name: 'Export' }).click()
  const link = page
    .getByRole('region', { name: 'Export progress' })
    .getByRole('link', { name: /customers-.*\.csv$/ })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const [heads = [], ...rows] = readCsv(await readFile(await file.path()))
  expect(heads.length).toBeGreaterThan(3)
  expect(rows).toHaveLength(2)
  for (const { name } of chosen) expect(rows.some((row) => row.includes(name))).toBe(true)
})

test('a segment by rules counts while it is written, and keeps itself', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/customers/group-customer')
  await page.getByRole('button', { name: 'New segment' }).click()
  const form = page.getByRole('dialog', { name: 'New segment' })
  const rule = (at: number): Record<'value' | 'field', Locator> => ({
    value: form.getByRole('textbox', { name: 'Value' }).nth(at),
    field: form.getByLabel('Figure').nth(at),
  })
  await form.getByRole('textbox', { name: 'Name' }).fill('Buyers of Taiping')
  await rule(0).value.fill('1000000')
  await expect(form.getByText('0 match', { exact: true })).toBeVisible()
  await rule(0).value.fill('1')
  await expect(form.getByText('0 match', { exact: true })).toBeHidden()
  await form.getByRole('button', { name: 'Add rule' }).click()
  await rule(1).field.selectOption({ label: 'Days since the latest order' })
  await form.getByLabel('Condition').nth(1).selectOption({ label: 'at most' })
  await rule(1).value.fill('3650')
  await expect(form.getByText(/^[\d,.]+ match(es)?$/)).toHaveCount(2)
  await expectWellMade(page)
  const left = await form
    .getByText(/^[\d,.]+ match(es)?$/)
    .last()
    .innerText()
  const total = left.replaceAll(/[^\d.]/g, '')
  expect(Number(total)).toBeGreaterThan(0)
  await form.getByRole('button', { name: 'Save segment' }).click()
  await expect(form).toBeHidden()

  const segment = page.getByRole('listitem').filter({ hasText: 'Buyers of Taiping' })
  await expect(segment).toContainText('2 rules')
  await expect(segment).toContainText(/[1-9][\d,.]* customers/)
  await segment.getByRole('link').click()
  await expect(page.getByText(new RegExp(`^1–\\d+ of ${total.replace('.', '\\.')}$`))).toBeVisible()

  await page.goto('/en/customers/group-customer')
  await segment.getByRole('button', { name: 'Delete segment' }).click()
  await page
    .getByRole('dialog', { name: 'Delete Buyers of Taiping?' })
    .getByRole('button', { name: 'Delete segment' })
    .click()
  await expect(segment).toBeHidden()
})

test('the list is cards on a phone, whose bar keeps each word in one line', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const [first] = await findCustomers(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/customers/all-customers')
  const card = page.locator(`li[data-row="${first.id}"]`)
  await expect(card).toContainText(first.name)
  const heights = await page
    .getByRole('navigation')
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => link.checkVisibility())
        .map((link) => {
          const range = document.createRange()
          range.selectNodeContents(link.lastChild ?? link)
          return Math.round(range.getBoundingClientRect().height)
        }),
    )
  expect(heights.length).toBeGreaterThan(4)
  expect(new Set(heights).size).toBe(1)
  await card.getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: first.name })).toBeVisible()
  await expectWellMade(page)
})

test('what is of today is of the next day once that has begun', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.clock.install()
  for (const [list, call] of [
    ['/en/orders', '/orders/filter'],
    ['/en/customers/all-customers', '/customers'],
  ] as const) {
    const days = new Set<string>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const day = searchParams.get('from')
      if (pathname === `/api/v2${call}` && day !== null) days.add(day)
    })
    await page.goto(`${list}?range=today`)
    await expect.poll(() => days.size).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward('24:00:00')
    await expect.poll(() => days.size).toBe(2)
  }
})
