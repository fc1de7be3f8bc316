/** The work queue and its run, as a packer works through a morning. */
import type { Page } from '@playwright/test'
import { seePages } from '../steps/sheets.ts'
import { countClicks } from './count-clicks.ts'
import { expect, expectWellMade, linkedShop, test } from './page-steps.ts'
import type { DemoConsole } from './start-demo-console.ts'

type Control = (method: string, path: string, body?: object) => Promise<unknown>

let made = 0

/** Orders that wait for the seller and have to leave in so many hours. */
async function sell({ sandbox: { shopee } }: DemoConsole, sandbox: Control, number: number, hours: number) {
  await sandbox('POST', '/_sandbox/shopee/delays', { tracking_seconds: 0, document_seconds: 0 })
  const sns: string[] = []
  for (let at = 0; at < number; at++) {
    const order = { ref: `queue-${made++}`, status: 'READY_TO_SHIP', lines: [['CUP', 'Cup', 1, 19.9]] }
    const body = { shop_id: linkedShop.id, order, force: true }
    const { order_sn: sn } = (await sandbox('POST', '/_sandbox/shopee/orders', body)) as { order_sn: string }
    const found = shopee.book.find(sn)
    if (!found) throw new Error('the order is not there')
    found.daysToShip = hours / 24
    sns.push(sn)
  }
  return sns
}

type Figure = { due: string; step: string; total: number }

async function figures(page: Page): Promise<Figure[]> {
  const reply = await page.request.get('/api/v2/orders/queue?limit=1')
  return ((await reply.json()) as { meta: { figures: Figure[] } }).meta.figures
}

const toConfirm = async (page: Page, ...dues: string[]) =>
  (await figures(page))
    .filter(({ due, step }) => dues.includes(due) && step === 'confirm')
    .reduce((sum, { total }) => sum + total, 0)

/** Late in the evening, what has to leave within the hour is due tomorrow. */
const toConfirmSoon = (page: Page) => toConfirm(page, 'today', 'tomorrow')

const toAnswer = async (page: Page) =>
  (await figures(page)).filter((one) => one.step === 'answer').reduce((sum, { total }) => sum + total, 0)

const tray = (page: Page) => page.getByRole('region', { name: 'Current run' })
const step = (page: Page, name: string) => tray(page).locator(`li[data-step=${name}]`)

test('what arrived while an order was open stands in the queue once it is closed', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  await signInAs('owner@demo.test')
  const [first = ''] = await sell(product, sandbox, 1, 1)
  await page.goto('/en/orders?view=queue')
  await page.locator('[data-row]').filter({ hasText: first }).click()
  await expect(page.getByRole('dialog')).toContainText(first)
  const before = await toConfirmSoon(page)
  const [second = ''] = await sell(product, sandbox, 1, 1)
  await expect.poll(() => toConfirmSoon(page)).toBe(before + 1)
  // Changes of what is shown are shown at once.
  await sandbox('POST', `/_sandbox/shopee/orders/${first}/advance`, { action: 'request_cancel' })
  const rows = page.locator('[data-row]')
  await expect(rows.filter({ hasText: first })).toContainText('Buyer changed their mind')
  const row = rows.filter({ hasText: second })
  await expect(row).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(row).toBeVisible()
})

test('what fails stands by reason, with the one thing that helps, also after a reload', async ({
  page,
  product,
  signInAs,
  sandbox,
}) => {
  test.slow()
  await signInAs('owner@demo.test')
  const before = await toConfirmSoon(page)
  const sns = await sell(product, sandbox, 4, 0.4)
  await expect.poll(() => toConfirmSoon(page)).toBeGreaterThanOrEqual(before + 4)
  const [own = '', asked = ''] = sns
  const parcel = product.sandbox.shopee.book.find(own)?.parcel
  if (!parcel) throw new Error('the order is not there')
  const { carrier } = parcel
  // Its number is for a person to say.
  parcel.carrier = { ...carrier, modes: ['non_integrated'] }
  await sandbox('POST', `/_sandbox/shopee/orders/${asked}/advance`, { action: 'request_cancel' })
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/api/v2/orders/queue?keyword=${asked}`)
      return ((await reply.json()) as { data: { step: string }[] }).data[0]?.step
    })
    .toBe('answer')
  // In the queue the one to answer stands by the deadline of the answer, days behind the others.
  await page.goto('/en/orders')
  for (const sn of sns) await page.getByRole('checkbox', { name: `Select order ${sn}` }).check()
  // Leaving the plan leads the keyboard back to its row, and keeps the selection.
  const panel = page.getByRole('dialog', { name: 'Confirm 3 of 4 orders' })
  const row = page.locator('[data-row]').filter({ hasText: own })
  await row.getByRole('link', { name: own }).focus()
  await page.keyboard.press('c')
  await expect(panel.getByRole('button', { name: 'Confirm 3, print 3' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(row.getByRole('link', { name: own })).toBeFocused()
  await expect(row.getByRole('checkbox')).toBeChecked()
  await page.keyboard.press('c')
  await expect(panel.getByText('The buyer requested cancellation.')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Answer' })).toBeVisible()
  await expectWellMade(page)
  let refusals = 1
  const busy = { message: 'The console is busy.', code: 'unavailable' }
  await page.route('**/api/v2/orders/bulk-print', (route) =>
    refusals-- > 0 ? route.fulfill({ status: 503, json: busy }) : route.continue(),
  )
  await panel.getByRole('button', { name: 'Confirm 3, print 3' }).click()
  await expect(panel).toBeHidden()
  await page.reload()
  const reasons = tray(page).getByRole('list', { name: 'Orders that need you' })
  await expect(reasons.getByRole('listitem')).toHaveCount(1)
  await expect(reasons).toContainText('This order needs a manual choice')
  await expect(step(page, 'confirm')).toContainText('2 of 3')
  // The step that failed in part has a mark of its own and says so; the others have none.
  await expect(step(page, 'confirm').getByText('!', { exact: true })).toBeVisible()
  await expect(step(page, 'confirm')).toContainText('1 need you')
  // Waybills that could not be asked for wait, and say why.
  await expect(tray(page).getByRole('alert')).toHaveText(busy.message)
  await tray(page).getByRole('button', { name: 'Go on' }).click()
  const papers = tray(page).getByRole('region', { name: 'Waybills' })
  await expect(papers.getByText('2 pages are ready.')).toBeVisible()
  await expect(step(page, 'print')).toContainText('2 of 2')
  await expect(step(page, 'print').getByText('!', { exact: true })).toHaveCount(0)
  // On another page, and as one line.
  await page.goto('/en/faq')
  await expect(tray(page)).toBeVisible()
  await page.keyboard.press('t')
  await expect(tray(page).getByRole('button', { name: /Confirm and print/ })).toContainText('1 need you')
  await page.keyboard.press('t')
  await expect(tray(page).getByRole('region', { name: 'Results' })).toBeFocused()
  await reasons.getByRole('link', { name: 'Show 1' }).click()
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await expect(page.locator('[data-row]')).toContainText(own)
  await expectWellMade(page)
  // Somebody confirms it by hand: the reason leaves.
  parcel.carrier = carrier
  await reasons.getByRole('link', { name: 'Open' }).click()
  const drawer = page.getByRole('dialog').first()
  await drawer.getByRole('button', { name: 'Confirm' }).first().click()
  await page
    .getByRole('dialog', { name: `Confirm ${own}` })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expect(reasons).toBeHidden()
  await expect(step(page, 'confirm')).toContainText('2 of 3')
  await expect(step(page, 'confirm')).toContainText('1 canceled or done elsewhere')
  await expect(step(page, 'confirm').getByText('!', { exact: true })).toHaveCount(0)
})

test('fifty orders are confirmed and printed in six clicks, without leaving the list', async ({
  page,
  product,
  signInAs,
  sandbox,
}, info) => {
  test.slow()
  await sandbox('POST', '/_sandbox/shopee/live', { on: false }).catch(() => undefined)
  await signInAs('owner@demo.test')
  await page.goto('/en')
  const before = await toConfirm(page, 'overdue')
  await sell(product, sandbox, 50, -2)
  await expect.poll(() => toConfirm(page, 'overdue')).toBeGreaterThanOrEqual(before + 50)

  const { click, end } = countClicks(info)
  const visited = new Set<string>()
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) visited.add(new URL(frame.url()).pathname)
  })
  await click(page.getByRole('link', { name: /^Orders/ }).first())
  if (!page.url().includes('view=queue'))
    await click(page.getByRole('button', { name: 'Queue', exact: true }))
  await click(page.getByRole('checkbox', { name: 'Select all: Overdue' }))
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await click(bar.getByRole('button', { name: 'Confirm' }))
  const panel = page.getByRole('dialog', { name: /^Confirm / })
  const go = panel.getByRole('button', { name: /^Confirm \d+, print \d+/ })
  await expect(go).toBeEnabled()
  const [, confirmed = '', printed = ''] = /^Confirm (\d+), print (\d+)/.exec(await go.innerText()) ?? []
  expect(Number(confirmed)).toBeGreaterThanOrEqual(50)
  expect(Number(printed)).toBeGreaterThanOrEqual(Number(confirmed))
  // Day, place and hand-over are said before.
  await expect(panel.getByRole('listitem').first()).toContainText(/SPX|Shopee|Pick-up|Drop-off/)
  const [file] = await Promise.all([page.waitForEvent('popup', { timeout: 120_000 }), click(go)])
  end(6)
  expect([...visited]).toEqual(['/en/orders'])

  // Couriers of the demo's own orders may have come in vain.
  const done = step(page, 'confirm').getByRole('status')
  await expect
    .poll(async () => Number(/^(\d+) of /.exec(await done.innerText())?.[1]))
    .toBeGreaterThanOrEqual(50)
  const link = tray(page).getByRole('link', { name: 'Open and print' })
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
  expect((await seePages(await pdf.body())).length).toBeGreaterThanOrEqual(50)
  await file.close()
  // The rows have their new state, where they stood.
  await expect(page.getByText(/^printed /).first()).toBeVisible()
  await expect.poll(() => toConfirm(page, 'overdue')).toBeLessThanOrEqual(before)
  await expectWellMade(page)
  await tray(page).getByRole('button', { name: 'Close' }).click()
  await expect(tray(page)).toBeHidden()
})

// Orders, Queue, Answer, the box over the list, Accept, and the question: it cannot be undone.
test('twenty cancellation requests are answered in six clicks, with the reasons before the eyes', async ({
  page,
  product,
  signInAs,
  sandbox,
}, info) => {
  await sandbox('POST', '/_sandbox/shopee/live', { on: false }).catch(() => undefined)
  await signInAs('manager@demo.test')
  await page.goto('/en')
  const before = await toAnswer(page)
  const bar = page.getByRole('region', { name: 'Selected orders' })
  const sns = await sell(product, sandbox, 20, 60)
  for (const sn of sns)
    await sandbox('POST', `/_sandbox/shopee/orders/${sn}/advance`, { action: 'request_cancel' })
  await expect.poll(() => toAnswer(page)).toBeGreaterThanOrEqual(before + 20)
  const total = await toAnswer(page)
  // Beside an order that only waits to be confirmed, confirming comes first.
  const [plain = ''] = await sell(product, sandbox, 1, 60)
  await page.goto('/en/orders?tab=all')
  for (const sn of [plain, sns.at(-1) ?? ''])
    await page.locator('[data-row]').filter({ hasText: sn }).getByRole('checkbox').check()
  await expect(bar.getByRole('button', { name: /^(?:Confirm|Accept cancellations)$/ }).first()).toHaveText(
    'Confirm',
  )
  await page.keyboard.press('Escape')

  const { click, end } = countClicks(info)
  await click(page.getByRole('link', { name: /^Orders/ }).first())
  await click(page.getByRole('button', { name: 'Queue', exact: true }))
  await click(page.getByRole('button', { name: /^Answer \d/ }))
  await expect(
    page.locator('[data-row]').filter({ hasText: 'Buyer changed their mind' }).nth(19),
  ).toBeVisible()
  await click(page.getByRole('checkbox', { name: 'Select all on this page' }))
  await click(bar.getByRole('button', { name: 'Accept cancellations' }))
  const question = page.getByRole('dialog', { name: `Accept ${total} cancellations?` })
  await expect(question.getByRole('list', { name: "Buyers' reasons" })).toContainText(
    'Buyer changed their mind',
  )
  await expectWellMade(page)
  await click(question.getByRole('button', { name: 'Accept cancellations' }))
  await expect(step(page, 'accept_cancel')).toContainText(`${total} of ${total}`)
  end(6)
  await expect(page.locator('[data-row]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Answer 0/ })).toBeVisible()
  expect(new Set(sns.map((sn) => product.sandbox.shopee.book.find(sn)?.status))).toEqual(
    new Set(['CANCELLED']),
  )
})
