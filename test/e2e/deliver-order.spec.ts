import type { Page } from '@playwright/test'
import { expect, expectWellMade, test } from './page-steps.ts'
import { ask, connectCourier, giveSender, linkWithKeys, openDrawer, type Sandbox } from './doorstep.ts'

/** A web store of the owner's, a courier that pushes to the console, and a warehouse that parcels leave from. */
async function prepare(page: Page, sandbox: Sandbox): Promise<void> {
  const keys = await sandbox('POST', '/_sandbox/web-store/authorize', { shop_id: 'hana-home' })
  await ask(page, 'post', '/shops', { platform_id: 6, name: 'Hana Home', ...(keys as object) })
  await giveSender(page)
  await connectCourier(page, sandbox, 'jnt')
  // Without a default size somebody has to say how big a parcel is.
  await ask(page, 'put', '/settings/delivery', { shipment_id: 3, default_package: null })
}

async function sell(sandbox: Sandbox): Promise<string> {
  const order = await sandbox('POST', '/_sandbox/web-store/orders', { shop_id: 'hana-home' })
  const { id } = order as { id: string }
  await sandbox('POST', `/_sandbox/web-store/orders/${id}/advance`, { action: 'capture' })
  return id
}

test('a web store’s order goes with J&T, from the click to the door', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  await prepare(page, sandbox)
  const { code } = await waitFor(page, await sell(sandbox))
  await page.goto(`/en/orders?keyword=${encodeURIComponent(code)}`)
  await page.locator('tbody tr[data-row] a').filter({ hasText: code }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm ${code}` })
  // Another may be the first one: whatever else the owner has connected is offered too.
  await dialog.getByLabel('Courier', { exact: true }).selectOption({ label: 'J&T Express' })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  // Length, width and height at least: another shop may have supplied the weight of the product.
  await expect.poll(() => dialog.getByText('Required').count()).toBeGreaterThanOrEqual(3)
  for (const [label, text] of Object.entries({ Weight: '1.2', Length: '20', Width: '15', Height: '10' }))
    await dialog.getByLabel(label).fill(text)
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer.getByText('Ready to ship')).toBeVisible()
  const number = await drawer.getByRole('link', { name: /^63\d{10}$/ }).textContent()
  for (const step of ['collect', 'out', 'deliver'])
    await sandbox('POST', `/_sandbox/jnt/parcels/${number}/advance`, { step })
  await expect(drawer.getByText('Delivered', { exact: true }).first()).toBeVisible()
  const said = drawer.getByRole('list', { name: 'Tracking history' }).getByRole('listitem')
  await expect(said).toContainText([/^Delivered · Delivery Signature/, /^Out for delivery/, /^Picked up/])
  await expectWellMade(page)
})

test('a courier that collects no money says so beside the button, whatever the form shows', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  await giveSender(page)
  await connectCourier(page, sandbox, 'gdex')
  const shop = await linkWithKeys(page, sandbox, { code: 'website', id: 4 }, 'aoi-gifts')
  const order = { ref: 'no-cod', lines: [['CUP', 'Cup', 1, 80]], cod: true, status: 'processing' }
  const body = { shop_id: 'aoi-gifts', order, force: true }
  const { id } = (await sandbox('POST', '/_sandbox/website/orders', body)) as { id: number }
  const { panel, code } = await openDrawer(page, String(id), shop)
  await page.setViewportSize({ width: 390, height: 640 })
  await panel.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm ${code}` })
  const courier = dialog.getByLabel('Courier', { exact: true })
  await courier.selectOption({ label: 'GDEX' })
  const reason = 'This courier does not offer cash on delivery. Choose another courier.'
  await expect(dialog.getByText(reason)).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Confirm' })).toHaveAccessibleDescription(reason)
  await expectWellMade(page)
  await courier.selectOption({ label: 'Own delivery' })
  await expect(dialog.getByText(reason)).toBeHidden()
})

test('what the seller brings himself is handed over on a phone', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  const shops = (await ask(page, 'get', '/shops')) as { platform_id: number }[]
  if (!shops.some((shop) => shop.platform_id === 6)) await prepare(page, sandbox)
  await page.setViewportSize({ width: 390, height: 844 })
  const { id, code } = await waitFor(page, await sell(sandbox))
  await page.goto(`/en/orders/${id}`)
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm ${code}` })
  await dialog.getByLabel('Courier', { exact: true }).selectOption({ label: 'Own delivery' })
  for (const [label, text] of Object.entries({ Weight: '1', Length: '20', Width: '15', Height: '10' }))
    await dialog.getByLabel(label).fill(text)
  await expect(dialog.getByText(/^You deliver it yourself\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await drawer.getByRole('button', { name: 'Start delivery' }).click()
  const told = await drawer.getByText(/^Buyer’s code \(/).textContent()
  const said = drawer.getByRole('list', { name: 'Tracking history' }).getByRole('listitem')
  await expect(said).toHaveText([/^Out for delivery\d/])
  // Nobody was there: the reason belongs to this attempt, not to the next one.
  await drawer.getByLabel('Note', { exact: true }).fill('Gate closed')
  await drawer.getByRole('button', { name: 'Delivery failed' }).click()
  await expect(said.first()).toContainText('Delivery attempt failed · Gate closed')
  await expect(drawer.getByLabel('Note', { exact: true })).toHaveValue('')
  await expect(drawer.getByText('Courier fee:')).toBeHidden()
  await drawer.getByRole('button', { name: 'Start delivery' }).click()
  await drawer.getByLabel('Buyer’s code').fill('000001')
  await drawer.getByRole('button', { name: 'Delivered' }).click()
  await expect(drawer.getByRole('alert')).toContainText('Incorrect OTP')
  await drawer.getByLabel('Buyer’s code').fill(told?.slice(-6) ?? '')
  await expectWellMade(page)
  await drawer.getByRole('button', { name: 'Delivered' }).click()
  await expect(drawer.getByRole('button', { name: 'Delivered' })).toBeHidden()
  await expect(drawer.getByText('Delivered', { exact: true }).first()).toBeVisible()
})

test('a warehouse without a phone is one click away from the parcel that waits for it', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const shops = (await ask(page, 'get', '/shops')) as { platform_id: number }[]
  if (!shops.some((shop) => shop.platform_id === 6)) await prepare(page, sandbox)
  const { id } = await waitFor(page, await sell(sandbox))
  const [warehouse] = (await ask(page, 'get', '/warehouses')) as { id: number }[]
  await ask(page, 'put', `/warehouses/${warehouse?.id}`, { phone: null })
  await page.goto(`/en/orders/${id}`)
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: /^Confirm / })
  await dialog.getByLabel('Courier', { exact: true }).selectOption({ label: 'J&T Express' })
  await expect(dialog.getByText('Add an address and phone number to the shop')).toBeVisible()
  await expectWellMade(page)
  await dialog.getByRole('link', { name: 'Open warehouse settings' }).click()
  await expect(page).toHaveURL(/\/en\/setting\/stock$/)
  await expect(dialog).toBeHidden()
  // Users who may not open the warehouses see what is missing, but no link.
  await signInAs('packer@demo.test')
  await page.goto(`/en/orders/${id}`)
  await drawer.getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByLabel('Courier', { exact: true }).selectOption({ label: 'J&T Express' })
  await expect(dialog.getByText('Add an address and phone number to the shop')).toBeVisible()
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await signInAs('owner@demo.test')
  await giveSender(page)
})

test('the label of what was confirmed is printed by itself where the courier is set so', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const shops = (await ask(page, 'get', '/shops')) as { platform_id: number }[]
  if (!shops.some((shop) => shop.platform_id === 6)) await prepare(page, sandbox)
  const size = { weight: 800, length: 20, width: 15, height: 10 }
  await ask(page, 'put', '/settings/delivery', { shipment_id: 3, auto_print: 1, default_package: size })
  const { id } = await waitFor(page, await sell(sandbox))
  await page.goto(`/en/orders/${id}`)
  await page.getByRole('dialog').first().getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: /^Confirm / })
  await dialog.getByLabel('Courier', { exact: true }).selectOption({ label: 'J&T Express' })
  // The weight of the usual parcel, or the sum where the demo's marketplace lists the same product.
  await expect(dialog.getByText(/^(From the default parcel|Calculated from)/)).toBeVisible()
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const panel = page.getByRole('region', { name: 'Waybills' })
  await expect(panel.getByText('1 page is ready.')).toBeVisible()

  // Together with others, too.
  await page.getByRole('region', { name: 'Current run' }).getByRole('button', { name: 'Close' }).click()
  const { code: other } = await waitFor(page, await sell(sandbox))
  await ask(page, 'put', '/settings/delivery-platform', { platform_id: 6, shipment_id: 3 })
  await page.goto(`/en/orders?keyword=${encodeURIComponent(other)}`)
  await page.locator('tbody tr[data-row]', { hasText: other }).getByRole('checkbox').check()
  await page.keyboard.press('c')
  const bulk = page.getByRole('dialog', { name: /^Confirm (1|one)/ })
  await bulk.getByRole('button', { name: /^Confirm 1/ }).click()
  await expect(panel.getByText('1 page is ready.')).toBeVisible()
  await ask(page, 'put', '/settings/delivery', { shipment_id: 3, auto_print: 0, default_package: null })
  await ask(page, 'put', '/settings/delivery-platform', { platform_id: 6, shipment_id: null })
})

test('goods of a parcel that comes back go on the shelf or are written off', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const shops = (await ask(page, 'get', '/shops')) as { platform_id: number }[]
  if (!shops.some((shop) => shop.platform_id === 6)) await prepare(page, sandbox)
  const { id } = await waitFor(page, await sell(sandbox))
  const package_ = { weight: 1, length: 20, width: 15, height: 10 }
  await ask(page, 'post', `/orders/${id}/confirm`, { shipment_id: 0, package: package_ })
  await page.goto(`/en/orders/${id}`)
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Start delivery' }).click()
  await drawer.getByLabel('Note', { exact: true }).first().fill('Nobody at home')
  await drawer.getByRole('button', { name: 'Delivery failed' }).click()
  await drawer.getByRole('button', { name: 'Returned' }).click()
  await expect(drawer.getByRole('heading', { name: 'Parcel returned to sender' })).toBeVisible()
  await expectWellMade(page)
  await drawer.getByRole('button', { name: 'Receive items' }).click()
  const dialog = page.getByRole('dialog', { name: /^Receive returned items of / })
  const restock = dialog.getByLabel('Restock').first()
  const pieces = Number(await restock.inputValue())
  await restock.fill(String(pieces - 1))
  await dialog.getByLabel('Write off').first().fill('1')
  await dialog.getByLabel('Condition of the items').fill('Wet')
  await dialog.getByRole('button', { name: 'Receive items' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer.getByRole('heading', { name: 'Returned parcel received' })).toBeVisible()
  await expect(drawer.getByText(/1 written off/)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Receive items' })).toBeHidden()
})

/** Found by its store's id, and called as the store shows it. */
async function waitFor(page: Page, channelId: string): Promise<{ id: number; code: string }> {
  let found: { id: number; code: string } | undefined
  await expect(async () => {
    const rows = await ask(page, 'get', `/orders/search?keyword=${channelId}`)
    found = (rows as { id: number; code: string }[])[0]
    expect(found?.code).toMatch(/^#\d+$/)
  }).toPass()
  return found ?? { id: 0, code: '' }
}
