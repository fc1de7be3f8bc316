/** Answers of the API about an account that have to be the same before and after an upgrade. */
import type { Account } from '../start-test-console.ts'

const days = 'from=2026-03-01&to=2026-03-31'

/** Calls whose whole answers are compared; what a later release adds to them is no difference. */
const calls = [
  'GET /orders/filter?limit=100',
  'GET /sku-centers?limit=100',
  'GET /stock-movements?limit=100',
  'GET /products/filter?limit=100',
  'GET /customers?limit=100',
  'GET /returns?limit=100',
  'GET /settlements?limit=100',
  `GET /analytics/sales/revenue-metrics?${days}`,
  `GET /analytics/products/products-sold?${days}`,
  `GET /analytics/orders/location-statistic?${days}`,
  `GET /analytics/orders/shipping-statistic?${days}`,
  `GET /analytics/orders/cancel-reason?${days}`,
  `GET /analytics/sales/product-ranking?${days}`,
]

export async function readAnswers(account: Account): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const name of calls) {
    const { status, body } = await account.call(name)
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
    answers[name] = body
  }
  return answers
}
