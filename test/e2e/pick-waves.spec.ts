import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

type Sandbox = (method: string, path: string, body?: object) => Promise<unknown>

async function sell(sandbox: Sandbox, ref: string, pieces: number): Promise<string> {
  const lines = [
    ['WAVE-CUP', 'Wave cup', pieces, 19.9],
    [`WAVE-LAMP-${ref}`, 'Wave lamp', 1, 5],
  ]
  const body = { shop_id: linkedShop.id, order: { ref, status: 'READY_TO_SHIP', lines }, force: true }
  const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
  await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'arrange' })
  return sn
}

test('two packers pick a wave on their phones, and what is short says which orders wait', async ({
  page,
  browser,
  signInAs,
  sandbox,
  baseURL,
}) => {
  const codes = [await sell(sandbox, 'wave-0', 3), await sell(sandbox, 'wave-1', 2)]
  await signInAs('packer@demo.test')
  const ids: number[] = []
  for (const code of codes)
    await expect(async () => {
      const reply = await page.request.get(`/api/v2/orders/filter?keyword=${code}&status=ready_to_ship`)
      const { data } = (await reply.json()) as { data: { id: number }[] }
      expect(data).toHaveLength(1)
      ids.push(data[0]?.id ?? 0)
    }).toPass()
  await page.goto(`/en/orders?view=queue&ids=${ids.join(',')}`)
  for (const code of codes) await page.getByRole('checkbox', { name: `Select order ${code}` }).check()

  await page.getByRole('button', { name: 'Pick wave', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Pick wave of 2 orders' })
  await dialog.getByLabel('Name').fill('Morning shelf A')
  await dialog.getByRole('button', { name: 'Pick wave' }).click()
  await expect(page.getByRole('heading', { name: 'Morning shelf A' })).toBeVisible()
  await expect(page.getByText('2 orders · 0 of 7 picked')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectWellMade(page)

  const other = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
  })
  const second = await other.newPage()
  await second.request.post('/api/v2/authorization', {
    data: { email: 'manager@demo.test', password: 'demo1234' },
  })
  await second.goto(page.url())
  await second.getByRole('button', { name: /Wave lamp WAVE-LAMP-wave-0/ }).click()
  await page.getByRole('button', { name: /Wave lamp WAVE-LAMP-wave-1/ }).click()
  for (const one of [page, second]) await expect(one.getByText('2 orders · 2 of 7 picked')).toBeVisible()
  await other.close()

  const cups = page.getByRole('listitem').filter({ hasText: 'WAVE-CUP' })
  // The first ticks are long on their way. None of them is what stays, nor is what the wave was before the last one.
  const ticks = [0, 1].map(() => Promise.withResolvers<{ letGo: () => void }>())
  let sent = 0
  await page.route(
    '**/ticks',
    async (route) => {
      const { promise, resolve: letGo } = Promise.withResolvers<void>()
      ticks[sent++]?.resolve({ letGo })
      await promise
      await route.continue()
    },
    { times: ticks.length },
  )
  const more = cups.getByRole('button', { name: /^One more/ })
  // Two touches count as two, though the second comes before the first is drawn.
  await more.dblclick()
  for (let pieces = 2; pieces <= 4; pieces++) {
    if (pieces > 2) await more.click()
    await expect(cups).toContainText(`${pieces} / 5`)
  }
  for (const tick of ticks) {
    const { letGo } = (await tick?.promise) ?? {}
    await expect(cups).toContainText('4 / 5')
    letGo?.()
  }
  const wave = page.url().replace('/en/orders/waves/', '/api/v2/pick-waves/')
  const picked = async () => {
    const { data } = (await (await page.request.get(wave)).json()) as { data: { picked: number } }
    return data.picked
  }
  await expect.poll(picked).toBe(6)
  await cups.getByRole('button', { name: 'Short' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('Finished, with items missing.')
  await expect(result).toContainText(/Short 1 of WAVE-CUP\. These orders wait: \w+/)
  await expectWellMade(page)
  await page.goto('/en/orders/waves')
  await expect(page.getByRole('list', { name: 'Pick waves' }).getByRole('listitem').first()).toContainText(
    'Finished',
  )
  await expectFits(page)
})
