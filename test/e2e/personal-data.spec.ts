import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectWellMade, test } from './page-steps.ts'

const list = '/en/customers/all-customers'
const desk = { width: 1280, height: 844 }
const hand = { width: 390, height: 844 }

type Customer = { id: number; name: string }

const read = async <Data>(page: Page, path: string) =>
  ((await (await page.request.get(`/api/v2${path}`)).json()) as { data: Data }).data

/** A customer with one order under way, and one whose orders have all ended: those who bought first. A CRM's have none. */
async function findBoth(page: Page): Promise<{ waits: Customer; ended: Customer }> {
  return {
    waits: await findWith(page, 1, '-latest_order_date'),
    ended: await findWith(page, 0, 'latest_order_date'),
  }
}

async function findWith(page: Page, underWay: number, sort: string): Promise<Customer> {
  for (const customer of await read<Customer[]>(
    page,
    `/customers?limit=100&total_order_min=1&sort=${sort}`,
  )) {
    const { delivering } = await read<{ delivering: number }>(
      page,
      `/customers/${customer.id}/order-statistic`,
    )
    if (delivering === underWay) return customer
  }
  throw new Error(`the demo has no customer with ${underWay} orders under way`)
}

test('personal data is handed out, erased by hand and by age, and goes with the account, which can be kept', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.setViewportSize(desk)
  const { waits, ended } = await findBoth(page)
  const drawer = page.getByRole('dialog').first()
  const erase = drawer.getByRole('button', { name: 'Erase personal data…' })

  await page.goto(`${list}/${waits.id}`)
  await expect(erase).toBeDisabled()
  await expect(drawer.getByText('1 order is under way. Erase after it has ended.')).toBeVisible()

  await page.goto(`${list}/${ended.id}`)
  const downloading = page.waitForEvent('download')
  await drawer.getByRole('link', { name: 'Export as JSON' }).click()
  const known = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as object
  expect(JSON.stringify(known)).toContain(ended.name)
  await erase.click()
  const question = page.getByRole('dialog', { name: `Erase the personal data of ${ended.name}?` })
  await expect(question).toContainText('Orders keep their codes, products, amounts and province.')
  await expectWellMade(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.setViewportSize(hand)
  await erase.click()
  await question.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByText('Personal data erased')).toBeVisible()
  await expect(drawer.getByRole('heading', { name: ended.name })).toBeHidden()
  // Nothing is offered that an erased customer refuses, and the channel is not said to hide what is gone.
  await expect(drawer.getByText('Personal data was erased.')).toBeVisible()
  await expect(drawer.getByText(/The channel hides/)).toBeHidden()
  for (const name of ['Merge with…', 'Save note', 'Erase personal data…'])
    await expect(drawer.getByRole('button', { name })).toBeHidden()
  await drawer.getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByText('The buyer’s personal data was erased')).toBeVisible()
  await page.goBack()
  const eldest = await read<Customer[]>(page, '/customers?limit=100&sort=latest_order_date')
  const newest = await read<Customer[]>(page, '/customers?limit=100')
  expect(eldest).not.toContainEqual(expect.objectContaining({ id: ended.id, name: ended.name }))
  expect(newest).toContainEqual(expect.objectContaining({ id: waits.id, name: waits.name }))

  await page.goto('/en/setting/customers')
  const age = page.getByRole('region', { name: 'Personal data of buyers' })
  await age.getByLabel('Keep for').selectOption('120 months')
  await age.getByRole('button', { name: 'Save' }).click()
  const older = page.getByRole('dialog', { name: 'Erase personal data older than 120 months?' })
  await expect(older).toContainText('It begins within a day and cannot be undone.')
  await expectWellMade(page)
  await older.getByRole('button', { name: 'Cancel' }).click()
  expect((await read<{ months: number | null }>(page, '/settings/buyer-data')).months).toBeNull()
  await age.getByRole('button', { name: 'Save' }).click()
  await older.getByRole('button', { name: 'Erase', exact: true }).click()
  await expect(page.getByText('Retention saved')).toBeVisible()
  await page.reload()
  await expect(age.getByLabel('Keep for')).toHaveValue('120')
  // No limit erases nothing, so it does not ask.
  await age.getByLabel('Keep for').selectOption('No limit')
  await age.getByRole('button', { name: 'Save' }).click()
  await expect(age.getByRole('button', { name: 'Save' })).toBeHidden()

  await page.goto('/en/setting/account/deletion')
  await page.getByRole('button', { name: 'Delete account…' }).click()
  const last = page.getByRole('dialog', { name: 'Delete this account in 30 days?' })
  await last.getByLabel('Enter your email address to confirm').fill('someone@demo.test')
  await last.getByRole('button', { name: 'Delete account' }).click()
  await expect(last.getByLabel('Enter your email address to confirm')).toHaveAttribute('aria-invalid', 'true')
  await expectWellMade(page)
  await last.getByLabel('Enter your email address to confirm').fill('owner@demo.test')
  await last.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText(/requested it\. The account is deleted on/)).toBeVisible()
  const { delete_at: at } = await read<{ delete_at: string }>(page, '/account/deletion')
  expect(Math.round((Date.parse(at) - Date.now()) / 86_400_000)).toBe(30)
  await page.setViewportSize(desk)
  await page.reload()
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Keep account' }).click()
  await expect(page.getByText('The account stays')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account…' })).toBeVisible()
  expect(await read(page, '/account/deletion')).toMatchObject({ delete_at: null })
})
