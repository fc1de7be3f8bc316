/** All domains of the server. A new route or job is added in the file of its domain. */
import { anomaliesRoutes } from './analytics/anomalies-routes.ts'
import { buyerFiguresRoutes } from './analytics/buyer-figures-routes.ts'
import { cohortsRoutes } from './analytics/cohorts-routes.ts'
import { cancelFiguresRoutes } from './analytics/cancel-figures-routes.ts'
import { courierFiguresRoutes } from './analytics/courier-figures-routes.ts'
import { dashboardRoutes } from './analytics/dashboard-routes.ts'
import { mailReports } from './analytics/reports/mail-reports-domain.ts'
import { productFiguresRoutes } from './analytics/product-figures-routes.ts'
import { productSalesRoutes } from './analytics/product-sales-routes.ts'
import { todaySalesRoutes } from './analytics/today-sales-routes.ts'
import { salesFiguresRoutes } from './analytics/sales-figures-routes.ts'
import { salesTablesRoutes } from './analytics/sales-tables-routes.ts'
import { stockFiguresRoutes } from './analytics/stock-figures-routes.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { auth } from './auth/auth-domain.ts'
import { backup } from './backup/backup-domain.ts'
import { billing } from './billing/billing-domain.ts'
import { catalogRoutes } from './catalog/catalog-routes.ts'
import { createReadBrands } from './catalog/read-brands.ts'
import { createRefreshCatalog } from './catalog/refresh-catalog.ts'
import { customers } from './customers/customers-domain.ts'
import { deliveries } from './deliveries/deliveries-domain.ts'
import type { Domain } from './domain.ts'
import { exports } from './exports/exports-domain.ts'
import { faqRoutes } from './faq/faq-routes.ts'
import { listings } from './listings/listings-domain.ts'
import { mails } from './mails/mails-domain.ts'
import { notifications } from './notifications/notifications-domain.ts'
import { orders } from './orders/orders-domain.ts'
import { printing } from './printing/printing-domain.ts'
import { returns } from './returns/returns-domain.ts'
import { salesAreasRoutes } from './sales-areas/sales-areas-routes.ts'
import { savedFiltersRoutes } from './saved-filters/saved-filters-routes.ts'
import { settings } from './settings/settings-domain.ts'
import { settlements } from './settlements/settlements-domain.ts'
import { shops } from './shops/shops-domain.ts'
import { skus } from './skus/skus-domain.ts'
import { stock } from './stock/stock-domain.ts'
import { templates } from './templates/templates-domain.ts'
import { syncPercentRoutes } from './syncs/sync-percent-routes.ts'
import { webhookRoutes } from './syncs/webhook-routes.ts'
import { warehouses } from './warehouses/warehouses-domain.ts'

export const domains: Domain[] = [
  auth,
  backup,
  billing,
  customers,
  deliveries,
  exports,
  listings,
  mails,
  mailReports,
  notifications,
  orders,
  printing,
  returns,
  settings,
  settlements,
  shops,
  skus,
  stock,
  templates,
  warehouses,
  { routes: auditRoutes },
  {
    routes: catalogRoutes,
    jobs: ({ db, channels, log }) => ({
      'refresh-catalog': createRefreshCatalog({ db, channels, log }),
      'read-brands': createReadBrands({ db, channels, log }),
    }),
  },
  { routes: buyerFiguresRoutes },
  { routes: stockFiguresRoutes },
  { routes: cohortsRoutes },
  { routes: anomaliesRoutes },
  { routes: cancelFiguresRoutes },
  { routes: courierFiguresRoutes },
  { routes: dashboardRoutes },
  { routes: faqRoutes },
  { routes: productFiguresRoutes },
  { routes: productSalesRoutes },
  { routes: salesAreasRoutes },
  { routes: salesFiguresRoutes },
  { routes: salesTablesRoutes },
  { routes: savedFiltersRoutes },
  { routes: syncPercentRoutes },
  { routes: todaySalesRoutes },
  { routes: (_, context) => webhookRoutes(context.app, context, context.channels) },
]
