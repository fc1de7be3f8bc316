import type { Page } from '@playwright/test'
import { expect, expectWellMade, test } from './page-steps.ts'

/** Data that the API answers to the user of the page. */
async function read<T>(page: Page, path: string): Promise<T> {
  const reply = await page.request.get(`/api/v2${path}`, { headers: { 'x-localization': 'en' } })
  expect(reply.ok(), await reply.text()).toBe(true)
  return ((await reply.json()) as { data: T }).data
}

test('emails go along with the language of the screen, unless another one was chosen for them', async ({
  page,
  signInAs,
}) => {
  await signInAs('manager@demo.test')
  await page.goto('/en/setting/account')
  const chosen = page.getByLabel('Email language')
  const isOther = (await chosen.inputValue()) !== 'en'
  await chosen.selectOption('en')
  const save = page.getByRole('button', { name: 'Save' })
  if (isOther) await save.click()
  await expect(save).toBeHidden()
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('vn')
  await expect(page.getByLabel('Ngôn ngữ email')).toHaveValue('vn')
  await page.goto('/vn/setting/report')
  await expect(page.getByRole('link', { name: 'Ngôn ngữ email: Tiếng Việt' })).toBeVisible()
  // The address alone changes the screen, and not what was chosen.
  await page.goto('/en/setting/account')
  await expect(chosen).toHaveValue('vn')
  await page.getByRole('combobox', { name: 'Language', exact: true }).selectOption('my')
  await expect(page.getByLabel('Bahasa e-mel')).toHaveValue('vn')
})

test('a person chooses a sales report, tries it, and ends it from the mail', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  // The mail is in the language of its reader.
  await page.request.put('/api/v2/users/me', { data: { language: 'en' } })
  await page.goto('/en/setting/report')
  await page.getByLabel('Frequency').selectOption('weekly')
  await page.getByLabel('Day of the week').selectOption('Tuesday')
  await page.getByLabel('Time', { exact: true }).selectOption('07:00')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Sales report setting saved')).toBeVisible()
  await expect(page.getByText('Next report')).toBeVisible()
  await page.getByRole('button', { name: 'Send me one now' }).click()
  await expect(page.getByText('Report sent to owner@demo.test')).toBeVisible()

  await page.goto('/en/setting/mails')
  await page.locator('a[href*="/setting/mails/"]', { hasText: 'Sales report' }).first().click()
  await expect(page.getByText('weekly sales report').first()).toBeVisible()
  const [mail] = await read<{ id: number }[]>(page, '/mails')
  const { text } = await read<{ text: string }>(page, `/mails/${mail?.id}`)
  const figures = /• Orders: ([\d.]+).*\n {2}(\S+)/.exec(text)
  await page.goto(figures?.[2] ?? '')
  // The page that a figure leads to shows the same one.
  await expect(page.getByRole('link', { name: / : open the orders of Orders$/ })).toContainText(
    figures?.[1] ?? 'a figure',
  )
  await page.goto(/Unsubscribe: (\S+)/.exec(text)?.[1] ?? '')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('Unsubscribed.')).toBeVisible()
  await page.goto('/en/setting/report')
  await expect(page.getByLabel('Frequency')).toHaveValue('off')
})

test('a buyer of a web store is told of a delay in the owner’s words', async ({
  page,
  signInAs,
  sandbox,
}) => {
  const keys = await sandbox('POST', '/_sandbox/website/authorize', { shop_id: 'merlion-bazaar' })
  await signInAs('owner@demo.test')
  const data = { platform_id: 4, name: 'Merlion Bazaar', ...(keys as object) }
  expect((await page.request.post('/api/v2/shops', { data })).status()).toBe(201)
  const made = await sandbox('POST', '/_sandbox/website/orders', { shop_id: 'merlion-bazaar' })
  const code = String((made as { id: number }).id)
  let orderId = 0
  await expect(async () => {
    const rows = await read<{ id: number; code: string }[]>(page, `/orders/search?keyword=${code}`)
    orderId = rows.find((row) => row.code === code)?.id ?? 0
    expect(orderId).toBeGreaterThan(0)
  }).toPass()

  await page.goto('/en/setting/buyers')
  await page.getByLabel('Subject').fill('{order} comes later')
  await page.getByLabel('Reply address of Merlion Bazaar').fill('help@merlion.test')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('Buyer emails saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save addresses' }).click()
  await expect(page.getByRole('button', { name: 'Save addresses' })).toHaveCount(0)

  await page.goto(`/en/orders/${orderId}`)
  const drawer = page.getByRole('dialog', { name: code })
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Email buyer' }).click()
  const dialog = page.getByRole('dialog', { name: `Email to the buyer of ${code}` })
  await dialog.getByLabel('Language').selectOption('English')
  await expect(dialog.getByLabel('Subject')).toHaveValue(`${code} comes later`)
  await expect(dialog.getByText('help@merlion.test')).toBeVisible()
  const year = new Date().getFullYear()
  await dialog.getByLabel('New date').fill(`${year - 1}-12-24`)
  await expect(dialog.getByText('This day has passed')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send email' })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('New date').fill(`${year + 1}-12-24`)
  await expect(dialog.getByLabel('Text')).toHaveValue(new RegExp(`day, December 24, ${year + 1}`))
  await dialog.getByLabel('Text').fill('It comes on Thursday. Sorry.')
  await expectWellMade(page)
  // A look at the words of another language loses nothing.
  await dialog.getByLabel('Language').selectOption('日本語')
  await expect(dialog.getByLabel('Text')).not.toHaveValue(/Thursday|December/)
  await dialog.getByLabel('Language').selectOption('English')
  await expect(dialog.getByLabel('Text')).toHaveValue('It comes on Thursday. Sorry.')
  // Escape does not throw away what was typed.
  await page.keyboard.press('Escape')
  const leave = page.getByRole('dialog', { name: 'Close without saving?' })
  await expect(leave.getByText('The email is not sent. What you entered is lost.')).toBeVisible()
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Text')).toHaveValue('It comes on Thursday. Sorry.')
  await dialog.getByRole('button', { name: 'Send email' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Email to the buyer written').first()).toContainText('Delay')
  await page.goto('/en/setting/mails')
  await page.locator('a[href*="/setting/mails/"]', { hasText: 'Email to a buyer' }).first().click()
  await expect(page.getByText('It comes on Thursday. Sorry.').first()).toBeVisible()
})
