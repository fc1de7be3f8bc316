import type { z } from 'zod'
import { accountDeletion } from './account-deletion.ts'
import { accountSettings } from './account-settings.ts'
import { analytics } from './analytics.ts'
import { anomalies } from './anomalies.ts'
import { audit } from './audit-entries.ts'
import { authorization } from './authorization.ts'
import { bills } from './bills.ts'
import { bulkListingChanges } from './bulk-listing-changes.ts'
import { buyerMails } from './buyer-mails.ts'
import { categoriesCalls } from './categories.ts'
import { config } from './enumerations.ts'
import { cohorts } from './cohorts.ts'
import { customerRanks } from './customer-ranks.ts'
import { customerPrivacy } from './customer-privacy.ts'
import { customers } from './customers.ts'
import { dashboard } from './dashboard.ts'
import { demo } from './demo-offer.ts'
import { deliveries } from './deliveries.ts'
import { deliveryPlaces } from './delivery-places.ts'
import { deliverySettings } from './delivery-settings.ts'
import { exchangeRates } from './exchange-rates.ts'
import { exports } from './exports.ts'
import { faq } from './faq-answers.ts'
import { firstRun } from './first-run.ts'
import { forbiddenWords } from './listing-words.ts'
import { lowStock } from './low-stock.ts'
import { mailReports } from './mail-reports.ts'
import { mails } from './mails.ts'
import { missingFields } from './missing-fields.ts'
import { manualOrders } from './manual-orders.ts'
import { notifications } from './notifications.ts'
import { orderScans } from './order-scans.ts'
import { orderActions } from './order-actions.ts'
import { orderQueue } from './order-queue.ts'
import { orderParcels } from './order-parcels.ts'
import { orders } from './orders.ts'
import { persons } from './persons.ts'
import { printAgents } from './print-agents.ts'
import { pickWaves } from './pick-waves.ts'
import { printing } from './prints.ts'
import { imports } from './imports.ts'
import { listingChanges } from './listing-changes.ts'
import { products } from './products.ts'
import { bulkPublishes } from './bulk-publishes.ts'
import { productTemplates } from './product-templates.ts'
import { productSales } from './product-sales.ts'
import { returns } from './returns.ts'
import { salesAreas } from './sales-areas.ts'
import { savedFilters } from './saved-filters.ts'
import { settlements } from './settlements.ts'
import { shipments } from './shipments.ts'
import { shops } from './shops.ts'
import { shortlists } from './shortlists.ts'
import { skuCenters } from './sku-centers.ts'
import { skuCosts } from './sku-costs.ts'
import { skuMerges } from './sku-merges.ts'
import { skuTimeline } from './sku-timeline.ts'
import { sso } from './sso.ts'
import { stockFigures } from './stock-figures.ts'
import { stockMovements } from './stock-movements.ts'
import { stockSetting } from './stock-setting.ts'
import { stockTakes } from './stock-takes.ts'
import { staff } from './staff.ts'
import { templateMapping } from './template-mapping.ts'
import { templateWriting } from './template-writing.ts'
import { users } from './users.ts'
import { warehouses } from './warehouses.ts'

/** Every endpoint under /api/v2, by method and path. */
export const allEndpoints = {
  ...accountDeletion,
  ...accountSettings,
  ...analytics,
  ...audit,
  ...authorization,
  ...bills,
  ...bulkListingChanges,
  ...categoriesCalls,
  ...config,
  ...dashboard,
  ...deliveries,
  ...demo,
  ...deliveryPlaces,
  ...deliverySettings,
  ...exchangeRates,
  ...forbiddenWords,
  ...stockFigures,
  ...cohorts,
  ...anomalies,
  ...exports,
  ...faq,
  ...firstRun,
  ...imports,
  ...customerRanks,
  ...customers,
  ...shortlists,
  ...customerPrivacy,
  ...lowStock,
  ...buyerMails,
  ...mailReports,
  ...mails,
  ...manualOrders,
  ...notifications,
  ...orders,
  ...persons,
  ...orderParcels,
  ...orderQueue,
  ...orderScans,
  ...orderActions,
  ...pickWaves,
  ...printAgents,
  ...printing,
  ...listingChanges,
  ...products,
  ...productTemplates,
  ...bulkPublishes,
  ...missingFields,
  ...templateMapping,
  ...templateWriting,
  ...productSales,
  ...returns,
  ...salesAreas,
  ...savedFilters,
  ...settlements,
  ...shipments,
  ...shops,
  ...skuCenters,
  ...skuCosts,
  ...skuMerges,
  ...skuTimeline,
  ...sso,
  ...staff,
  ...stockMovements,
  ...stockSetting,
  ...stockTakes,
  ...users,
  ...warehouses,
}

export type Endpoints = typeof allEndpoints
export type EndpointName = keyof Endpoints

type Part<K extends EndpointName, P extends string> =
  Endpoints[K] extends Record<P, infer S extends z.ZodType> ? S : never

/** Input that a caller sends. */
export type QueryInput<K extends EndpointName> = [Part<K, 'query'>] extends [never]
  ? undefined
  : z.input<Part<K, 'query'>>
export type BodyInput<K extends EndpointName> = [Part<K, 'body'>] extends [never]
  ? undefined
  : z.input<Part<K, 'body'>>

/** Input that a handler receives, checked and with defaults. */
export type Query<K extends EndpointName> = [Part<K, 'query'>] extends [never]
  ? undefined
  : z.output<Part<K, 'query'>>
export type Body<K extends EndpointName> = [Part<K, 'body'>] extends [never]
  ? undefined
  : z.output<Part<K, 'body'>>
export type Params<K extends EndpointName> = [Part<K, 'params'>] extends [never]
  ? undefined
  : z.output<Part<K, 'params'>>

export type Reply<K extends EndpointName> = z.output<Part<K, 'reply'>>
