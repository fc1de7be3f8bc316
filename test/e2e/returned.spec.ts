import type { Page } from '@playwright/test'
import type { DemoConsole } from './start-demo-console.ts'
import { countClicks } from './count-clicks.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'
import { hasReturn, listOrder } from './opened-order.ts'

type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>

let made = 0
/** Cups that have arrived at their buyer, who finds them cracked and asks to give them back. */
async function askBack(sandbox: Sandbox): Promise<{ sn: string; returnId: string }> {
  const order = { ref: `returned-${made++}`, status: 'SHIPPED', cod: false, lines: [['CUP', 'Cup', 3, 19.9]] }
  const body = { shop_id: linkedShop.id, order, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
  await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'deliver' })
  const asked = await sandbox('POST', '/_sandbox/shopee/returns', { order_sn: sn, note: 'Two are cracked' })
  return { sn, returnId: (asked as { id: string }).id }
}

async function openReturn(page: Page, sn: string) {
  const row = await listOrder(page, sn, { isReady: hasReturn })
  await expect(row.getByText('return requested')).toBeVisible()
  await row.getByRole('link').first().click()
  return page.getByRole('dialog').first()
}

const stageOf = ({ sandbox }: DemoConsole, id: string) => sandbox.shopee.returns.find(id)?.stage

// Orders, Returns, Answer, Accept, and the question; disputing one takes a reason more.
test('a return is accepted in five clicks, the goods come back and go on the shelf', async ({
  page,
  product,
  signInAs,
  sandbox,
}, info) => {
  const { sn, returnId } = await askBack(sandbox)
  await signInAs('manager@demo.test')
  await openReturn(page, sn)
  await page.goto('/en')
  const { click, end } = countClicks(info)
  await click(page.getByRole('link', { name: /^Orders/ }).first())
  await click(page.getByRole('button', { name: /^Returns/ }))
  await click(page.getByRole('button', { name: `Answer · ${sn}` }))
  const drawer = page.getByRole('dialog').first()
  await expect(
    drawer.getByRole('heading', { name: 'Return · Return requested · return and refund' }),
  ).toBeVisible()
  await expect(drawer.getByText('Two are cracked').first()).toBeVisible()
  await expect(drawer.getByText(/^Answer by /)).toBeVisible()
  await expectWellMade(page)

  await click(drawer.getByRole('button', { name: 'Accept return' }))
  const accept = page.getByRole('dialog', { name: `Accept the return of ${sn}?` })
  // The answer is later than the news of it: the button is gone before the question closes.
  await page.route('**/returns/*/accept', async (route) => {
    const response = await route.fetch()
    await expect(drawer.getByRole('button', { name: 'Accept return', includeHidden: true })).toHaveCount(0)
    await route.fulfill({ response })
  })
  await click(accept.getByRole('button', { name: 'Accept return' }))
  await expect(accept).toBeHidden()
  end(5)
  // The focus is on the card of the button, not on the page behind.
  await expect(drawer.locator('section').filter({ hasText: 'Two are cracked' }).last()).toBeFocused()
  await expect(drawer.getByRole('heading', { name: 'Return · Accepted · return and refund' })).toBeVisible()
  expect(stageOf(product, returnId)).toBe('accepted')

  await sandbox('POST', `/_sandbox/shopee/returns/${returnId}/advance`, { action: 'send' })
  await expect(
    drawer.getByRole('heading', { name: 'Return · In transit back · return and refund' }),
  ).toBeVisible()
  await drawer.getByRole('button', { name: 'Receive items' }).click()
  const receive = page.getByRole('dialog', { name: `Receive returned items of ${sn}` })
  await expect(receive.getByLabel('Restock')).toHaveValue('3')
  await receive.getByLabel('Write off').fill('2')
  await receive.getByRole('button', { name: 'Receive items' }).click()
  await expect(receive.getByText('Up to 3 items can be returned')).toBeVisible()
  await receive.getByLabel('Restock').fill('1')
  await receive.getByLabel('Condition of the items').fill('Two are in pieces')
  await expectWellMade(page)
  await receive.getByRole('button', { name: 'Receive items' }).click()
  await expect(receive).toBeHidden()
  await expect(drawer.getByText('1 restocked · 2 written off')).toBeVisible()
  await expect(drawer.getByRole('heading', { name: 'Return · Refunded · return and refund' })).toBeVisible()
  await expect(drawer.getByText('Returned', { exact: true }).first()).toBeVisible()
  await expect(drawer.getByText(/^Returned items received · /)).toBeVisible()
  expect(stageOf(product, returnId)).toBe('refunded')
})

test('a return is refused for a reason of the channel, by the keyboard alone', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  const { sn, returnId } = await askBack(sandbox)
  await signInAs('manager@demo.test')
  const drawer = await openReturn(page, sn)
  await drawer.getByRole('button', { name: 'Reject return' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Reject the return of ${sn}?` })
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reject return' }).press('Enter')
  await expect(dialog.getByText('Select a reason')).toBeVisible()
  await dialog.getByLabel('Reason').selectOption({ label: 'The parcel was not received.' })
  await dialog.getByLabel('Message to the buyer').fill('It was whole')
  await dialog.getByRole('button', { name: 'Reject return' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(drawer.getByRole('heading', { name: 'Return · In dispute · return and refund' })).toBeVisible()
  expect(stageOf(product, returnId)).toBe('refused')
})

test('returns that wait for an answer are a filter of the list; a packer may take goods in, and not answer', async ({
  page,
  signInAs,
  sandbox,
}) => {
  const { sn } = await askBack(sandbox)
  await signInAs('packer@demo.test')
  const drawer = await openReturn(page, sn)
  await expect(drawer.getByRole('heading', { name: /^Return · / })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Accept return' })).toBeHidden()
  await page.goto('/en/orders')
  await page.getByRole('button', { name: /^Returns/ }).click()
  await expect(page).toHaveURL(/has_return_request=1/)
  await expect(page.locator('tbody tr[data-row]').filter({ hasText: sn })).toBeVisible()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'All returns' }).click()
  const all = page.getByRole('dialog', { name: 'All returns' })
  await expect(all.getByRole('link', { name: sn })).toBeVisible()
  await expectWellMade(page)
  await all.getByLabel('Status').selectOption({ label: 'Closed' })
  await expect(all.getByText('No returns')).toBeVisible()
  await all.getByLabel('Status').selectOption({ label: 'Return requested' })
  await expect(all.getByText(/^Answer by /).first()).toBeVisible()
  await all.getByRole('link', { name: sn }).click()
  await expect(page.getByRole('heading', { name: /^Return · / })).toBeVisible()
  await page.goto(`/vn/orders?has_return_request=1`)
  await expect(page.getByText('yêu cầu trả hàng').first()).toBeVisible()
})
