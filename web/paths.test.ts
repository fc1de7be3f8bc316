import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { isPagePath } from '../model/page-paths.ts'
import { paths } from './paths.ts'
import { createConsoleRouter } from './routes.tsx'

const links = {
  home: paths.home(),
  faq: paths.faq(),
  signIn: paths.signIn(),
  forgotPassword: paths.forgotPassword(),
  resetPassword: paths.resetPassword(),
  activate: paths.activate(),
  ssoLanding: paths.ssoLanding(),
  orders: paths.orders(),
  exports: paths.exports(),
  newOrder: paths.newOrder(),
  scanOrders: paths.scanOrders(),
  returns: paths.returns(),
  settlements: paths.settlements(),
  settlementsOfShop: paths.settlements(7),
  order: paths.order(7),
  products: paths.products(),
  productGrid: paths.productGrid(),
  product: paths.product(7),
  imports: paths.imports(),
  import: paths.import(7),
  templates: paths.templates(),
  newTemplate: paths.newTemplate(),
  template: paths.template(7),
  templateForm: paths.templateForm(7),
  templateStep: paths.templateStep(7, 2),
  templateCheckout: paths.templateCheckout(7),
  newTemplateForm: paths.templateForm(7, 'create'),
  newTemplateStep: paths.templateStep(7, 2, 'create'),
  newTemplateCheckout: paths.templateCheckout(7, 'create'),
  customers: paths.customers(),
  customer: paths.customer(7),
  segments: paths.segments(),
  segment: paths.segment(7),
  setting: paths.setting(),
  channels: paths.channels(),
  channel: paths.channel(7),
  stock: paths.stock(),
  newWarehouse: paths.newWarehouse(),
  warehouse: paths.warehouse(7),
  newSalesArea: paths.newSalesArea(),
  salesArea: paths.salesArea(7),
  skus: paths.skus(),
  newSku: paths.newSku(),
  sku: paths.sku(7),
  stockTakes: paths.stockTakes(),
  stockTake: paths.stockTake(7),
  shipment: paths.shipment(),
  courier: paths.courier('jnt'),
  staff: paths.staff(),
  newPerson: paths.newPerson(),
  person: paths.person(7),
  customerRanks: paths.customerRanks(),
  mails: paths.mails(),
  mail: paths.mail(7),
  audit: paths.audit(),
  auditEntry: paths.auditEntry(7),
  bill: paths.bill(),
  account: paths.account(),
}

it('links keep their addresses', () => {
  expect(links).toMatchInlineSnapshot(`
    {
      "account": "/setting/account",
      "activate": "/auth/activate",
      "audit": "/setting/audit",
      "auditEntry": "/setting/audit/7",
      "bill": "/setting/bill",
      "channel": "/setting/channels/7",
      "channels": "/setting/channels",
      "courier": "/setting/shipment/jnt",
      "customer": "/customers/all-customers/7",
      "customerRanks": "/setting/customers",
      "customers": "/customers/all-customers",
      "exports": "/orders/exports",
      "faq": "/faq",
      "forgotPassword": "/auth/forgot-password",
      "home": "/",
      "import": "/products/imports/7",
      "imports": "/products/imports",
      "mail": "/setting/mails/7",
      "mails": "/setting/mails",
      "newOrder": "/orders/new",
      "newPerson": "/setting/staff/new",
      "newSalesArea": "/setting/stock/areas/new",
      "newSku": "/skus/create",
      "newTemplate": "/products/template/create",
      "newTemplateCheckout": "/products/template/create/7/checkout",
      "newTemplateForm": "/products/template/create/7",
      "newTemplateStep": "/products/template/create/7/detail/2",
      "newWarehouse": "/setting/stock/new",
      "order": "/orders/7",
      "orders": "/orders",
      "person": "/setting/staff/7",
      "product": "/products/detail/7",
      "productGrid": "/products/grid",
      "products": "/products",
      "resetPassword": "/auth/reset-password",
      "returns": "/orders/returns",
      "salesArea": "/setting/stock/areas/7",
      "scanOrders": "/orders/scan",
      "segment": "/customers/group-customer/7",
      "segments": "/customers/group-customer",
      "setting": "/setting",
      "settlements": "/orders/settlements",
      "settlementsOfShop": "/orders/settlements/7",
      "shipment": "/setting/shipment",
      "signIn": "/auth/login",
      "sku": "/skus/detail/7",
      "skus": "/skus",
      "ssoLanding": "/sso/authorization",
      "staff": "/setting/staff",
      "stock": "/setting/stock",
      "stockTake": "/skus/stock-takes/7",
      "stockTakes": "/skus/stock-takes",
      "template": "/products/template/7",
      "templateCheckout": "/products/template/edit/7/checkout",
      "templateForm": "/products/template/edit/7",
      "templateStep": "/products/template/edit/7/detail/2",
      "templates": "/products/template",
      "warehouse": "/setting/stock/7",
    }
  `)
})

it('every link leads to a route, and every route has a link', () => {
  const router = createConsoleRouter(new QueryClient())
  router.update({ ...router.options, history: createMemoryHistory() })
  const reached = Object.values(links).map((path) => router.getMatchedRoutes(path)[2]?.fullPath)
  // The first of several steps under one frame has the frame's address.
  expect(reached).not.toContain(undefined)
  const leaves = Object.keys(router.routesByPath)
  expect(new Set(reached.map((path) => path?.replace(/(?<=.)\/$/, '')))).toEqual(new Set(leaves))
})

it('the server knows every link as a page', () => {
  expect(Object.values(links).filter((path) => !isPagePath(path))).toEqual([])
})
