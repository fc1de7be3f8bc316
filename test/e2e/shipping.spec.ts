/** Steps of a packer before orders leave: shipping parts of one, files and labels of some, and choosing the courier. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buyerIn } from '../steps/buyer-in.ts'
import { readCsv } from '../steps/export-steps.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'
import { awaitOrders, isIn } from './opened-order.ts'
import {
  confirm,
  connectCourier,
  expectStatus,
  giveSender,
  linkByConsent,
  linkWithKeys,
  numberIn,
  openDrawer,
  scan,
  withCourier,
  type Drawer,
  type Sandbox,
} from './doorstep.ts'

const website = { code: 'website', id: 4 }

test.beforeEach(({ signInAs }) => signInAs('owner@demo.test'))

/** Some of a line's pieces, or all that are left. */
async function pack({ page, code, panel }: Drawer, pieces?: [name: string, figure: string]): Promise<void> {
  await panel.getByRole('button', { name: 'Mark as packed' }).click()
  const dialog = page.getByRole('dialog', { name: `Mark ${code} as packed?` })
  if (pieces) {
    await dialog.getByLabel('Pack some items only').check()
    await dialog.getByLabel(new RegExp(`^Quantity of ${pieces[0]}`)).fill(pieces[1])
    await expectWellMade(page)
  }
  await dialog.getByRole('button', { name: 'Mark as packed' }).click()
  await expect(dialog).toBeHidden()
}

test('an order goes in two packages, and is ready when the last one is', async ({ page, sandbox }) => {
  const shop_id = 100190015
  const shop = await linkByConsent(page, sandbox, { code: 'lazada', id: 1 }, shop_id)
  const lines = [
    ['CUP', 'Tea Cup', 2, 19.9],
    ['POT', 'Tea Pot', 1, 49.9],
  ]
  const order = { ref: 'desk-split', status: 'pending', cod: false, lines }
  const made = await sandbox('POST', '/_sandbox/lazada/orders', { shop_id, order, force: true })
  const drawer = await openDrawer(page, (made as { order_id: string }).order_id, shop)
  await expectStatus(drawer, 'Pending')
  await pack(drawer, ['Tea Cup', '2'])
  const packages = drawer.panel
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^(Parcel|\d parcels)$/ }) })
  const numbers = packages.last().getByRole('listitem')
  await expect(numbers).toHaveCount(1)
  await expectStatus(drawer, 'Pending')
  await expect(drawer.panel.getByRole('button', { name: 'Mark as packed' })).toBeEnabled()
  await pack(drawer)
  await expect(numbers).toHaveCount(2)
  const [first, second] = await numbers.allTextContents()
  expect(first).not.toBe(second)
  await expect(drawer.panel.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  await confirm(drawer)
  await expectStatus(drawer, 'Ready to ship')
})

/** Orders of the demo's marketplace, by its own numbers. */
async function sell(sandbox: Sandbox, ...refs: string[]): Promise<string[]> {
  const codes: string[] = []
  for (const ref of refs) {
    const order = { ref, status: 'READY_TO_SHIP', lines: [['CUP', 'Tea Cup', 1, 12.5]] }
    const action = { shop_id: linkedShop.id, order, force: true }
    codes.push(((await sandbox('POST', '/_sandbox/shopee/orders', action)) as { order_sn: string }).order_sn)
  }
  return codes
}

/** In the list, once they are all there: loading it again would forget what was chosen. */
async function choose(page: Page, status: string, codes: string[], awaited = codes): Promise<void> {
  await awaitOrders(page, awaited, isIn(status))
  await page.goto(`/en/orders?status=${status}`)
  for (const code of codes) await page.getByRole('checkbox', { name: `Select order ${code}` }).check()
}

test('the chosen orders alone are had as a file', async ({ page, sandbox }) => {
  const codes = await sell(sandbox, 'desk-file-1', 'desk-file-2', 'desk-file-3')
  await choose(page, 'pending', codes.slice(0, 2), codes)
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const form = page.getByRole('dialog').filter({ hasText: '2 orders, one row per item' })
  await expectWellMade(page)
  await form.getByRole('radio', { name: 'CSV' }).check()
  await form.getByRole('button', { name: 'Export' }).click()
  const link = page
    .getByRole('region', { name: 'Export progress' })
    .getByRole('link', { name: /^Download orders-.*\.csv$/ })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  const [heads = [], ...rows] = readCsv(await readFile(await file.path()))
  const found = rows.map((row) => row[heads.indexOf('Order code')])
  expect(found).toHaveLength(2)
  expect(new Set(found)).toEqual(new Set(codes.slice(0, 2)))
})

test('the default courier of a channel is chosen, preselected, and given up again', async ({
  page,
  sandbox,
}) => {
  const shop = await linkWithKeys(page, sandbox, { code: 'web-store', id: 6 }, 'hana-home')
  await giveSender(page)
  await connectCourier(page, sandbox, 'jnt')
  await page.goto('/en/setting/shipment')
  const list = page.getByLabel('Web store', { exact: true })
  await list.selectOption({ label: 'J&T Express' })
  await expect(page.getByText('Default courier is saved.')).toBeVisible()
  await page.reload()
  await expect(list).toHaveValue('3')
  await expectWellMade(page)

  const { id } = (await sandbox('POST', '/_sandbox/web-store/orders', { shop_id: 'hana-home' })) as {
    id: string
  }
  await sandbox('POST', `/_sandbox/web-store/orders/${id}/advance`, { action: 'capture' })
  const { panel, code } = await openDrawer(page, id, shop)
  await panel.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm ${code}` })
  await expect(dialog.getByLabel('Courier', { exact: true })).toHaveValue('3')

  await page.goto('/en/setting/shipment')
  await list.selectOption({ label: 'Select each time' })
  await expect(page.getByText('Default courier is saved.')).toBeVisible()
  await page.reload()
  await expect(list).toHaveValue('')
})

/** Notes which frames were printed: a browser without a screen has no printer. */
async function watchPrinter(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const window = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        const frame = window?.get?.call(this) as Window | null
        const { dataset } = document.body
        if (frame)
          frame.print = () => (dataset['printed'] = [dataset['printed'], this.title].filter(Boolean).join())
        return frame
      },
    })
  })
}

test('labels that are web pages are printed one after the other', async ({ page, sandbox }) => {
  const shop_id = 'aoi-gifts-vn'
  const shop = await linkWithKeys(page, sandbox, website, shop_id)
  await connectCourier(page, sandbox, 'ghn')
  const codes = [await sellVietnamese(sandbox, shop_id, 1), await sellVietnamese(sandbox, shop_id, 2)]
  const numbers: string[] = []
  for (const code of codes) {
    const drawer = await openDrawer(page, code, shop)
    await confirm(drawer, withCourier('Giao Hàng Nhanh'))
    await expectStatus(drawer, 'Ready to ship')
    numbers.push(await numberIn(drawer, /^L[0-9A-Z]{7}$/))
  }
  const [first = '', second = ''] = codes
  await watchPrinter(page)
  await choose(page, 'ready_to_ship', codes)
  await page.getByRole('button', { name: 'Print waybills' }).click()
  const panel = page.getByRole('region', { name: 'Waybills' })
  await expect(panel.getByText('2 waybills have to be printed separately.')).toBeVisible()
  await expectWellMade(page)
  await panel.getByRole('button', { name: 'Print 2 waybills separately' }).click()
  const printed = (code: string) => `Print waybill of ${code}`
  await expect(page.locator('body')).toHaveAttribute('data-printed', codes.map(printed).join())
  for (const [at, code] of codes.entries()) {
    const label = page.frameLocator(`iframe[title="${printed(code)}"]`)
    await expect(label.getByRole('heading', { name: numbers[at] ?? '' })).toBeAttached()
  }
  // Each once more, by itself.
  await panel.getByRole('button', { name: `Print again: ${second}` }).click()
  await expect(page.locator('body')).toHaveAttribute(
    'data-printed',
    [first, second, second].map(printed).join(),
  )
  const drawer = await openDrawer(page, first, shop)
  await expect(drawer.panel.getByText(/^Waybill printed · /)).toBeVisible()
  // Nothing is left under way: a courier who carries something is not connected anew.
  for (const [at, number] of numbers.entries()) {
    await scan(sandbox, 'ghn', number, 'collect', 'deliver')
    await expectStatus(await openDrawer(page, codes[at] ?? '', shop), 'Delivered')
  }
})

async function sellVietnamese(sandbox: Sandbox, shop_id: string, at: number): Promise<string> {
  const lines = [['LAMP', 'Lamp', 1, 12]]
  const order = {
    ref: `desk-label-${at}`,
    customer: buyerIn('Phường Bến Nghé'),
    lines,
    cod: false,
    status: 'processing',
  }
  const made = await sandbox('POST', '/_sandbox/website/orders', { shop_id, order, force: true })
  return String((made as { id: number }).id)
}

test('a file says whose buyer thought better of it before the parcel left', async ({ page, sandbox }) => {
  await sandbox('POST', '/_sandbox/shopee/delays', { tracking_seconds: 0, document_seconds: 0 })
  const codes = await sell(sandbox, 'desk-stop-1', 'desk-stop-2')
  for (const sn of codes)
    await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'arrange' })
  const [goes = ''] = codes
  await choose(page, 'ready_to_ship', codes)
  await page.getByRole('button', { name: 'Print waybills' }).click()
  const panel = page.getByRole('region', { name: 'Waybills' })
  await expect(panel.getByText('2 pages are ready.')).toBeVisible()
  await sandbox('POST', `/_sandbox/shopee/orders/${goes}/advance`, { action: 'request_cancel' })
  const alert = panel.getByRole('alert')
  await expect(alert).toContainText('1 order in the file must not be shipped.')
  await expect(alert).toContainText(`${goes}The buyer requested cancellation.`)
  await expectWellMade(page)
  await alert.getByRole('button', { name: 'Print remaining orders' }).click()
  await expect(panel.getByText('1 page is ready.')).toBeVisible()
  await expect(alert).toBeHidden()
})
