import type { Page } from '@playwright/test'
import { expect, expectWellMade, test } from './page-steps.ts'

type Customer = {
  id: number
  name: string
  is_masked: boolean
  total_order: number
  shops: { data: object[] }
}

/** Two customers of the first page whose names no other has, each of one shop: those of other specs may be one person with others. */
async function findTwo(page: Page): Promise<[Customer, Customer]> {
  const reply = await page.request.get('/api/v2/customers')
  const { data } = (await reply.json()) as { data: Customer[] }
  const [first, second] = data.filter(
    ({ name, is_masked: masked, shops }) =>
      !masked && shops.data.length === 1 && data.filter((one) => one.name === name).length === 1,
  )
  if (!first || !second) throw new Error('the demo has no two customers')
  return [first, second]
}

test('two customers are merged, separated again, and both are undone', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  const [first, second] = await findTwo(page)
  await page.goto('/en/customers/all-customers')
  const rowOf = ({ id }: Customer) => page.locator(`tr[data-row="${id}"]`)
  for (const one of [first, second]) await rowOf(one).getByRole('checkbox').check()
  await page.keyboard.press('m')
  const question = page.getByRole('dialog', { name: 'Merge 2 customers?' })
  await expect(question).toContainText('you can separate them again')
  await expectWellMade(page)
  await question.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('The customers are merged.')).toBeVisible()
  await expect(rowOf(first)).toContainText(String(first.total_order + second.total_order))
  await expect(rowOf(second)).toBeHidden()

  await rowOf(first).getByRole('link').click()
  const drawer = page.getByRole('dialog', { name: first.name })
  await expect(drawer.getByText('One person, 2 accounts')).toBeVisible()
  await expect(drawer.getByText(/merged by /)).toBeVisible()
  await expectWellMade(page)
  await drawer.getByRole('button', { name: new RegExp(`^Separate ${second.name}`) }).click()
  await expect(drawer.getByText('One person, 2 accounts')).toBeHidden()
  await expect(page.getByText('The customer is separated.')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(drawer.getByText('One person, 2 accounts')).toBeVisible()
  await drawer.getByRole('button', { name: new RegExp(`^Separate ${second.name}`) }).click()
  await expect(drawer.getByText('One person, 2 accounts')).toBeHidden()
  // From the drawer, another customer is found and seen beside this one first.
  await drawer.getByRole('button', { name: 'Merge with…' }).click()
  const merge = page.getByRole('dialog', { name: `Merge ${first.name} with…` })
  await merge.getByRole('searchbox', { name: 'Find a customer' }).fill(second.name)
  await expectWellMade(page)
  await merge.getByRole('button', { name: second.name }).first().click()
  await expect(merge.getByRole('columnheader')).toHaveText(['Customer', first.name, second.name])
  await expect(merge.getByRole('row', { name: /^Orders/ })).toContainText(String(second.total_order))
  await expectWellMade(page)
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).hover()
  await expect(drawer.getByText('One person, 2 accounts')).toBeVisible()
  const undoing: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/undo')) undoing.push(request.url())
  })
  await page.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(drawer.getByText('One person, 2 accounts')).toBeHidden()
  expect(undoing).toHaveLength(1)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(rowOf(second)).toBeVisible()
})

test('the queue of possible duplicates says when it is empty', async ({ page, signInAs }) => {
  await signInAs('owner@demo.test')
  await page.goto('/en/customers/duplicates')
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/No possible duplicates|orders?$/)
      .first(),
  ).toBeVisible()
  await expectWellMade(page)
})
