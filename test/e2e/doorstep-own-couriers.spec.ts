/** Orders that the owner's own couriers carry, from their arrival to the buyer's door, and one back again. */
import type { Locator } from '@playwright/test'
import {
  confirm,
  connectCourier,
  expectCourierSaid,
  expectHistory,
  expectStatus,
  giveSender,
  linkByConsent,
  linkWithKeys,
  numberIn,
  openDrawer,
  scan,
  withCourier,
  type Drawer,
} from './doorstep.ts'
import { expect, expectWellMade, test } from './page-steps.ts'
import { makePng } from '../steps/selling-session.ts'
import { buyerIn } from '../steps/buyer-in.ts'

const website = { code: 'website', id: 4 }
const webStore = { code: 'web-store', id: 6 }
const till = { code: 'pos', id: 3 }
const tiki = { code: 'tiki', id: 7 }

test.beforeEach(({ signInAs }) => signInAs('owner@demo.test'))

const paid = { lines: [['CUP', 'Tea Cup', 2, 19.9]], cod: false }

for (const [dialect, keys, hasPickup] of [
  ['prime', {}, false],
  ['mygdex', { dialect: 'mygdex', api_token: 'gdex-wallet-token' }, true],
] as const)
  test(`a website’s order goes with GDEX (${dialect}), which is asked for its parcels`, async ({
    page,
    product,
    sandbox,
  }) => {
    const shop_id = 'aoi-gifts'
    const shop = await linkWithKeys(page, sandbox, website, shop_id)
    await giveSender(page)
    await connectCourier(page, sandbox, 'gdex', keys)
    const order = { ...paid, ref: `doorstep-${dialect}`, status: 'processing' }
    const made = await sandbox('POST', '/_sandbox/website/orders', { shop_id, order, force: true })
    const drawer = await openDrawer(page, String((made as { id: number }).id), shop)
    await expectStatus(drawer, 'Pending')
    await confirm(drawer, async (dialog) => {
      await withCourier('GDEX')(dialog)
      // Pick-ups of corporate accounts are arranged in GDEX's portal.
      await expect(dialog.getByLabel('Hand-over method')).toHaveCount(hasPickup ? 1 : 0)
      if (hasPickup) await dialog.getByLabel('Hand-over method').selectOption({ label: 'Pick-up' })
      await expect(dialog.getByLabel('Pick-up date')).toHaveCount(hasPickup ? 1 : 0)
      await dialog.getByLabel('Remark for the courier').fill('Ring twice')
    })
    await expectStatus(drawer, 'Ready to ship')
    const number = await numberIn(drawer, hasPickup ? /^MY\d{9}$/ : /^TCN\d{8}$/)
    await scan(sandbox, 'gdex', number, 'collect', 'depart')
    await product.lookAtParcels()
    await expectStatus(drawer, 'Shipped')
    await scan(sandbox, 'gdex', number, 'out', 'deliver')
    await product.lookAtParcels()
    await expectStatus(drawer, 'Delivered')
    // Asked twice, GDEX told where the parcel was at those moments.
    await expectCourierSaid(drawer, /^Delivered/, /^In transit/)
    await expectHistory(drawer, 'Delivered', 'Handed over', 'Courier booked')
  })

test('a Vietnamese store’s order goes with GHN, to a ward that the packer chooses', async ({
  page,
  sandbox,
}) => {
  const shop_id = 'aoi-gifts-vn'
  const shop = await linkWithKeys(page, sandbox, website, shop_id)
  await connectCourier(page, sandbox, 'ghn')
  // The street and the city of the store name a ward that is not on GHN's list.
  const lines = [['LAMP', 'Lamp', 1, 12]]
  const order = {
    ref: 'doorstep-ghn',
    customer: buyerIn('Phường Thạch Thang'),
    lines,
    cod: false,
    status: 'processing',
  }
  const made = await sandbox('POST', '/_sandbox/website/orders', { shop_id, order, force: true })
  const drawer = await openDrawer(page, String((made as { id: number }).id), shop)
  await expectStatus(drawer, 'Pending')
  await confirm(drawer, async (dialog) => {
    await withCourier('Giao Hàng Nhanh')(dialog)
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('Required')).toHaveCount(3)
    await expect(dialog.getByText(/Phường Thạch Thang/)).toBeVisible()
    await expect(dialog.getByLabel('Province')).toBeFocused()
    const withoutDistrict = dialog.getByRole('switch', { name: /^Address without a district/ })
    await withoutDistrict.check()
    await dialog.getByLabel('Province').selectOption({ label: 'Hà Nội' })
    await dialog.getByLabel('Ward').selectOption({ label: 'Phường Cầu Giấy' })
    await expect(dialog.getByText('Required')).toHaveCount(0)
    await withoutDistrict.uncheck()
    await dialog.getByLabel('Province').selectOption({ label: 'Hồ Chí Minh' })
    await dialog.getByLabel('District', { exact: true }).selectOption({ label: 'Quận Gò Vấp' })
    await dialog.getByLabel('Ward').selectOption({ label: 'Phường 2' })
    await expect(dialog.getByText(/GHN does not serve this ward/)).toBeVisible()
    await dialog.getByLabel('District', { exact: true }).selectOption({ label: 'Quận 3' })
    await dialog.getByLabel('Ward').selectOption({ label: 'Phường 8' })
    await expect(dialog.getByText('Required')).toHaveCount(0)
    await expect(dialog.getByLabel('Pick-up time').locator('option').first()).toHaveText(
      /^\d+\/\d+\/2\d{3} · /,
    )
    const fee = dialog.getByText(/^Courier fee: /)
    await expect(fee).toContainText('23.000')
    await dialog.getByLabel('Weight').fill('6')
    await expect(fee).toContainText('45.500')
    await dialog.getByLabel('Weight').fill('1.2')
    await expect(fee).toContainText('23.000')
    await expect(dialog.getByLabel('Weight')).toHaveValue('1.2')
    await expectWellMade(page)
  })
  await expectStatus(drawer, 'Ready to ship')
  const number = await numberIn(drawer, /^L[0-9A-Z]{7}$/)
  await scan(sandbox, 'ghn', number, 'collect', 'out')
  await expectStatus(drawer, 'Shipped')
  await scan(sandbox, 'ghn', number, 'fail', 'refuse')
  await expectStatus(drawer, 'Failed')
  await scan(sandbox, 'ghn', number, 'return', 'returned')
  await expectStatus(drawer, 'Returned')
  await expectHistory(drawer, 'Returned', 'Delivery failed', 'Handed over', 'Courier booked')
})

test('a till’s open ticket gets an address and is brought by the seller himself', async ({
  page,
  product,
  sandbox,
}) => {
  const shop_id = 'aoi-counter/1'
  const shop = await linkWithKeys(page, sandbox, till, shop_id)
  const order = { ...paid, ref: 'doorstep-till', status: 'processing', customer: 'member' }
  const made = await sandbox('POST', '/_sandbox/pos/orders', { shop_id, order, force: true })
  const drawer = await openDrawer(page, String((made as { id: number }).id), shop)
  await expectStatus(drawer, 'Confirmed')
  const { panel } = drawer
  await panel.getByRole('button', { name: 'Edit address' }).click()
  const form = page.getByRole('dialog', { name: `Address of ${drawer.code}` })
  const home = {
    Name: 'Mei Ling',
    Phone: '012-345 6789',
    'Street and number': '12 Jalan Telawi',
    Postcode: '59100',
    City: 'Kuala Lumpur',
    'State or province': 'Kuala Lumpur',
  }
  for (const [label, text] of Object.entries(home)) await form.getByLabel(label).fill(text)
  await form.getByLabel('Country').selectOption('MY')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText(/^12 Jalan Telawi, 59100 Kuala Lumpur/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Confirm' })).toBeEnabled()

  await confirm(drawer, withCourier('Own delivery'))
  await expectStatus(drawer, 'Ready to ship')
  await panel.getByRole('button', { name: 'Start delivery' }).click()
  await expectStatus(drawer, 'Shipped')
  const told = await panel.getByText(/^Buyer’s code \(/).textContent()
  const chooser = panel.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'door.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') })
  await expect(panel.getByText('This file is not a photo that can be read. Take another one.')).toBeVisible()
  await chooser.setInputFiles({
    name: 'door.png',
    mimeType: 'image/png',
    buffer: Buffer.from(makePng(40, 30).bytes),
  })
  await expect(panel.getByRole('img', { name: 'Proof of delivery photo' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Retake photo' })).toBeVisible()
  await expect(panel.getByText(/can be read/)).toBeHidden()
  await panel.getByLabel('Buyer’s code').fill(told?.slice(-6) ?? '')
  await panel.getByRole('button', { name: 'Delivered' }).click()
  await expectStatus(drawer, 'Delivered')
  await expectHistory(drawer, 'Delivered', 'Handed over', 'Courier booked')
  const [sale] = (await salesOf(product.sandbox.url, shop_id)).filter(({ id }) => String(id) === drawer.code)
  expect(sale?.status).toBe('completed')
})

type Sale = { id: number; status: string }

async function salesOf(url: string, shop: string): Promise<Sale[]> {
  const reply = await fetch(`${url}/_sandbox/oracle/pos/orders?shop_id=${shop}`)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  return lines.map((line) => (JSON.parse(line) as { order: Sale }).order)
}

test('a web store’s order goes with Ninja Van, and another comes back', async ({ page, sandbox }) => {
  test.slow()
  const shop = await linkWithKeys(page, sandbox, webStore, 'hana-home')
  await giveSender(page)
  await connectCourier(page, sandbox, 'ninjavan')
  const there = await send()
  await scan(sandbox, 'ninjavan', there.number, 'collect', 'arrive')
  await expectStatus(there.drawer, 'Shipped')
  await scan(sandbox, 'ninjavan', there.number, 'out', 'deliver')
  await expectStatus(there.drawer, 'Delivered')
  await expectCourierSaid(there.drawer, /^Delivered/, /^Out for delivery/, /Picked up/)
  await expectHistory(there.drawer, 'Delivered', 'Handed over', 'Courier booked')

  const back = await send()
  await scan(sandbox, 'ninjavan', back.number, 'collect', 'out', 'fail')
  await expectStatus(back.drawer, 'Shipped')
  await scan(sandbox, 'ninjavan', back.number, 'lose')
  await expectStatus(back.drawer, 'Failed')
  await scan(sandbox, 'ninjavan', back.number, 'return', 'returned')
  await expectStatus(back.drawer, 'Returned')
  await expectCourierSaid(back.drawer, /Returned to Sender|^Returned/, /Lost/)
  await expectHistory(back.drawer, 'Returned', 'Delivery failed', 'Handed over')

  async function send(): Promise<{ drawer: Drawer; number: string }> {
    const made = await sandbox('POST', '/_sandbox/web-store/orders', { shop_id: 'hana-home' })
    const { id } = made as { id: string }
    await sandbox('POST', `/_sandbox/web-store/orders/${id}/advance`, { action: 'capture' })
    const drawer = await openDrawer(page, id, shop)
    await expectStatus(drawer, 'Pending')
    await confirm(drawer, withCourier('Ninja Van'))
    await expectStatus(drawer, 'Ready to ship')
    return { drawer, number: await numberIn(drawer, /^NVMYAOI/) }
  }
})

test('an order of Tiki is confirmed from one of the seller’s warehouses, and Tiki brings it', async ({
  page,
  sandbox,
}) => {
  const shop_id = 328784
  const { id } = await linkByConsent(page, sandbox, tiki, shop_id)
  const control = (path: string, body?: object) =>
    sandbox(body ? 'POST' : 'GET', `/_sandbox/tiki/orders${path}`, body)
  const code = await sell()
  // Tiki tells nobody by itself.
  const drawer = await openDrawer(page, code, { id, isSilent: true })
  await expectStatus(drawer, 'Pending')
  await confirm(drawer, async (dialog: Locator) => {
    await dialog
      .getByLabel('Courier', { exact: true })
      .selectOption({ label: 'Delivered by the marketplace' })
    await dialog.getByLabel('Warehouse').selectOption({ label: 'Kho Tân Bình' })
  })
  await expectStatus(drawer, 'Confirmed')
  for (const [action, status] of [
    ['pick', 'Confirmed'],
    ['pack', 'Ready to ship'],
    ['hand_over', 'Shipped'],
    ['ship', 'Shipped'],
    ['deliver', 'Delivered'],
  ] as const) {
    await control(`/${code}/advance`, { action })
    await expectStatus(drawer, status)
  }
  await expectHistory(drawer, 'Delivered', 'Handed over', 'Confirmed')
  const { items } = ((await control(`/${code}`)) as { order: { items: Item[] } }).order
  expect(items.map(({ seller_inventory_id: id }) => id)).toEqual([384741])

  async function sell(): Promise<string> {
    for (let at = 0; ; at++) {
      const order = {
        ref: `doorstep-tiki-${at}`,
        lines: [['CUP', 'Cup', 1, 150_000]],
        cod: false,
        status: 'queueing',
      }
      const { order_id: made } = (await control('', { shop_id, order, force: true })) as {
        order_id: string
      }
      const { order: truth } = (await control(`/${made}`)) as { order: { fulfillment_type: string } }
      if (truth.fulfillment_type !== 'seller_delivery') return made
    }
  }
})

type Item = { seller_inventory_id: number }
