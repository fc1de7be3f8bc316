import type { DemoConsole } from './start-demo-console.ts'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'
import { awaitOrders, openOrder } from './opened-order.ts'

type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>

let made = 0
/** An order that waits for the seller, and whose parcel may be picked up or dropped off. */
async function sell(
  { sandbox: { shopee } }: DemoConsole,
  sandbox: Sandbox,
  name = 'SPX Express',
): Promise<string> {
  const order = { ref: `confirm-${made++}`, status: 'READY_TO_SHIP', lines: [['CUP', 'Cup', 2, 19.9]] }
  const body = { shop_id: linkedShop.id, order, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
  const found = shopee.book.find(sn)
  if (!found) throw new Error('the order is not there')
  found.parcel.carrier = { id: 28_055, name, cod: true, modes: ['pickup', 'dropoff'] }
  return sn
}

const advance = (sandbox: Sandbox, sn: string, action: string) =>
  sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action })

test('a packer confirms an order, and sees when it is a fact', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  const sn = await sell(product, sandbox)
  await signInAs('packer@demo.test')
  const drawer = await openOrder(page, sn)
  await expect(drawer.getByRole('button', { name: 'Confirm' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'More actions' })).toBeHidden()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: `Confirm ${sn}` })
  await expect(dialog.getByText('This cannot be undone.')).toBeVisible()
  const slots = dialog.getByLabel('Pick-up time')
  await expect(slots.getByRole('option')).toHaveCount(3)
  await expectWellMade(page)
  await slots.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toBeHidden()
  await expect(drawer.getByText('Ready to ship')).toBeVisible()
  await expect(drawer.getByText(/^Confirmation requested · /)).toBeVisible()
  await expect(drawer.getByText('Courier booked')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Confirm' })).toBeHidden()
  expect(product.sandbox.shopee.book.find(sn)?.status).toBe('PROCESSED')
})

test('a double click does what one click does', async ({ page, product, signInAs, sandbox }) => {
  const sns = [await sell(product, sandbox), await sell(product, sandbox)]
  const [alone = '', many = ''] = sns
  await signInAs('packer@demo.test')
  await awaitOrders(page, sns)
  await page.goto('/en/orders')
  const confirmations: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('confirm')) confirmations.push(request.url())
  })
  await page.locator('[data-row]').filter({ hasText: alone }).getByText('Cup').dblclick()
  const drawer = page.getByRole('dialog').first()
  await expect(drawer).toContainText('Deliver to')
  await drawer.getByRole('button', { name: 'Confirm' }).dblclick()
  const dialog = page.getByRole('dialog', { name: `Confirm ${alone}` })
  await dialog.getByRole('button', { name: 'Confirm' }).dblclick()
  await expect(drawer.getByText('Ready to ship')).toBeVisible()
  expect(confirmations).toHaveLength(1)
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select order ${many}` }).check()
  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Confirm 1, print 1' }).dblclick()
  await expect(
    page.getByRole('region', { name: 'Current run' }).locator('li[data-step=confirm]'),
  ).toContainText('1 of 1')
  expect(confirmations).toHaveLength(2)
})

test('what the channel refuses is told in its words, and tried again', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  const sn = await sell(product, sandbox)
  await signInAs('owner@demo.test')
  const drawer = await openOrder(page, sn)
  await drawer.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm ${sn}` })
  await dialog.getByLabel('Hand-over method', { exact: true }).selectOption({ label: 'Drop-off' })
  await expect(dialog.getByLabel('Pick-up time')).toBeHidden()
  // Leaving the question leads back to what opened it.
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(drawer.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await sandbox('POST', '/_sandbox/faults', {
    path: '/api/v2/logistics/get_shipping_parameter',
    malformed: 1,
  })
  await drawer.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await sandbox('DELETE', '/_sandbox/faults')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByLabel('Hand-over method', { exact: true }).selectOption({ label: 'Drop-off' })
  const found = product.sandbox.shopee.book.find(sn)
  if (!found) throw new Error('the order is not there')
  found.parcel.carrier = { ...found.parcel.carrier, modes: ['pickup'] }
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(drawer.getByRole('alert')).toContainText(
    'The order could not be confirmed. The channel or courier rejected this: “This channel does not support dropoff”.',
  )
  await expectWellMade(page)
  await drawer.getByRole('button', { name: 'Retry' }).click()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(drawer.getByText('Ready to ship')).toBeVisible()
  await expect(drawer.getByRole('alert')).toBeHidden()
  await drawer.getByLabel('Team note').fill('Wrap it well')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByRole('button', { name: 'Save' })).toBeHidden()
  await page.reload()
  await expect(drawer.getByLabel('Team note')).toHaveValue('Wrap it well')
})

test('an order is canceled for a reason, and a buyer who wants to cancel is answered', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  const [gone, kept] = [await sell(product, sandbox), await sell(product, sandbox)]
  await signInAs('owner@demo.test')
  const drawer = await openOrder(page, gone)
  await drawer.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: `Cancel ${gone}?` })
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog.getByText('Select a reason')).toBeVisible()
  await dialog.getByLabel('Reason').selectOption({ label: 'Out of stock' })
  await dialog.getByLabel('Note for your team').fill('The last one broke')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(drawer.getByText(/^Cancellation requested.* · The last one broke$/)).toBeVisible()
  await expect(drawer.getByText(/^Canceled by the seller/)).toBeVisible()

  await advance(sandbox, kept, 'request_cancel')
  await openOrder(page, kept)
  const asked = drawer.getByText(/^Cancellation requested by the buyer: .+ · answer by/)
  await expect(asked).toBeVisible()
  // An order that lives was canceled by nobody, and what cannot be done before the answer is not offered.
  await expect(drawer.getByText(/^Canceled by/)).toBeHidden()
  const confirm = drawer.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeHidden()
  // Neither answer is urged on the seller.
  await expect(drawer.getByRole('button', { name: 'Keep order' })).toBeVisible()
  await expect(drawer.locator('[class*=primary]')).toHaveCount(0)
  await drawer.getByRole('button', { name: 'Keep order' }).click()
  const keeping = page.getByRole('dialog', { name: `Keep ${kept}?` })
  // No Cancel, which in some languages is what the buyer asked for.
  await expect(keeping.getByRole('button', { name: 'Back' })).toBeVisible()
  await keeping.getByRole('button', { name: 'Keep order' }).click()
  await expect(asked).toBeHidden()
  await expect(confirm).toBeEnabled()
})

test('many are confirmed at once, and those that failed are tried again', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  test.slow()
  const sns = [
    await sell(product, sandbox),
    await sell(product, sandbox),
    await sell(product, sandbox, 'Flash Express'),
  ]
  const own = product.sandbox.shopee.book.find(sns[0] ?? '')
  if (!own) throw new Error('the order is not there')
  const { carrier } = own.parcel
  // Its number is for a person to say.
  own.parcel.carrier = { ...carrier, modes: ['non_integrated'] }
  await signInAs('owner@demo.test')
  await awaitOrders(page, sns)
  await page.goto('/en/orders?status=pending')
  for (const sn of sns.toReversed()) await page.getByRole('checkbox', { name: `Select order ${sn}` }).check()
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Confirm 3 orders' })
  const lineOf = (text: RegExp) => dialog.getByRole('listitem').filter({ hasText: text })
  const [line, other] = [lineOf(/^2.*SPX/), lineOf(/^1.*Flash/)]
  for (const one of [line, other]) await expect(one).toContainText('Pick-up')
  // Another way for one courier of a shop, and back to what its channel recommends.
  await dialog.getByRole('button', { name: /^Change for .*SPX/ }).click()
  await dialog.getByLabel('Hand-over method', { exact: true }).selectOption({ label: 'Drop-off' })
  await expect(line).toContainText('Drop-off')
  await expect(other).toContainText('Pick-up')
  await expectWellMade(page)
  await dialog.getByRole('button', { name: /^Use recommended for / }).click()
  await dialog.getByLabel(/^Print 3 waybills/).uncheck()
  await dialog.getByRole('button', { name: 'Confirm 3' }).click()
  const tray = page.getByRole('region', { name: 'Current run' })
  await expect(tray.getByText('2 of 3')).toBeVisible()
  const reason = tray.getByRole('list', { name: 'Orders that need you' }).getByRole('listitem')
  await expect(reason).toContainText(`1This order needs a manual choice`)
  await expect(reason).toContainText(sns[0] ?? '')
  await expectWellMade(page)
  own.parcel.carrier = carrier
  // By hand, as it needs a choice: the reason leaves once it is solved.
  await reason.getByRole('link', { name: 'Open' }).click()
  await page.getByRole('dialog').first().getByRole('button', { name: 'Confirm' }).click()
  const single = page.getByRole('dialog', { name: `Confirm ${sns[0]}` })
  await single.getByRole('button', { name: 'Confirm' }).click()
  await expect(reason).toBeHidden()
  await tray.getByRole('button', { name: 'Close' }).click()
  for (const sn of sns) expect(product.sandbox.shopee.book.find(sn)?.status).toBe('PROCESSED')
})

test('speaks each language', async ({ page, product, signInAs, sandbox }) => {
  test.slow()
  const sn = await sell(product, sandbox)
  await signInAs('owner@demo.test')
  for (const [prefix, confirm, title] of [
    ['', '確定', `${sn} を確定`],
    ['/vn', 'Xác nhận', `Xác nhận ${sn}`],
    ['/my', 'Sahkan', `Sahkan ${sn}`],
  ] as const) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    const drawer = await openOrder(page, sn, { prefix })
    await drawer.getByRole('button', { name: confirm, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('combobox').first()).toBeVisible()
    await expectFits(page)
  }
})
