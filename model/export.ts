import type { Permission } from './permissions.ts'

/** Types of exports, and the permission that each requires. */
export const exportPermissions = {
  orders: 'orders.export',
  products: 'products.export',
  skus: 'sku.export',
  settlements: 'orders.export',
  customers: 'customers.export',
  shortlists: 'customers.export',
  'sales.shop-detail': 'analytics.export',
  'sales.product-ranking': 'analytics.export',
  'products.product-ranking': 'analytics.export',
  'orders.location': 'analytics.export',
  'orders.shipping': 'analytics.export',
  'customers.statistic': 'analytics.export',
  audit: 'data.export_all',
  account: 'data.export_all',
} as const satisfies Record<string, Permission>

export type ExportType = keyof typeof exportPermissions

export const exportTypes = Object.keys(exportPermissions) as [ExportType, ...ExportType[]]

/** File formats of exported tables; the user chooses one. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A whole account has a form of its own. */
export const fileFormats = [...exportFormats, 'backup'] as const
export type FileFormat = (typeof fileFormats)[number]

export const exportStates = ['queued', 'running', 'done', 'failed', 'expired'] as const
export type ExportState = (typeof exportStates)[number]

/** After that the file is gone. */
export const exportDays = 7

/** Files that a user keeps at once, tables and backups of the account each. */
export const mostKept = { table: 100, backup: 10 }
