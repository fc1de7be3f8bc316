/** The lists that figures open, asked for through the API as the screens do. */
import { expect } from 'vitest'
import { ordersSearch, toOrderQuery } from '../../web/pages/orders/list/orders-search.ts'
import type { Account } from '../start-test-console.ts'

export type Search = Record<string, string | number | number[] | undefined>

export type OpenedOrder = {
  code: string
  currency: string
  total_price: number
  total_quantity: number
  created_at: string
  status: { code: string }
  shop: { data: { id: number } }
  customer: { data: { id: number } | null }
}

const textOf = (search: Search) =>
  new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
    .toString()
    // A plus is a plus in addresses of the API.
    .replaceAll('+', '%20')

export function openedLists(seller: Account) {
  const call = (path: string, search: object) =>
    seller.call(`GET ${path}?${textOf(search as Search)}` as 'GET /customers')
  const ask = async <T>(path: string, query: Search = {}) => (await call(path, query)).at<T>('data')

  /** All orders that a link opens, page after page, as the page reads its address; as many as the list counts. */
  async function ordersOf(search: object): Promise<OpenedOrder[]> {
    const orders: OpenedOrder[] = []
    const asked = toOrderQuery(ordersSearch.read({ ...search }), 'UTC')
    for (let page = 1; ; page++) {
      const list = await call('/orders/filter', { ...asked, limit: 100, page })
      expect(list.status).toBe(200)
      orders.push(...list.at<OpenedOrder[]>('data'))
      const { total, total_pages: pages } = list.at<{ total: number; total_pages: number }>('meta.pagination')
      if (page < pages) continue
      expect(orders.length).toBe(total)
      return orders
    }
  }

  /** Count and order value of what a link opens. */
  async function opened(search: object): Promise<{ orders: number; worth: number }> {
    const orders = await ordersOf(search)
    const worth = orders.reduce((sum, row) => sum + row.total_price * 100, 0)
    return { orders: orders.length, worth: Math.round(worth) / 100 }
  }

  const totalOf = async (path: string, search: object) =>
    (await call(path, { ...search, limit: 1 })).at<number>('meta.pagination.total')

  return { ask, ordersOf, opened, totalOf }
}
