/** Every kind of file there is. */
import type { ExportType } from '../../model/export.ts'
import type { ExportFilters, ExportKind } from './export-kind.ts'
import { buyerExport, courierExport } from './buyers-export-store.ts'
import { customerExport } from './customer-export-store.ts'
import { auditExport } from './audit-export-store.ts'
import { locationExport, productRankingExport, shopDetailExport } from './figures-export-store.ts'
import { orderExport } from './order-export-store.ts'
import { productExport } from './product-export-store.ts'
import { settlementExport } from './settlement-export-store.ts'
import { skuExport } from './sku-export-store.ts'

/** An account is no table: write-account.ts. */
export type TableType = Exclude<ExportType, 'account'>

const kinds = {
  audit: auditExport,
  customers: customerExport,
  shortlists: { ...customerExport, words: 'customers' },
  orders: orderExport,
  products: productExport,
  skus: skuExport,
  settlements: settlementExport,
  'sales.shop-detail': shopDetailExport,
  'sales.product-ranking': productRankingExport,
  'products.product-ranking': productRankingExport,
  'orders.location': locationExport,
  'orders.shipping': courierExport,
  'customers.statistic': buyerExport,
} satisfies Record<TableType, unknown>

// Each kind wrote down its filters itself when it was asked, so it gets back what it knows.
export const exportKinds = kinds as unknown as Record<TableType, ExportKind<ExportFilters>>
