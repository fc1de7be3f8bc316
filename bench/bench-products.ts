/** Products and SKUs: lists, files in and out, and how soon a sale in one shop is known in the others. */
import type { Bench } from './bench.ts'
import { benchProductFiles } from './product-files.ts'
import { benchProductList } from './product-list.ts'
import { benchSoldStock } from './sold-stock.ts'
import type { Table } from './report.ts'

export async function benchProducts(bench: Bench): Promise<Table[]> {
  return [
    ...(await benchProductList(bench)),
    ...(await benchProductFiles(bench)),
    ...(await benchSoldStock(bench)),
  ]
}
