import { expect, expectWellMade, test } from './page-steps.ts'

test('filters are saved under a name, picked, renamed and deleted, by keyboard', async ({
  page,
  signInAs,
}) => {
  test.slow()
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=pending&is_star=1')
  const opener = page.getByRole('button', { name: 'Saved filters', exact: true })
  await opener.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Saved filters' })
  const field = panel.getByRole('textbox', { name: 'Name' })
  await field.fill('Morning')
  await field.press('Enter')
  await expect(panel.getByRole('button', { name: 'Morning', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // The field has left, and the keyboard goes on in the panel.
  await expect(panel).toBeFocused()
  await expectWellMade(page)
  await page.keyboard.press('Escape')

  await page.goto('/en/orders?status=shipped')
  await opener.press('Enter')
  await field.fill('MORNING')
  await panel.getByRole('button', { name: 'Save filters' }).click()
  await expect(panel.getByText('This name is already in use')).toBeVisible()
  await panel.getByRole('button', { name: 'Morning', exact: true }).press('Enter')
  await expect(page).toHaveURL(/status=pending/)
  await expect(page).toHaveURL(/is_star=1/)

  const applied = page.getByRole('button', { name: 'Saved filters: Morning' })
  await applied.click()
  await panel.getByRole('button', { name: 'Rename Morning' }).click()
  await field.fill('Starred first')
  await field.press('Enter')
  await expect(panel.getByRole('button', { name: 'Starred first', exact: true })).toBeVisible()
  const remove = panel.getByRole('button', { name: 'Delete Starred first' })
  // The page says that it could not be done.
  await page.route('**/api/v2/saved-filters/*', (route) => route.abort())
  await remove.click()
  await expect(page.getByText('Check your connection and try again')).toBeVisible()
  await page.unroute('**/api/v2/saved-filters/*')
  await remove.click()
  await expect(
    panel
      .getByText(/^No saved filters yet/)
      .or(field)
      .first(),
  ).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Starred first', exact: true })).toBeHidden()
})

test('the audit log keeps filters of its own', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/setting/audit?action=sign_in&target=user')
  const panel = page.getByRole('dialog', { name: 'Saved filters' })
  await page.getByRole('button', { name: 'Saved filters', exact: true }).press('Enter')
  const field = panel.getByRole('textbox', { name: 'Name' })
  await field.fill('Who came in')
  await field.press('Enter')
  await expect(panel.getByRole('button', { name: 'Who came in', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectWellMade(page)
  await page.keyboard.press('Escape')

  const filters = page.getByRole('search', { name: 'Filters' })
  await page.getByRole('button', { name: 'Remove filter: Saved' }).click()
  await expect(filters.getByRole('button', { name: 'Action', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Saved filters', exact: true }).click()
  await panel.getByRole('button', { name: 'Who came in', exact: true }).click()
  await expect(filters.getByRole('button', { name: 'Action: Signed in' })).toBeVisible()
  await expect(page).toHaveURL(/target=user/)

  await page.goto('/en/orders')
  await page.getByRole('button', { name: 'Saved filters', exact: true }).click()
  await expect(panel).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Who came in', exact: true })).toBeHidden()
})

test('the choices of a filter stay under the mouse while several are made', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=shipped')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const more = page.getByRole('dialog', { name: 'More' })
  // It stands where it stays.
  await more.getByRole('checkbox', { name: 'Cash on delivery' }).hover()
  const place = await more.boundingBox()
  await more.getByRole('checkbox', { name: 'Cash on delivery' }).check()
  await more.getByRole('checkbox', { name: 'Bank transfer' }).check()
  await expect(page).toHaveURL(/payment_method=\d,\d/)
  expect(await more.boundingBox()).toEqual(place)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More: Cash on delivery, Bank transfer' })).toBeVisible()
})

test('rows that are still being chosen when the filter changes are chosen for neither', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/orders?status=delivered')
  const { promise: changed, resolve: release } = Promise.withResolvers<void>()
  const asked = page.waitForRequest(/limit=100/)
  await page.route(/\/orders\/filter\?.*limit=100/, async (route) => {
    await changed
    await route.continue()
  })
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: /^Select all / }).click()
  await asked
  await page.getByRole('button', { name: /^Canceled/ }).click()
  await expect(page).toHaveURL(/status=canceled/)
  await expect(page.getByRole('row', { name: /Canceled/ }).first()).toBeVisible()
  const answered = page.waitForResponse(/limit=100/)
  release()
  await (await answered).finished()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).focus()
  await expect(bar).toBeHidden()
})
