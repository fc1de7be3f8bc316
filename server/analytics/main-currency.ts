/** The account's own currency; where nothing is sold in that, the one of most orders. */
export function mainCurrency(own: string, sales: { currency: string; orders: number }[]): string {
  const orders = new Map<string, number>()
  for (const sale of sales) orders.set(sale.currency, (orders.get(sale.currency) ?? 0) + sale.orders)
  if (orders.has(own)) return own
  const [most] = [...orders].toSorted(([, a], [, b]) => b - a)
  return most?.[0] ?? own
}
