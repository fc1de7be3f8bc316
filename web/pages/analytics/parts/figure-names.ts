/** Figures that a page shows by name, with a definition beside each. */
export const figureNames = [
  'revenue',
  'net_revenue',
  'orders',
  'average_order_value',
  'canceled_orders',
  'returned_orders',
  'refund_value',
  'quantity',
  'products_sold',
  'skus_sold',
  'average_items_per_order',
  'products_without_sale',
  'low_stock',
  'out_of_stock',
  'customers',
  'new_customers',
  'returning_customers',
  'returning_rate',
  'average_spend',
  'shipped_orders',
  'success_rate',
] as const
export type FigureName = (typeof figureNames)[number]

/** More of these is worse. */
export const isBetterLow: Partial<Record<FigureName, true>> = {
  canceled_orders: true,
  refund_value: true,
  products_without_sale: true,
}
