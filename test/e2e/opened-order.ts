import { expect, type Locator, type Page } from '@playwright/test'

type Brief = {
  code: string
  channel_order_id: string
  status: { code: string }
  return_status: object | null
}

/** Waits until the console has orders as they should be, so that the page that shows them is loaded once. */
export async function awaitOrders(
  page: Page,
  codes: string[],
  isReady: (order: Brief) => boolean = () => true,
): Promise<void> {
  for (const code of codes) {
    const isThere = async () => {
      const reply = await page.request.get(`/api/v2/orders/filter?keyword=${encodeURIComponent(code)}`)
      const { data } = (await reply.json()) as { data: Brief[] }
      return data.some((order) => [order.code, order.channel_order_id].includes(code) && isReady(order))
    }
    await expect.poll(isThere, { message: `the console has ${code}` }).toBe(true)
  }
}

export const isIn = (status: string) => (order: Brief) => order.status.code === status
export const hasReturn = (order: Brief) => order.return_status !== null

/** The list with one order in it. */
export async function listOrder(
  page: Page,
  code: string,
  { prefix = '/en', isReady }: { prefix?: string; isReady?: (order: Brief) => boolean } = {},
): Promise<Locator> {
  await awaitOrders(page, [code], isReady)
  await page.goto(`${prefix}/orders?keyword=${code}`)
  const row = page.locator('tbody tr[data-row]').filter({ hasText: code })
  await expect(row).toBeVisible()
  return row
}

/** The order's drawer, opened from the list. */
export async function openOrder(
  page: Page,
  code: string,
  how: Parameters<typeof listOrder>[2] = {},
): Promise<Locator> {
  const row = await listOrder(page, code, how)
  await row.getByRole('link').filter({ hasText: code }).click()
  return page.getByRole('dialog').first()
}
