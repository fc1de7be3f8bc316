import { readFileSync } from 'node:fs'
import { seePages } from '../steps/sheets.ts'
import { countClicks } from './count-clicks.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'
import { openOrder } from './opened-order.ts'
import type { DemoConsole } from './start-demo-console.ts'

type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>

/** Two cups, a lamp and a vase, for which a courier comes. */
async function sell({ sandbox: { shopee } }: DemoConsole, sandbox: Sandbox, ref: string): Promise<string> {
  await sandbox('POST', '/_sandbox/shopee/delays', { tracking_seconds: 0, document_seconds: 0 })
  const lines = [
    ['SPLIT-CUP', 'Tea cup', 2, 12.5],
    ['SPLIT-LAMP', 'Desk lamp', 1, 40],
    ['SPLIT-VASE', 'Blue vase', 1, 19.9],
  ]
  const body = { shop_id: linkedShop.id, order: { ref, status: 'READY_TO_SHIP', lines }, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
  const found = shopee.book.find(sn)
  if (!found) throw new Error('the order is not there')
  found.parcel.carrier = { id: 28_055, name: 'SPX Express', cod: true, modes: ['pickup', 'dropoff'] }
  return sn
}

// Split, the arrow of what goes into the other parcel, Split.
test('an order is split in three clicks, confirmed, and gets two waybills', async ({
  page,
  product,
  signInAs,
  sandbox,
}, info) => {
  const sn = await sell(product, sandbox, 'split-two')
  await signInAs('packer@demo.test')
  const drawer = await openOrder(page, sn)
  const { click, end } = countClicks(info)
  await click(drawer.getByRole('button', { name: 'Split into parcels' }))
  const dialog = page.getByRole('dialog', { name: `Split ${sn} into parcels` })
  const split = dialog.getByRole('button', { name: 'Split into parcels' })
  await expect(split).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByRole('button', { name: 'Move Tea cup to parcel 2' })).toBeFocused()
  await expect(dialog.getByText('Add items to a second parcel.')).toBeVisible()
  await expectWellMade(page)
  await click(dialog.getByRole('button', { name: 'Move Desk lamp to parcel 2' }))
  await expect(dialog.getByRole('region', { name: 'Parcel 2' })).toContainText('1 × Desk lamp')
  await click(split)
  await expect(dialog).toBeHidden()
  end(3)

  await expect(drawer.getByRole('heading', { name: '2 parcels' })).toBeVisible()
  await expect(drawer.getByText('2 × Tea cup, 1 × Blue vase')).toBeVisible()
  await expect(drawer.getByText('1 × Desk lamp', { exact: true })).toBeVisible()
  await expect(drawer.getByText(/^Split into parcels requested · /)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Split into parcels' })).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Merge into one parcel' })).toBeVisible()
  await expectWellMade(page)

  await drawer.getByRole('button', { name: 'Confirm' }).click()
  const confirmation = page.getByRole('dialog', { name: `Confirm ${sn}` })
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(drawer.getByText('Ready to ship')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Merge into one parcel' })).toBeHidden()
  const found = product.sandbox.shopee.book.find(sn)
  const numbers = () => [found?.parcel, ...(found?.others ?? [])].map((parcel) => parcel?.tracking ?? '')
  await expect(() => expect(numbers().filter(Boolean)).toHaveLength(2)).toPass()
  for (const number of numbers())
    await expect(drawer.getByText(number, { exact: true }).first()).toBeVisible()

  await drawer.getByRole('button', { name: 'Print waybill' }).click()
  const panel = page.getByRole('region', { name: 'Waybills' })
  await expect(panel.getByText('2 pages are ready.')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download' }).click(),
  ])
  const pages = await seePages(readFileSync(await download.path()))
  expect(pages).toHaveLength(2)
  expect(new Set(pages.map(({ codes }) => codes[0]?.text))).toEqual(new Set(numbers()))
})

test('a split is taken back, and what the channel says against one is told', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  const sn = await sell(product, sandbox, 'split-back')
  await signInAs('owner@demo.test')
  const drawer = await openOrder(page, sn)
  await drawer.getByRole('button', { name: 'Split into parcels' }).click()
  const dialog = page.getByRole('dialog', { name: `Split ${sn} into parcels` })
  // By keyboard alone; the focus stays where the next item is moved. What is left of the third parcel is none.
  await dialog.getByRole('button', { name: 'Add parcel' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move Tea cup to parcel 2' })).toBeFocused()
  // The buttons of two other parcels leave the name its line.
  const name = await dialog.getByText(/^1 × Desk lamp/).boundingBox()
  expect(name?.width).toBeGreaterThan(180)
  await dialog.getByRole('button', { name: 'Move Desk lamp to parcel 3' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move Blue vase to parcel 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Move Desk lamp to parcel 1' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move Desk lamp to parcel 2' })).toBeFocused()
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Split into parcels' }).press('Enter')
  await expect(drawer.getByRole('heading', { name: '2 parcels' })).toBeVisible()
  await drawer.getByRole('button', { name: 'Merge into one parcel' }).click()
  const question = page.getByRole('dialog', { name: `Merge ${sn} into one parcel?` })
  await expect(question.getByText('All items go back into one parcel.')).toBeVisible()
  await question.getByRole('button', { name: 'Merge into one parcel' }).click()
  await expect(drawer.getByRole('heading', { name: '2 parcels' })).toBeHidden()
  await expect(drawer.getByText(/^Merge into one parcel requested · /)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Split into parcels' })).toBeVisible()

  // Somebody has it split on the channel's own page in the same moment.
  const found = product.sandbox.shopee.book.find(sn)
  if (!found) throw new Error('the order is not there')
  await drawer.getByRole('button', { name: 'Split into parcels' }).click()
  await dialog.getByRole('button', { name: 'Move Blue vase to parcel 2' }).click()
  Object.assign(found, { others: [{ ...found.parcel, number: `${found.parcel.number}9`, lines: [0] }] })
  Object.assign(found.parcel, { lines: [1, 2] })
  await dialog.getByRole('button', { name: 'Split into parcels' }).click()
  await expect(drawer.getByText(/^Split into parcels failed · /)).toBeVisible()
  await expect(drawer.getByRole('heading', { name: '2 parcels' })).toBeVisible()
})
