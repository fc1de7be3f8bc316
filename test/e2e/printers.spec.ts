/** Printing without the browser's dialog, from pairing a computer to the paper that nobody is sure of. */
import { expect, expectWellMade, test } from './page-steps.ts'

type Job = { id: number; printer: string }

const printers = [{ name: 'Labels', state: 'ready', message: null }]

test('a computer is paired, its printer takes the papers, and what is in doubt is asked, not printed again', async ({
  page,
  product,
  signInAs,
}) => {
  let token = ''
  async function ask<Data>(path: string, body: object): Promise<Data> {
    const reply = await fetch(`${product.url}/api/v2/print-agent${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    return ((await reply.json()) as { data: Data }).data
  }

  /** From then on it may be on paper. */
  async function takeFile(id?: number): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    const reply = await fetch(`${product.url}/api/v2/print-agent/jobs/${id}/file`, { headers })
    expect(reply.status).toBe(200)
  }

  await signInAs('owner@demo.test')
  await page.goto('/en/setting/printing')
  await page.getByRole('button', { name: 'Pair a computer' }).click()
  await expect(page.getByLabel('Name of the computer')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name of the computer').fill('Packing desk')
  await page.getByRole('button', { name: 'Pair a computer' }).click()
  const line = page.getByText(/^npx --yes http/)
  const [, program, code] = /^npx --yes (\S+) .* --pair (\S+)$/.exec(await line.innerText()) ?? []
  const packed = await fetch(program ?? '')
  const gzipMark = Buffer.from(await packed.arrayBuffer()).toString('hex', 0, 2)
  expect([packed.status, gzipMark]).toEqual([200, '1f8b'])
  ;({ token } = await ask<{ token: string }>('/pair', { code }))
  await ask('/poll', { printers, is_first: true })
  const desk = page.getByRole('listitem').filter({ hasText: 'Packing desk' })
  await expect(desk).toContainText('online')
  await expect(desk).toContainText('Labels · ready')
  // The printers are read again while the first choice is on its way: it stands, and the second one keeps it.
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/v2/print-settings', (route) => isLetGo.then(() => route.continue()))
  for (const paper of ['Waybills up to 105 mm wide', 'Sheets (A5, A4)']) {
    await page.getByLabel(paper).selectOption({ label: 'Labels · Packing desk' })
    await page.waitForResponse('**/api/v2/print-agents')
  }
  letGo()
  for (const paper of ['Waybills up to 105 mm wide', 'Sheets (A5, A4)'])
    await expect(page.getByLabel(paper)).toHaveValue('0')
  await page.getByRole('switch', { name: /^Print a waybill as soon as/ }).click()
  const couriers = page.getByRole('group', { name: 'Couriers printed automatically' })
  await expect(couriers.getByRole('checkbox', { name: 'All couriers' })).toBeChecked()
  await couriers.getByRole('checkbox', { name: 'Shopee' }).check()
  await expect(couriers.getByRole('checkbox', { name: 'All couriers' })).not.toBeChecked()
  await expectWellMade(page)
  await couriers.getByRole('checkbox', { name: 'All couriers' }).check()
  await expect(couriers.getByRole('checkbox', { name: 'Shopee' })).not.toBeChecked()
  await page.getByRole('switch', { name: /^Print a waybill as soon as/ }).click()
  await expect(couriers).toBeHidden()

  await page.goto('/en/orders?status=shipped')
  await page.locator('tbody tr[data-row] a').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Print order slip' }).click()
  const papers = page.getByRole('region', { name: 'Order slips' })
  await papers.getByRole('button', { name: 'Send to printer' }).click()
  let job: Job | undefined
  await expect(async () => {
    ;[job] = await ask<Job[]>('/poll', { printers })
    expect(job?.printer).toBe('Labels')
  }).toPass()
  await takeFile(job?.id)
  // The program begins anew: nobody knows whether the paper came out.
  expect(await ask<Job[]>('/poll', { printers, is_first: true })).toEqual([])
  await papers.getByRole('button', { name: 'Print again' }).click()
  await expect.poll(() => ask<Job[]>('/poll', { printers })).toHaveLength(1)
  await takeFile(job?.id)
  await ask(`/jobs/${job?.id}/result`, { state: 'failed', message: 'out of paper' })
  for (const where of ['/en/setting/printing', '/en/orders?status=shipped']) {
    await page.goto(where)
    const open = page.getByRole('region', { name: 'Not printed yet' })
    await expect(open).toContainText('Labels · Packing desk · 1 order · not printed · out of paper')
    await expectWellMade(page)
  }
  const open = page.getByRole('region', { name: 'Not printed yet' })
  await open.getByRole('button', { name: 'Print again' }).click()
  await expect(open).toBeHidden()
  await takeFile(job?.id)
  await ask(`/jobs/${job?.id}/result`, { state: 'printed', message: null })
  await expect(papers.getByText('Labels: printed')).toBeVisible()

  await page.goto('/en/setting/printing')
  await page.getByRole('button', { name: 'Revoke: Packing desk' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Packing desk?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(desk).toBeHidden()
})

test('waybills that were not printed automatically stand with their reason, and are printed with one button', async ({
  page,
  signInAs,
}) => {
  await signInAs('owner@demo.test')
  const found = await page.request.get('/api/v2/orders/filter?status=shipped&limit=1')
  const { data: orders } = (await found.json()) as { data: { id: number; code: string }[] }
  const [order] = orders
  if (!order) throw new Error('the demo has no shipped order')
  const message = 'The courier sends this waybill as a web page. Print it separately.'
  // No channel of the demo sends such a label; the server's own tests leave orders out.
  await page.route('**/api/v2/print-agents', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    const leftOut = [{ id: order.id, code: order.code, message }]
    await route.fulfill({ response, json: { data: { ...data, left_out: leftOut } } })
  })
  for (const where of ['/en/setting/printing', '/en/orders?status=shipped']) {
    await page.goto(where)
    const open = page.getByRole('region', { name: 'Not printed yet' })
    await expect(open).toContainText(`1 waybill was not printed automatically. ${message} ${order.code}`)
    await expectWellMade(page)
    const asked = page.waitForRequest((one) => one.url().endsWith('/orders/bulk-print'))
    await open.getByRole('button', { name: 'Print 1 waybill' }).click()
    expect((await asked).postDataJSON()).toEqual({ ids: [order.id], kind: 'waybill' })
    await expect(page.getByRole('region', { name: 'Waybills' })).toBeVisible()
  }
})
