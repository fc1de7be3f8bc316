import { countClicks } from './count-clicks.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('an order is placed on the control page and arrives in the console', async ({
  page,
  context,
  product,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()

  const control = await context.newPage()
  await control.goto(product.sandbox.url)
  await expect(control.getByRole('heading', { name: 'Sandbox' })).toBeVisible()
  await expect(control.getByText('Connected', { exact: true }).first()).toBeVisible()
  await expectWellMade(control)

  await Promise.all([
    // Said for a moment.
    expect(control.getByRole('status')).toContainText(' placed: '),
    control.getByRole('button', { name: `Place an order: ${linkedShop.name} (Shopee)` }).click(),
  ])
  const latest = control.getByRole('list', { name: 'What happened' }).getByRole('listitem').first()
  await expect(latest).toContainText(/^.+ placed: .+ · Aoi Gifts MY/)
  await expect(latest).toContainText(/fetched after [\d.]+ s/)
  await expect(control.getByText('Place an order and see it arrive in the console (done)')).toBeVisible()

  const sentence = (await latest.locator('.sentence').textContent()) ?? ''
  const [number = ''] = sentence.split(' ')
  await expect(page.getByText(number)).toBeVisible()

  await control.getByRole('button', { name: `Buyer asks to cancel: ${number}` }).click()
  await expect(latest).toContainText(`${number} buyer asks to cancel`)
  await expect(latest).toContainText(/fetched after [\d.]+ s/)

  // A shop that is not connected leads there.
  await expect(control.getByRole('link', { name: /^Connect: / }).first()).toHaveAttribute(
    'href',
    `${product.url}/setting/channels`,
  )
})

test('a button that cannot work says why, to the mouse and to the keyboard', async ({ page, product }) => {
  await page.goto(product.sandbox.url)
  const off = page.getByRole('button', { name: 'Send webhooks: Tiki' })
  await expect(off).toHaveAttribute('aria-disabled', 'true')
  const why = 'Tiki sends no webhooks; the console polls it.'
  await expect(off).toHaveAccessibleDescription(why)
  const reason = page.getByRole('tooltip').filter({ hasText: why })
  await expect(reason).toBeHidden()
  await off.focus()
  await expect(reason).toBeVisible()
  await page.keyboard.press('Enter')
  // Nothing happened, and the focus stays through the drawings of the page.
  await expect(page.getByText('Tiki sends webhooks again')).toHaveCount(0)
  await expect(off).toBeFocused()
})

test('keys are copied in one click, and starting over is asked for', async ({ page, product }) => {
  await page.goto(`${product.sandbox.url}/#keys`)
  const keys = page.getByRole('combobox', { name: 'Show keys of' })
  await expect(keys).toBeFocused()
  await keys.selectOption({ label: 'GDEX' })
  await page.getByRole('button', { name: 'Copy: API token' }).click()
  await expect(page.getByRole('button', { name: 'Copied: API token' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('gdex-prime-token')

  await page.getByRole('button', { name: 'Start over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start over?' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Started over with the sample')).toHaveCount(0)
})

test('the page speaks four languages', async ({ page, product }) => {
  await page.goto(product.sandbox.url)
  for (const [code, title] of [
    ['jp', '5分で試す'],
    ['vn', 'Thử trong năm phút'],
    ['my', 'Cuba dalam lima minit'],
  ] as const) {
    await page.locator('#language').selectOption(code)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expectWellMade(page)
  }
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Cuba dalam lima minit' })).toBeVisible()
})

// The account, its menu, Demo controls, Place an order; back in the console Orders, Confirm, and what will be done.
test('a newcomer to the demo has the first label in seven clicks', async ({
  page,
  context,
  product,
}, info) => {
  await page.goto('/en/auth/login')
  await expect(page.getByRole('heading', { name: 'Demo accounts, one click each' })).toBeVisible()
  await expectWellMade(page)
  const { click, end } = countClicks(info)
  await click(page.getByRole('button', { name: 'Nurul Huda manager@demo.test' }))
  await expect(page).toHaveURL(/\/en$/)
  await click(page.getByRole('button', { name: 'Account menu of Nurul Huda' }))
  const opened = context.waitForEvent('page')
  await click(page.getByRole('menuitem', { name: 'Demo controls' }))
  const control = await opened
  await expect(control.getByRole('heading', { name: 'Sandbox' })).toBeVisible()
  expect(new URL(control.url()).origin).toBe(product.sandbox.url)
  await click(control.getByRole('button', { name: `Place an order: ${linkedShop.name} (Shopee)` }))
  const latest = control.getByRole('list', { name: 'What happened' }).getByRole('listitem').first()
  await expect(latest).toContainText(/fetched after [\d.]+ s/)
  const [number = ''] = ((await latest.locator('.sentence').textContent()) ?? '').split(' ')

  await page.bringToFront()
  await click(page.getByRole('link', { name: /^Orders/ }).first())
  await click(page.getByRole('button', { name: `Confirm · ${number}` }))
  const plan = page.getByRole('dialog', { name: 'Confirm 1 order' })
  const [label] = await Promise.all([
    page.waitForEvent('popup', { timeout: 120_000 }),
    click(plan.getByRole('button', { name: 'Confirm 1, print 1' })),
  ])
  end(7)
  await expect(page.getByRole('region', { name: 'Waybills' }).getByText('1 page is ready.')).toBeVisible()
  await expect(page.locator('[data-row]').filter({ hasText: number })).toContainText('Ready to ship')
  await label.close()

  await page.goto('/en/setting/channels')
  await page.getByRole('button', { name: 'Connect shop' }).click()
  await expect(page.getByRole('link', { name: 'Demo keys and addresses' })).toHaveAttribute(
    'href',
    `${product.sandbox.url}/#keys`,
  )
})
