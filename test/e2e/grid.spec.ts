import type { Page } from '@playwright/test'
import { expect, expectFits, expectWellMade, linkedShop, test } from './page-steps.ts'

const kites = ['PERLIS-KITE-1', 'PERLIS-KITE-2', 'PERLIS-KITE-3']

async function listKites(sandbox: (method: string, path: string, body: object) => Promise<unknown>) {
  for (const at of kites.keys()) await sandbox('POST', '/_sandbox/shopee/products', kiteOf(at))
}

const kiteOf = (at: number) => ({
  shop_id: linkedShop.id,
  sku: kites[at],
  name: `Kite of Perlis, number ${at + 1}`,
  price: 1000 * (at + 1),
  stock: 5,
})

/** Cell of the price of the row that stands at this place. */
const priceCell = (page: Page, at: number) =>
  page.locator(`revogr-data[type="rgRow"][col-type="rgCol"] [role="gridcell"][data-rgrow="${at}"]`).first()

/** Selects the first three prices by the keyboard. */
async function selectThree(page: Page) {
  await priceCell(page, 0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect
    .poll(() =>
      page.evaluate(async () => (await document.querySelector('revo-grid')?.getSelectedRange())?.y1),
    )
    .toBe(2)
}

test('prices of chosen products change by a rule, and in the grid by typing and pasting', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs('owner@demo.test')
  await listKites(sandbox)
  await page.goto('/en/products?keyword=PERLIS-KITE')
  const rows = page.getByRole('row').filter({ hasText: 'Kite of Perlis' })
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: /all/i }).first().check()

  await page.getByRole('button', { name: 'Change prices' }).click()
  const dialog = page.getByRole('dialog')
  // A mistyped figure is asked about, with each listing and both prices, before anything goes out.
  await dialog.getByLabel('Value').fill('-95')
  await dialog.getByRole('button', { name: 'Send 3 prices' }).click()
  const question = page.getByRole('dialog', { name: 'Send these prices?' })
  await expect(question.getByRole('listitem')).toHaveCount(3)
  await expect(question.getByRole('listitem').filter({ hasText: '10,00 RM → 0,50 RM' })).toHaveCount(1)
  await expectWellMade(page)
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toBeHidden()
  await dialog.getByLabel('Value').fill('10')
  await expect(dialog).toContainText('3 prices change')
  await expectWellMade(page)
  await dialog.getByRole('button', { name: 'Send 3 prices' }).click()
  await expect(page.getByText('3 changes are on their way to their channels.')).toBeVisible()
  await expect(rows.filter({ hasText: '11,00' })).toHaveCount(1)
  await expect(rows.filter({ hasText: '33,00' })).toHaveCount(1)

  await page.getByRole('checkbox', { name: /all/i }).first().check()
  await page.keyboard.press('g')
  await expect(page.getByRole('heading', { name: 'Edit in grid' })).toBeVisible()
  await expect(page.getByText('3 variants')).toBeVisible()
  await expect(priceCell(page, 2)).toBeVisible()
  await expectWellMade(page)

  // Arrows go from cell to cell, with Shift they select, and what is selected is copied as a spreadsheet reads it.
  for (const at of [1, 2]) await expect(priceCell(page, at)).toHaveText(/^\d+,\d\d$/)
  const shown = [await priceCell(page, 1).innerText(), await priceCell(page, 2).innerText()]
  await priceCell(page, 0).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const range = await document.querySelector('revo-grid')?.getSelectedRange()
        return [range?.x, range?.x1, range?.y, range?.y1]
      }),
    )
    .toEqual([0, 0, 1, 2])
  // The library copies once the selection is drawn.
  await expect(async () => {
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'))
  }).toPass()

  // Enter takes what was typed and goes down, Tab goes to the right, and Ctrl+D fills the selection from its first row.
  const place = () =>
    page.evaluate(async () => {
      const { cell } = (await document.querySelector('revo-grid')?.getFocused()) ?? {}
      return [cell?.x, cell?.y]
    })
  await priceCell(page, 0).click()
  await page.keyboard.type('21')
  await page.keyboard.press('Enter')
  await expect(priceCell(page, 0)).toHaveText('21,00')
  await expect.poll(place).toEqual([0, 1])
  await page.keyboard.press('Tab')
  await expect.poll(place).toEqual([1, 1])
  await selectThree(page)
  await page.keyboard.press('Control+d')
  await expect(page.getByRole('button', { name: 'Send 3 changes to 1 shop' })).toBeVisible()
  await expect(priceCell(page, 2)).toHaveText('21,00')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No changes yet')).toBeVisible()

  // The line break at the end of a copied text is no row, and rows that find no place are told.
  const wrong = page.locator('[data-state="error"]')
  await priceCell(page, 0).click()
  await page.evaluate(() => navigator.clipboard.writeText('24,5\n'))
  await page.keyboard.press('Control+v')
  await expect(priceCell(page, 0)).toHaveText('24,50')
  await expect(wrong).toHaveCount(0)
  await priceCell(page, 1).click()
  await page.evaluate(() => navigator.clipboard.writeText('25\n26\n27\n28\n'))
  await page.keyboard.press('Control+v')
  await expect(page.getByText('2 pasted rows found no row here and were left out.')).toBeVisible()
  await expect(priceCell(page, 2)).toHaveText('26,00')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No changes yet')).toBeVisible()

  // A merged cell leaves its neighbours in their columns.
  await priceCell(page, 0).click()
  await page.evaluate(async () => {
    const cells = '<table><tr><td rowspan=2>24,5</td><td>1</td></tr><tr><td>26</td></tr></table>'
    const kinds = { 'text/plain': '24,5\t1\r\n\t26\r\n', 'text/html': cells }
    await navigator.clipboard.write([new ClipboardItem(kinds)])
  })
  await page.keyboard.press('Control+v')
  await expect(priceCell(page, 0)).toHaveText('24,50')
  await expect(priceCell(page, 1)).toHaveText('')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No changes yet')).toBeVisible()

  await priceCell(page, 0).click()
  await page.evaluate(() => navigator.clipboard.writeText('12,5\n1.234\n14'))
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('button', { name: 'Send 2 changes to 1 shop' })).toBeVisible()
  await expect(page.getByText('1 cell has an error and stays here')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(page.getByText('No changes yet')).toBeVisible()
  await page.keyboard.press('Control+y')
  // Find and replace over the selection, a wrong text as when it is typed, each one step of undo.
  await selectThree(page)
  await page.keyboard.press('Control+h')
  const replace = page.getByRole('dialog', { name: 'Find and replace' })
  await expect(replace.getByLabel('Cells')).toHaveValue('selected')
  await replace.getByLabel('Find').fill('1')
  await replace.getByLabel('Replace with').fill('9')
  await expect(replace).toContainText('3 cells change.')
  await expectWellMade(page)
  await replace.getByLabel('Change').selectOption('Change prices by per cent')
  await replace.getByLabel('Value').fill('-10')
  await expect(replace).toContainText('2 cells change.')
  await replace.getByLabel('Value').press('Enter')
  await expect(priceCell(page, 0)).toHaveText('11,25')
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await replace.getByLabel('Cells').selectOption('Price, all rows in view (3)')
  await replace.getByLabel('Find').fill('11,25')
  await replace.getByLabel('Replace with').fill('soon')
  await replace.getByRole('button', { name: 'Change 1 cell' }).click()
  await expect(priceCell(page, 0)).toHaveText('soon')
  await expect(page.getByText('2 cells have errors and stay here')).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(priceCell(page, 0)).toHaveText('12,50')
  // The draft is kept.
  await page.reload()
  await expect(page.getByRole('button', { name: 'Send 2 changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Send 2 changes' }).click()
  await expect(question.getByRole('listitem')).toContainText('33,00 RM → 12,50 RM')
  await question.getByRole('button', { name: 'Send prices' }).click()
  await expect(page.locator('[data-state="sent"]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Errors 1' }).click()
  await expect(page.locator('[data-state="error"]')).toHaveCount(1)
  await priceCell(page, 0).click()
  await page.getByRole('button', { name: 'Use 1234' }).click()
  await page.getByRole('button', { name: 'Changed 1' }).click()
  await page.getByRole('button', { name: 'Send 1 change' }).click()
  await expect(question.getByRole('listitem')).toHaveCount(1)
  await expect(question.getByRole('listitem')).toContainText('1.234,00 RM')
  await question.getByRole('button', { name: 'Send prices' }).click()
  await expect(page.getByText('No changes yet')).toBeVisible()

  await page.getByRole('link', { name: 'Back to products' }).click()
  await page.getByRole('searchbox').fill('PERLIS-KITE')
  await expect(page.getByRole('row').filter({ hasText: '12,50' })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: '1.234,00' })).toHaveCount(1)

  // One key does not lose a price rule that was typed.
  await page.goto('/en/products?keyword=PERLIS-KITE')
  await page.getByRole('checkbox', { name: /all/i }).first().check()
  await page.getByRole('button', { name: 'Change prices' }).click()
  const rule = page.getByRole('dialog', { name: 'Change prices' })
  await rule.getByLabel('Value').fill('5')
  await rule.getByLabel('Value').press('Escape')
  const leaving = page.getByRole('dialog', { name: 'Close without saving?' })
  await expect(leaving).toContainText('The new prices are not sent yet.')
  await leaving.getByRole('button', { name: 'Discard changes' }).click()
  await expect(rule).toBeHidden()
})

test('what is typed lands in its cell, however quickly', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  await listKites(sandbox)
  await page.goto('/en/products?keyword=PERLIS-KITE')
  await expect(page.getByText('Kite of Perlis, number 3')).toBeVisible()
  await page.goto('/en/products/grid?keyword=PERLIS-KITE')
  await expect(priceCell(page, 2)).toBeVisible()
  const { keyboard } = page
  const prices = () => Promise.all([0, 1, 2].map((at) => priceCell(page, at).innerText()))

  // Enter goes down and arrows go anywhere, faster than the library draws.
  await priceCell(page, 0).click()
  for (const price of ['41', '4242', '43.5']) {
    await keyboard.type(price)
    await keyboard.press('Enter')
  }
  await expect.poll(prices).toEqual(['41,00', '4242,00', '43,50'])
  await keyboard.press('ArrowUp')
  await keyboard.press('ArrowUp')
  await keyboard.type('51')
  await keyboard.press('ArrowLeft')
  await keyboard.press('Enter')
  await keyboard.type('52')
  await keyboard.press('Enter')
  await expect.poll(prices).toEqual(['51,00', '52,00', '43,50'])

  // The last row keeps the keyboard when there is none to go on to.
  await priceCell(page, 2).click()
  for (let times = 0; times < 3; times++) {
    await keyboard.type('53', { delay: 100 })
    await keyboard.press('Enter')
    await expect.poll(prices).toEqual(['51,00', '52,00', '53,00'])
    await keyboard.press('Control+z')
    await expect.poll(prices).toEqual(['51,00', '52,00', '43,50'])
  }

  // Tab takes it as well, Escape does not, and a click elsewhere does.
  await priceCell(page, 0).click()
  await keyboard.type('61')
  await keyboard.press('Tab')
  await keyboard.press('ArrowDown')
  await keyboard.press('Shift+Tab')
  await keyboard.type('62')
  await keyboard.press('Escape')
  await keyboard.type('63')
  await priceCell(page, 2).click()
  await expect.poll(prices).toEqual(['61,00', '63,00', '43,50'])

  // A row that is corrected stays where it is, so that the next text lands in the next row.
  await priceCell(page, 0).click()
  for (const wrong of ['n/a', 'n/a', 'n/a']) {
    await keyboard.type(wrong)
    await keyboard.press('Enter')
  }
  await page.getByRole('button', { name: 'Errors 3' }).click()
  await priceCell(page, 0).click()
  for (const price of ['71', '72', '73']) {
    await keyboard.type(price)
    await keyboard.press('Enter')
  }
  await expect(page.getByRole('button', { name: 'Errors 0' })).toBeVisible()
  await expect.poll(prices).toEqual(['71,00', '72,00', '73,00'])
  await page.getByRole('button', { name: 'Errors 0' }).click()
  await expect(priceCell(page, 0)).toBeHidden()
  await page.getByRole('button', { name: 'Discard' }).click()
})

test('edits go on in a browser that has no room to keep them', async ({ page, signInAs, sandbox }) => {
  await signInAs('owner@demo.test')
  await listKites(sandbox)
  await page.goto('/en/products?keyword=PERLIS-KITE')
  await expect(page.getByText('Kite of Perlis, number 3')).toBeVisible()
  const fill = () =>
    page.evaluate(() => {
      for (let size = 2 ** 23; size >= 1; size /= 2)
        try {
          localStorage.setItem(`filled-${size}`, 'x'.repeat(size))
        } catch {
          // Half of it may fit.
        }
    })
  await fill()
  await page.getByRole('button', { name: /^Inactive/ }).click()
  await expect(page).toHaveURL(/status=/)
  await page.goto('/en/products/grid?keyword=PERLIS-KITE')
  await expect(priceCell(page, 2)).toBeVisible()
  await priceCell(page, 0).click()
  await page.keyboard.type('41')
  await page.keyboard.press('Enter')
  await page.keyboard.type('42')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Send 2 changes to 1 shop' })).toBeVisible()
  await expect(priceCell(page, 1)).toHaveText('42,00')
  await page.evaluate(() => localStorage.clear())
})

test('the grid is looked at on a phone, and edited on a wider screen', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await listKites(sandbox)
  await signInAs('owner@demo.test')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/en/products?keyword=PERLIS-KITE')
  await expect(page.getByText('Kite of Perlis, number 3')).toBeVisible()
  await page.goto('/en/products/grid?keyword=PERLIS-KITE')
  await expect(page.getByText('The grid can be edited on a wider screen.')).toBeVisible()
  await expectFits(page)
  await expectWellMade(page)
})

test('the grid takes nothing from a user who may only look at products, and says so', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await listKites(sandbox)
  await signInAs('packer@demo.test')
  await page.goto('/en/products?keyword=PERLIS-KITE')
  await expect(page.getByText('Kite of Perlis, number 3')).toBeVisible()
  await page.goto('/en/products/grid?keyword=PERLIS-KITE')
  await priceCell(page, 0).click()
  await expect(page.getByText(/^You are not allowed to do this/)).toBeVisible()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No changes yet')).toBeVisible()
  await expectWellMade(page)
})
