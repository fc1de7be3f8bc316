import type { Page } from '@playwright/test'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'
import { awaitOrders, isIn, listOrder } from './opened-order.ts'

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

/** Types a code as a scanner does: all at once, and Enter. The first key brings the focus to the field, wherever it was. */
async function scan(page: Page, code: string) {
  const [first = '', ...others] = code
  await page.keyboard.press(first)
  await page.keyboard.insertText(others.join(''))
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
  const [sn, begun] = [await sell(sandbox), await sell(sandbox)]
  for (const one of [sn, begun]) await advance(sandbox, one, 'arrange')
  const heard = await listen(page)
  await signInAs('packer@demo.test')
  await awaitOrders(page, [begun], isIn('ready_to_ship'))
  await expect(await listOrder(page, sn, { isReady: isIn('ready_to_ship') })).toContainText('Ready to ship')
  await page.keyboard.press('s')
  const field = page.getByRole('main').getByRole('textbox')
  await expect(field).toBeFocused()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expectWellMade(page)

  const status = page.locator('output[aria-live=assertive]')
  await scan(page, 'NO-SUCH-ORDER')
  await expect(status).toHaveText('No order found for NO-SUCH-ORDER. Check the code.')
  expect(await heard()).toContain('square')
  await scan(page, sn.toLowerCase())
  await expect(status).toHaveText(`${sn}: scan its 3 items.`)
  const now = page.getByRole('region', { name: sn })
  await expect(now.getByText('Next', { exact: true })).toBeVisible()
  await scan(page, 'SCAN-CUP')
  await expect(status).toHaveText('Cup. 2 items left.')
  await expect(now.getByText('Right item: Cup')).toBeVisible()
  expect(await heard()).toEqual(['sine', 'sine'])
  await expectWellMade(page)

  // A wrong item never counts, and stands until the next right one.
  await scan(page, 'SCAN-HAT')
  const alarm = now.getByRole('alert')
  await expect(alarm).toContainText(`SCAN-HAT is not in ${sn}. Put it aside.`)
  await expect(alarm).not.toContainText('Scans do not count')
  await expectWellMade(page)
  await expect(now.getByText('1 of 3')).toBeVisible()
  await scan(page, 'SCAN-LAMP')
  await expect(alarm).toBeHidden()
  await expect(status).toHaveText('Lamp. 1 item left.')
  await scan(page, 'SCAN-LAMP')
  await expect(alarm).toContainText('“Lamp” is already complete. Put the extra item aside.')
  expect(await heard()).toEqual(['square', 'square', 'sine', 'square', 'square'])
  await alarm.getByRole('button', { name: 'Put aside, go on' }).click()
  await page.keyboard.press('Control+z')
  await expect(now.getByRole('listitem').filter({ hasText: 'Lamp' })).toContainText('0 of 1')
  await scan(page, 'SCAN-LAMP')
  await heard()
  // Wherever was clicked, the next scan arrives.
  await now.getByRole('list').getByText('Cup', { exact: true }).click()
  await scan(page, 'scan-cup')
  await expect(status).toHaveText(`${sn} is complete. Scan the next order.`)
  expect(await heard()).toEqual(['sine', 'sine', 'sine'])
  await expect(page.getByRole('list', { name: 'Last five' }).getByRole('listitem').first()).toContainText(sn)
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveText('Online · all scans sent')
  await expectWellMade(page)

  // Q and a figure count the last item; what is left incomplete lies aside until it is gone on with.
  await scan(page, begun)
  await scan(page, 'SCAN-CUP')
  await scan(page, 'Q3')
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'The order needs 2 × Cup. Put the others aside.',
  )
  await page.keyboard.press('Escape')
  await scan(page, 'q2')
  await expect(status).toHaveText('Cup. 1 item left.')
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Q', { exact: true })).toBeVisible()
  await page.setViewportSize({ width, height })
  await page.keyboard.press('Escape')
  const aside = page.getByRole('list', { name: 'Set aside' })
  await expect(aside.getByRole('listitem').filter({ hasText: begun })).toContainText('2 of 3')
  await expectFits(page)
  await aside.getByRole('button', { name: `Go on · ${begun}` }).click()
  await expect(page.getByRole('region', { name: begun }).getByText('2 of 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await heard()
  await page.getByRole('button', { name: 'Sound' }).click()
  await scan(page, sn)
  await expect(page.getByText(/^Already checked by /)).toBeVisible()
  expect(await heard()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Already checked by /)).toBeHidden()
  await page.getByRole('button', { name: 'Sound' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/en\/orders\?/)
  await page.locator('tbody tr[data-row] a').first().click()
  await expect(page.getByRole('dialog').getByText(/^Contents checked by scanning · /)).toBeVisible()
})

test('takes a part of a bundle back, and keeps those in a parcel that lies aside', async ({
  page,
  signInAs,
  sandbox,
}) => {
  const sn = await sell(sandbox)
  await advance(sandbox, sn, 'arrange')
  await signInAs('packer@demo.test')
  await awaitOrders(page, [sn], isIn('ready_to_ship'))
  // The lamp is sold as a bundle of a shade and two bulbs.
  const parts = [
    { name: 'Shade', codes: ['SCAN-SHADE'], quantity: 1 },
    { name: 'Bulb', codes: ['SCAN-BULB'], quantity: 2 },
  ]
  await page.route('**/orders/scan?*', async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as { data: { lines: { name: string; parts: object[] }[] } }
    for (const line of json.data.lines) if (line.name === 'Lamp') line.parts = parts
    await route.fulfill({ response, json })
  })
  await page.goto('/en/orders/scan')
  const status = page.locator('output[aria-live=assertive]')
  const now = page.getByRole('region', { name: sn })
  const field = page.getByRole('main').getByRole('textbox')
  await expect(field).toBeFocused()
  await scan(page, sn)
  await scan(page, 'SCAN-CUP')
  await scan(page, 'SCAN-CUP')
  await expect(status).toHaveText('Cup. 1 item left.')
  await scan(page, 'SCAN-BULB')
  await expect(now.getByText('1 of 2 · Bulb')).toBeVisible()
  await now.getByRole('button', { name: 'Undo' }).click()
  await expect(now.getByText('0 of 2 · Bulb')).toBeVisible()
  for (const code of ['SCAN-BULB', 'SCAN-SHADE']) await scan(page, code)
  await expect(now.getByText('1 of 1 · Shade')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(now).toBeHidden()
  await page.reload()
  await expect(field).toBeFocused()
  await scan(page, sn)
  await expect(now.getByText('1 of 1 · Shade')).toBeVisible()
  await expect(now.getByText('1 of 2 · Bulb')).toBeVisible()
  // The label comes before the scanner once more while the answer about its last piece is on the way.
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const { promise: isCounted, resolve: count } = Promise.withResolvers<void>()
  await page.route('**/orders/scans', async (route) => {
    const response = await route.fetch()
    count()
    await isLetGo
    await route.fulfill({ response })
  })
  await scan(page, 'SCAN-BULB')
  await expect(status).toHaveText(`${sn} is complete. Scan the next order.`)
  await isCounted
  await scan(page, sn)
  const connection = page.getByRole('status', { name: 'Connection' })
  await expect(connection).toContainText('1 scan kept here')
  await expect(status).toHaveText(`${sn} is complete. Scan the next order.`)
  letGo()
  await expect(connection).toHaveText('Online · all scans sent')
  await scan(page, sn)
  await expect(status).toHaveText(`${sn}: scan its 3 items.`)
})

test('without a network the work goes on, and nothing is lost or counted twice', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  const [whole, begun, gone] = [await sell(sandbox), await sell(sandbox), await sell(sandbox)]
  for (const sn of [whole, begun, gone]) await advance(sandbox, sn, 'arrange')
  await signInAs('packer@demo.test')
  await awaitOrders(page, [whole, begun, gone], isIn('ready_to_ship'))
  const files: string[] = []
  page.on('response', (response) => {
    if (/\/assets\/.*\.(js|css)$/.test(response.url())) files.push(response.url())
  })
  await page.goto('/en/orders')
  const open = page.getByRole('button', { name: 'Scan', exact: true })
  await expect(open).toBeVisible()
  // A morning's calls, of which the browser lists 250 by itself.
  await page.evaluate(() =>
    Promise.all(Array.from({ length: 250 }, (_, at) => fetch(`/favicon.svg?${at}`, { method: 'HEAD' }))),
  )
  const station = page.waitForResponse(/scan-station/)
  await open.click()
  await station
  const status = page.locator('output[aria-live=assertive]')
  const connection = page.getByRole('status', { name: 'Connection' })
  await expect(connection).toHaveText('Online · all scans sent')
  // The page keeps its files, those too that come a while after it.
  await expect
    .poll(() =>
      page.evaluate(async (loaded) => {
        const registered = await navigator.serviceWorker.getRegistration()
        const kept = await Promise.all([location.pathname, ...loaded].map((file) => caches.match(file)))
        return registered?.active?.state === 'activated' && kept.every(Boolean)
      }, files),
    )
    .toBe(true)

  // A page that is loaded anew may reach the server before the browser cuts it off, too.
  let network: 'cut' | 'loses an answer' | 'works' = 'cut'
  await page.route('**/api/v2/orders/scans', async (route) => {
    if (network === 'works') return route.continue()
    if (network === 'loses an answer') {
      network = 'works'
      await route.fetch()
    }
    return route.abort()
  })
  await context.setOffline(true)
  for (const sn of [whole, gone]) {
    await scan(page, sn)
    await expect(status).toHaveText(`${sn}: scan its 3 items.`)
    for (const code of ['SCAN-CUP', 'SCAN-LAMP', 'SCAN-CUP']) await scan(page, code)
    await expect(status).toHaveText(`${sn} is complete. Scan the next order.`)
  }
  // A label that the scanner reads twice is no parcel to lay aside.
  await scan(page, whole)
  await expect(status).toHaveText(`${whole} is complete. Scan the next order.`)
  await scan(page, begun)
  await expect(status).toHaveText(`${begun}: scan its 3 items.`)
  await scan(page, 'SCAN-CUP')
  await expect(connection).toContainText('7 scans kept here')
  await expectWellMade(page)
  await scan(page, 'SCAN-LAMP')
  await expect(connection).toContainText('8 scans kept here')
  await page.keyboard.press('Escape')
  await scan(page, 'ORDER-OF-NOBODY')
  await expect(page.getByRole('alert')).toContainText('ORDER-OF-NOBODY is not known on this device.')
  await page.keyboard.press('Escape')

  // The page is loaded anew without a network: by mistake, or because the tablet slept.
  const again = await page.reload()
  expect(again?.fromServiceWorker()).toBe(true)
  await expect(connection).toContainText('8 scans kept here')
  await scan(page, begun)
  await expect(status).toHaveText(`${begun}: scan its 1 item.`)
  await page.keyboard.press('Escape')

  // Meanwhile one of them is canceled.
  await advance(sandbox, gone, 'cancel')
  await expect(async () => {
    const reply = await page.request.get(`/api/v2/orders/filter?keyword=${gone}`)
    const { data } = (await reply.json()) as { data: { status: { code: string } }[] }
    expect(data[0]?.status.code).toBe('canceled')
  }).toPass()
  // The first answer is lost on its way: the scans arrive, and are sent once more.
  network = 'loses an answer'
  await context.setOffline(false)
  await expect(connection).toHaveText('Online · all scans sent')
  expect(network).toBe('works')
  const keepBack = page.getByRole('alert', { name: 'Keep these parcels' })
  await expect(keepBack).toContainText(`${gone} is canceled. Do not ship it.`)
  await expectWellMade(page)
  await keepBack.getByRole('button', { name: 'Done' }).click()
  await expect(keepBack).toBeHidden()

  const orderOf = async (sn: string) => {
    const reply = await page.request.get(`/api/v2/orders/filter?keyword=${sn}`)
    return (
      (await reply.json()) as { data: { id: number; scanned_quantity: number; checked_at: string | null }[] }
    ).data[0]
  }
  expect(await orderOf(whole)).toMatchObject({ scanned_quantity: 3, checked_at: expect.any(String) })
  expect(await orderOf(begun)).toMatchObject({ scanned_quantity: 2, checked_at: null })
  expect(await orderOf(gone)).toMatchObject({ scanned_quantity: 0, checked_at: null })
  const history = await page.request.get(`/api/v2/orders/${(await orderOf(whole))?.id}/history`)
  const { data: events } = (await history.json()) as { data: { event: string }[] }
  expect(events.filter(({ event }) => event === 'scan_checked')).toHaveLength(1)
  await scan(page, begun)
  await expect(status).toHaveText(`${begun}: scan its 1 item.`)
})

test('what is not to leave is refused, in each language', async ({ page, signInAs, sandbox }) => {
  const sn = await sell(sandbox)
  await signInAs('packer@demo.test')
  await awaitOrders(page, [sn], isIn('pending'))
  const alarm = page.getByRole('main').getByRole('alert')
  for (const [prefix, title, words] of [
    ['/en', 'Scan to pack', `${sn} is not confirmed yet. Confirm the order first.`],
    ['', 'スキャン検品', `${sn} はまだ確定されていません。先に注文を確定してください。`],
    ['/vn', 'Quét kiểm hàng', `${sn} chưa được xác nhận. Hãy xác nhận đơn trước.`],
    ['/my', 'Imbas untuk membungkus', `${sn} belum disahkan. Sahkan pesanan dahulu.`],
  ] as const) {
    await page.context().clearCookies({ name: 'DIS_LANG' })
    await page.goto(`${prefix}/orders/scan`)
    const main = page.getByRole('main', { name: title })
    await expect(main.getByRole('textbox')).toBeFocused()
    await scan(page, sn)
    await expect(alarm).toContainText(words)
    await expectFits(page)
  }
  await page.context().clearCookies({ name: 'DIS_LANG' })
  await page.goto('/en/orders/scan')
  await expect(page.getByRole('main').getByRole('textbox')).toBeFocused()
  await advance(sandbox, sn, 'request_cancel')
  await expect(async () => {
    await page.keyboard.press('Escape')
    await page.goto('/en/orders/scan')
    await scan(page, sn)
    await expect(alarm).toContainText('requested cancellation', { timeout: 1000 })
  }).toPass()
  await expect(alarm).toContainText('Scans do not count until you go on.')
})
