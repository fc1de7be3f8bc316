import { createRoute, redirect } from '@tanstack/react-router'
import { pageAccess } from '../page-access.ts'
import { pageFiles } from '../page-files.ts'
import { listingsSearch } from '../pages/listings/list/listings-search.ts'
import { paths } from '../paths.ts'
import { page, pageRoute, signedIn } from './page-route.tsx'

const listings = createRoute({
  getParentRoute: () => signedIn,
  path: '/products',
  component: page(pageFiles.listings, 'ListingsPage'),
  staticData: { title: 'products', allows: pageAccess.products },
  // Coming back to the bare address finds the filters as they were left.
  beforeLoad: ({ cause, location, search }) => {
    if (cause === 'stay' || location.pathname !== paths.products() || Object.keys(search).length > 0) return
    const kept = listingsSearch.stored()
    if (Object.keys(kept).length > 0) throw redirect({ to: paths.products(), search: kept, replace: true })
  },
})

const listing = pageRoute(() => listings, 'detail/$productId', page(pageFiles.listing, 'ListingDrawer'))

const listingGrid = pageRoute(() => signedIn, '/products/grid', page(pageFiles.listingGrid, 'GridPage'), {
  title: 'products',
  allows: pageAccess.products,
})

const imports = pageRoute(() => signedIn, '/products/imports', page(pageFiles.imports, 'ImportsPage'), {
  title: 'products',
  allows: pageAccess.imports,
})

const oneImport = pageRoute(
  () => signedIn,
  '/products/imports/$importId',
  page(pageFiles.import, 'ImportPage'),
  { title: 'products', allows: pageAccess.imports },
)

const templates = pageRoute(
  () => signedIn,
  '/products/template',
  page(pageFiles.templates, 'TemplatesPage'),
  { title: 'templates', allows: pageAccess.templates },
)

const templateImports = pageRoute(
  () => signedIn,
  '/products/template/imports',
  page(pageFiles.templateImports, 'TemplateImportsPage'),
  { title: 'templates', allows: pageAccess.templateImports },
)

const newTemplate = pageRoute(
  () => signedIn,
  '/products/template/create',
  page(pageFiles.newTemplate, 'StartPage'),
  { title: 'templates', allows: pageAccess.templateForm },
)

const template = pageRoute(
  () => signedIn,
  '/products/template/$templateId',
  page(pageFiles.template, 'TemplatePage'),
  { title: 'templates', allows: pageAccess.templates },
)

/** Both addresses lead to the same pages: a template that was never published is still being created. */
const templateForms = (['create', 'edit'] as const).map((mode) => {
  const frame = pageRoute(
    () => signedIn,
    `/products/template/${mode}/$templateId`,
    page(pageFiles.templateFrame, 'TemplateFrame'),
    { title: 'templates', allows: pageAccess.templateForm },
  )
  return frame.addChildren([
    pageRoute(() => frame, '/', page(pageFiles.templateForm, 'ProductForm')),
    pageRoute(() => frame, 'detail/$platformId', page(pageFiles.templateStep, 'ChannelStep')),
    pageRoute(() => frame, 'checkout', page(pageFiles.templateCheckout, 'CheckoutPage')),
  ])
})

const skus = pageRoute(() => signedIn, '/skus', page(pageFiles.skus, 'SkusPage'), {
  title: 'skus',
  allows: pageAccess.skus,
})

const newSku = pageRoute(() => signedIn, '/skus/create', page(pageFiles.newSku, 'NewSkuPage'), {
  title: 'skus',
  allows: pageAccess.newSku,
})

const sku = pageRoute(() => signedIn, '/skus/detail/$skuId', page(pageFiles.sku, 'SkuDetailPage'), {
  title: 'skus',
  allows: pageAccess.skus,
})

const stockTakes = pageRoute(
  () => signedIn,
  '/skus/stock-takes',
  page(pageFiles.stockTakes, 'StockTakesPage'),
  { title: 'skus', allows: pageAccess.stockTakes },
)

const stockTake = pageRoute(
  () => signedIn,
  '/skus/stock-takes/$takeId',
  page(pageFiles.stockTake, 'StockTakePage'),
  { title: 'skus', allows: pageAccess.stockTakes },
)

export const productRoutes = [
  listings.addChildren([listing]),
  listingGrid,
  imports,
  oneImport,
  templateImports,
  templates,
  newTemplate,
  template,
  ...templateForms,
  skus,
  newSku,
  sku,
  stockTakes,
  stockTake,
] as const
