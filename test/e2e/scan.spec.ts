import type { Page } from '@playwright/test'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>

let made = 0
async function sell(sandbox: Sandbox): Promise<string> {
  const lines = [
    ['SCAN-CUP', 'Cup', 2, 19.9],
    ['SCAN-LAMP', 'Lamp', 1, 5],
  ]
  const order = { ref: `scan-${made++}`, status: 'READY_TO_SHIP', lines }
  const body = { shop_id: linkedShop.id, order, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
  return sn
}
const advance = (sandbox: Sandbox, sn: string, action: string) =>
  sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action })

/** The list with the order in it, standing as it should. */
async function openList(page: Page, sn: string, status: string) {
  await page.goto(`/en/orders?keyword=${sn}`)
  const row = page.locator('tbody tr[data-row]').filter({ hasText: sn })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText(status, { timeout: 1500 })
  }).toPass()
}

/** Types a code as a scanner does: all at once, and Enter. */
async function scan(page: Page, code: string) {
  await page.keyboard.insertText(code)
  await page.keyboard.press('Enter')
}

/** The shapes of the tones that the page made since it was last asked. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    const begin = Reflect.get(AudioScheduledSourceNode.prototype, 'start') as (at?: number) => void
    AudioScheduledSourceNode.prototype.start = function (at) {
      if (this instanceof OscillatorNode) heard.push(this.type)
      begin.call(this, at)
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.splice(0))
}

test('a packer checks a parcel with a scanner alone', async ({ page, signInAs, sandbox }) => {
  const sn = await sell(sandbox)
  await advance(sandbox, sn, 'arrange')
  const heard = await listen(page)
  await signInAs('packer@demo.test')
  await openList(page, sn, 'Ready to ship')
  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Check parcels' })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Camera' })).toBeHidden()
  await expectWellMade(page)

  const status = dialog.getByRole('status')
  await scan(page, 'NO-SUCH-ORDER')
  await expect(status).toHaveText('No order found for NO-SUCH-ORDER. Check the code.')
  expect(await heard()).toContain('square')
  await scan(page, sn.toLowerCase())
  await expect(status).toHaveText(`${sn}: scan its 3 items.`)
  await scan(page, 'SCAN-CUP')
  await expect(status).toHaveText('Cup. 2 items left.')
  expect(await heard()).toEqual(['sine', 'sine'])
  await scan(page, 'SCAN-HAT')
  await expect(status).toHaveText(`SCAN-HAT is not in ${sn}. Put it aside.`)
  await scan(page, 'SCAN-LAMP')
  await scan(page, 'SCAN-LAMP')
  await expect(status).toHaveText('“Lamp” is already complete. Put the extra item aside.')
  expect(await heard()).toEqual(['square', 'square', 'sine', 'square', 'square'])
  await expectWellMade(page)
  // Wherever was clicked, the next scan arrives.
  await dialog.getByText('1 of 2').click()
  await scan(page, 'scan-cup')
  await expect(status).toHaveText(`${sn} is complete. Scan the next order.`)
  expect(await heard()).toEqual(['sine', 'sine', 'sine'])
  await expectWellMade(page)

  await scan(page, sn)
  await expect(dialog.getByText(/^Already checked by /)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByText(/^Already checked by /)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.locator('tbody tr[data-row] a').first().click()
  await expect(page.getByRole('dialog').getByText(/^Contents checked by scanning · /)).toBeVisible()
})

test('what is not to leave is refused, in each language', async ({ page, signInAs, sandbox }) => {
  const sn = await sell(sandbox)
  await signInAs('packer@demo.test')
  await openList(page, sn, 'Pending')
  for (const [prefix, title, words] of [
    ['/en', 'Check parcels', `${sn} is not confirmed yet. Confirm the order first.`],
    ['', 'スキャン検品', `${sn} はまだ確定されていません。先に注文を確定してください。`],
    ['/vn', 'Quét kiểm hàng', `${sn} chưa được xác nhận. Hãy xác nhận đơn trước.`],
    ['/my', 'Semak bungkusan', `${sn} belum disahkan. Sahkan pesanan dahulu.`],
  ] as const) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(`${prefix}/orders/scan`)
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await scan(page, sn)
    await expect(dialog.getByRole('status')).toHaveText(words)
    await expectFits(page)
  }
  await page.context().clearCookies({ name: 'DIS_LANG' })
  await page.goto('/en/orders/scan')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await advance(sandbox, sn, 'request_cancel')
  const status = page.getByRole('dialog').getByRole('status')
  await expect(async () => {
    await scan(page, sn)
    await expect(status).toContainText('requested cancellation', { timeout: 1000 })
  }).toPass()
})
