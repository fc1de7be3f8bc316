import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'

test('a warehouse is made, changed, and deleted again', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.goto('/en/setting/stock')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(page.getByText('Add another warehouse for shops')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Default')
  await expectWellMade(page)

  await page.getByRole('button', { name: 'Add warehouse' }).focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'New warehouse' })
  await drawer.getByRole('button', { name: 'Add warehouse' }).click()
  await expect(page.getByRole('alert')).toHaveText('Enter a name')
  await expect(drawer.getByLabel('Name')).toBeFocused()
  await expect(drawer.getByLabel('Name')).toBeInViewport()
  await drawer.getByLabel('Name').fill('Back room')
  await drawer.getByLabel('Street and number').fill('1 Jalan Ipoh')
  await drawer.getByLabel('Country').selectOption({ label: 'Malaysia' })
  await expectWellMade(page)
  await drawer.getByLabel('Name').press('Enter')
  await expect(page.getByText('Back room is added.')).toBeVisible()
  await expect(page).toHaveURL(/\/en\/setting\/stock$/)

  await page.getByRole('link', { name: 'Back room' }).click()
  const opened = page.getByRole('dialog', { name: 'Back room' })
  await expect(opened.getByLabel('Street and number')).toHaveValue('1 Jalan Ipoh')
  await expect(opened.getByRole('button', { name: 'Save' })).toBeHidden()
  await opened.getByLabel('Code', { exact: true }).fill('B1')
  await page.keyboard.press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await opened.getByRole('button', { name: 'Save' }).click()
  await expect(opened.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.reload()
  await expect(opened.getByLabel('Code', { exact: true })).toHaveValue('B1')

  await opened.getByRole('button', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete Back room?' })
  await expectWellMade(page)
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Back room is deleted.')).toBeVisible()
  await expect(rows).toHaveCount(1)
})

test('a change is refused when somebody else was quicker, and what was typed stays', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const made = await page.request.post('/api/v2/warehouses', { data: { name: 'Side room' } })
  const { data } = (await made.json()) as { data: { id: number } }
  await page.goto(`/en/setting/stock/${data.id}`)
  const drawer = page.getByRole('dialog', { name: 'Side room' })
  const code = drawer.getByLabel('Code', { exact: true })
  await code.fill('S1')
  await page.request.put(`/api/v2/warehouses/${data.id}`, { data: { contact_name: 'Mei' } })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('alert')).toContainText('changed this first')
  await expectWellMade(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(drawer.getByLabel('Contact person')).toHaveValue('Mei')
  await expect(code).toHaveValue('S1')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.reload()
  await expect(code).toHaveValue('S1')
  await expect(drawer.getByLabel('Contact person')).toHaveValue('Mei')
  await page.request.delete(`/api/v2/warehouses/${data.id}`)
})

test('what is typed while a save is on its way stays, and is saved over it', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const made = await page.request.post('/api/v2/warehouses', { data: { name: 'Loft' } })
  const { data } = (await made.json()) as { data: { id: number } }
  const answer = Promise.withResolvers<void>()
  let sent = 0
  await page.route(`**/api/v2/warehouses/${data.id}`, async (route) => {
    sent++
    await answer.promise
    await route.continue()
  })
  await page.goto(`/en/setting/stock/${data.id}`)
  const drawer = page.getByRole('dialog', { name: 'Loft' })
  const [code, contact] = [drawer.getByLabel('Code', { exact: true }), drawer.getByLabel('Contact person')]
  const save = drawer.getByRole('button', { name: 'Save' })
  await code.fill('L1')
  // Pressed twice by the keyboard, before the page knows that the first is on its way.
  await save.focus()
  await save.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await code.fill('L2')
  await contact.fill('Mei')
  answer.resolve()
  await expect(page.getByText('Loft is saved.')).toBeVisible()
  expect(sent).toBe(1)
  await expect(code).toHaveValue('L2')
  await expect(contact).toHaveValue('Mei')
  await save.click()
  await expect(save).toBeHidden()
  await page.reload()
  await expect(code).toHaveValue('L2')
  await expect(contact).toHaveValue('Mei')
  await page.request.delete(`/api/v2/warehouses/${data.id}`)
})

test('a level that is typed stays while its alerts are switched', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.goto('/en/setting/stock')
  const level = page.getByRole('textbox', { name: 'Alert level' })
  await level.fill('13')
  await page.getByRole('switch', { name: 'Low-stock alerts' }).click()
  await expect(page.getByText('Low-stock alerts are saved.')).toBeVisible()
  await expect(level).toHaveValue('13')
  for (const [typed, why] of [
    ['-1', 'Enter 0 or more'],
    ['1,5', 'Enter a whole number'],
    ['', 'Field cannot be left blank'],
  ] as const) {
    await level.fill(typed)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: why })).toBeVisible()
  }
  await level.fill('13')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden()
  await page.reload()
  await expect(level).toHaveValue('13')
})

test('a shop sells from another warehouse once it was said what follows, and back again', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const made = await page.request.post('/api/v2/warehouses', { data: { name: 'Annex' } })
  expect(made.status()).toBe(201)
  await page.goto('/en/setting/channels')
  await page.getByRole('link', { name: linkedShop.name }).click()
  const warehouse = page.getByLabel('Warehouse', { exact: true })
  await expect(warehouse).toHaveValue('')
  await warehouse.selectOption({ label: 'Annex' })
  const asked = page.getByRole('dialog', { name: `Change the warehouse of ${linkedShop.name} to Annex?` })
  await expect(asked).toContainText('New orders ship from Annex.')
  await expect(asked).toContainText('start at 0')
  await expectWellMade(page)
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await expect(warehouse).toHaveValue('')
  await warehouse.selectOption({ label: 'Annex' })
  await asked.getByRole('button', { name: 'Change warehouse' }).click()
  await expect(warehouse).not.toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(warehouse).toHaveValue('')

  await warehouse.selectOption({ label: 'Annex' })
  await asked.getByRole('button', { name: 'Change warehouse' }).click()
  await expect(asked).toBeHidden()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  const unlinking = page.getByRole('dialog', { name: `Disconnect ${linkedShop.name}?` })
  await unlinking.getByRole('button', { name: 'Disconnect' }).click()
  await expect(unlinking.getByRole('alert')).toHaveText('Cannot delete sale channel with warehouse')
  await unlinking.getByRole('link', { name: 'View warehouses' }).click()
  const annex = page.getByRole('listitem').filter({ hasText: 'Annex' })
  await expect(annex).toContainText(linkedShop.name)

  // A warehouse that a shop sells from stays, and the dialog says what to do.
  await annex.getByRole('link').click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete Annex?' })
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect(deleting.getByRole('alert')).toContainText('Change their warehouse first')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Make default' }).click()
  const moving = page.getByRole('dialog', { name: 'Make Annex the default warehouse?' })
  await moving.getByRole('button', { name: 'Make default' }).click()
  await expect(page.getByText('Annex is the default warehouse.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden()
})

test('says so when it cannot be loaded, and tries again', async ({ page, signInAs }) => {
  await signInAs('owner@other.test')
  await page.route('**/api/v2/warehouses**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/en/setting/stock')
  await expect(page.getByText('The warehouses could not be loaded')).toBeVisible()
  await expectWellMade(page)
  await page.unroute('**/api/v2/warehouses**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Add another warehouse for shops')).toBeVisible()
})

test('is not for who packs', async ({ page, signInAs }) => {
  await signInAs('packer@demo.test')
  await page.goto('/en/setting/account')
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Warehouses' })).toBeHidden()
})

for (const [path, button] of [
  ['/setting/stock', '倉庫を追加'],
  ['/vn/setting/stock', 'Thêm kho hàng'],
  ['/my/setting/stock', 'Tambah gudang'],
] as const) {
  test(`speaks its language at ${path}`, async ({ page, signInAs }) => {
    await signInAs('owner@demo.test')
    await page.goto(path)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
  })
}
