/**
 * For every role, every tick and every area alone: the menu, the tabs, the pages and the calls that a page stands on agree.
 * server/auth/roles.test.ts checks that the server answers as the contract says, for every role and call.
 */
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { allEndpoints, type EndpointName } from '../contract/endpoints.ts'
import {
  can,
  canOpenArea,
  grantablePermissions,
  groupPermissions,
  permissions,
} from '../model/permissions.ts'
import { rightsOf, staffRoles, type Rights } from '../model/staff-rights.ts'
import { areas, isDisabled } from './parts/shell/areas.ts'
import { accountParts } from './parts/settings/account-parts.ts'
import { tabsFor } from './parts/settings/setting-frame.tsx'
import { firstSettingPage, pageAccess } from './page-access.ts'
import { createConsoleRouter } from './routes.tsx'
import type { Me } from './session.ts'

const templateCalls: EndpointName[] = [
  'GET /product-template/{id}',
  'PUT /product-template/{id}',
  'POST /shop-product-template',
]

/** Calls that a page needs. A page is closed if at least one of them is refused. */
const calls: Record<string, EndpointName[]> = {
  '/': ['GET /shops', 'GET /dashboard/sync-percent'],
  '/analytics/dashboard': ['GET /analytics/revenue-metrics', 'GET /analytics/products-sold'],
  '/analytics/sales': ['GET /analytics/sales/revenue-metrics', 'GET /analytics/sales/hours'],
  '/analytics/products': ['GET /analytics/products/products-sold', 'GET /analytics/products/product-ranking'],
  '/analytics/orders': ['GET /analytics/orders/shipping-statistic', 'GET /analytics/orders/cancel-reason'],
  '/analytics/customers': ['GET /analytics/customers/customers-metrics'],
  '/orders': ['GET /orders/filter', 'GET /orders/get-status', 'GET /saved-filters'],
  '/orders/$orderId': ['GET /orders/{id}', 'GET /orders/{id}/history', 'GET /orders/{id}/shipments'],
  '/exports': ['GET /exports'],
  // It leads on to the former.
  '/orders/exports': [],
  '/orders/returns': ['GET /orders/filter', 'GET /returns'],
  '/orders/scan': ['GET /orders/scan', 'GET /orders/scan-station', 'POST /orders/scans'],
  '/orders/waves': ['GET /pick-waves', 'POST /pick-waves'],
  '/orders/waves/$waveId': ['GET /pick-waves/{id}', 'POST /pick-waves/{id}/ticks'],
  '/orders/new': ['GET /orders/filter', 'GET /orders/new/shops', 'POST /orders'],
  '/orders/settlements': ['GET /settlements', 'GET /settlements/totals'],
  '/orders/settlements/$shopId': ['GET /settlements', 'GET /settlements/totals'],
  '/products': ['GET /products/filter', 'GET /saved-filters'],
  '/products/grid': ['GET /products/variants'],
  '/products/detail/$productId': ['GET /products/filter', 'GET /products/{id}'],
  '/products/imports': ['GET /imports', 'POST /imports/products'],
  '/products/template/imports': ['GET /imports', 'POST /imports/templates'],
  '/products/imports/$importId': ['GET /imports/{id}', 'POST /imports/{id}/commit'],
  '/products/template': ['GET /product-template', 'GET /saved-filters'],
  '/products/template/$templateId': ['GET /product-template/{id}'],
  '/products/template/create': ['POST /product-template'],
  '/products/template/create/$templateId': templateCalls,
  '/products/template/create/$templateId/detail/$platformId': templateCalls,
  '/products/template/create/$templateId/checkout': templateCalls,
  '/products/template/edit/$templateId': templateCalls,
  '/products/template/edit/$templateId/detail/$platformId': templateCalls,
  '/products/template/edit/$templateId/checkout': templateCalls,
  '/customers/all-customers': ['GET /customers'],
  '/customers/all-customers/$customerId': ['GET /customers/{id}'],
  '/customers/duplicates': ['GET /customers/duplicates'],
  '/customers/group-customer': ['GET /customers/shortlists'],
  '/customers/group-customer/$segmentId': ['GET /customers/shortlists/{id}'],
  '/skus': ['GET /sku-centers'],
  '/skus/create': ['GET /sku-centers/linkable', 'POST /sku-centers'],
  '/skus/detail/$skuId': ['GET /sku-centers/{id}'],
  '/skus/stock-takes': ['GET /stock-takes', 'POST /stock-takes'],
  '/skus/stock-takes/$takeId': [
    'GET /stock-takes/{id}',
    'POST /stock-takes/{id}/scans',
    'POST /stock-takes/{id}/book',
    'DELETE /stock-takes/{id}',
  ],
  '/setting/channels': ['GET /shops'],
  '/setting/channels/$shopId': ['GET /shops'],
  '/setting/stock': [
    'GET /warehouses',
    'GET /sales-areas',
    'GET /settings/low-stock',
    'PUT /settings/low-stock',
    'GET /settings/stock',
    'PUT /settings/stock',
  ],
  '/setting/stock/new': ['GET /warehouses', 'POST /warehouses'],
  '/setting/stock/$warehouseId': ['GET /warehouses', 'PUT /warehouses/{id}'],
  '/setting/stock/areas/new': ['GET /warehouses', 'POST /sales-areas'],
  '/setting/stock/areas/$areaId': ['GET /sales-areas', 'PUT /sales-areas/{id}'],
  '/setting/shipment': ['GET /deliveries/shipments', 'PUT /settings/delivery-platform'],
  '/setting/shipment/$courier': ['GET /deliveries/shipments', 'PUT /settings/delivery'],
  '/setting/printing': ['GET /settings/print-template'],
  '/setting/staff': ['GET /users'],
  '/setting/staff/new': ['GET /users', 'POST /invite-user', 'POST /users'],
  '/setting/staff/$personId': ['GET /users', 'PUT /users/{id}', 'DELETE /users/{id}'],
  '/setting/customers': ['GET /settings/customer-rank', 'PUT /settings/update-rank-limit'],
  '/setting/rates': ['GET /settings/exchange-rates', 'PUT /settings/exchange-rates'],
  '/setting/words': ['GET /settings/forbidden-words', 'PUT /settings/forbidden-words'],
  '/setting/mails': ['GET /mails'],
  '/setting/mails/$mailId': ['GET /mails/{id}'],
  '/setting/audit': ['GET /audit-logs', 'GET /audit-logs/check'],
  '/setting/audit/$entryId': ['GET /audit-logs'],
  '/setting/bill': ['GET /bills/current', 'GET /bills'],
  '/setting/buyers': ['GET /settings/buyer-mails', 'PUT /settings/buyer-mails'],
  '/setting/report': ['GET /users/mail-report', 'POST /users/mail-report/send-now'],
  '/setting/account': [
    'GET /users/me',
    'PUT /users/me',
    'PUT /users/change-password',
    'GET /users/sessions',
    'GET /users/notifications/ways',
    'PUT /users/notifications/ways',
    'GET /users/second-factor',
    'POST /users/{id}/update-avatar',
  ],
  // Each of these pages guards itself.
  '/setting/account/$part': ['GET /users/me'],
  '/faq': ['GET /faq', 'GET /faq/search'],
}
/** Open to an area as a whole, while their calls serve everybody: the area is what guards them. */
const byArea: Record<string, (typeof groupPermissions)[number]> = {
  '/setting/channels': 'settings',
  '/setting/channels/$shopId': 'settings',
  '/setting/shipment': 'settings',
  '/setting/printing': 'settings',
  '/setting/shipment/$courier': 'settings',
}

const owner: Rights = { scope: 'owner', roles: ['owner'], groupPermissions: [], permissions: [], shopIds: [] }
const everybody: [string, Rights][] = [
  ['owner', owner],
  ...staffRoles.map((role): [string, Rights] => [role, rightsOf({ role })]),
  ...grantablePermissions.map((tick): [string, Rights] => [
    `custom with ${tick}`,
    rightsOf({ role: 'custom', permissions: [tick] }),
  ]),
  ...groupPermissions.map((area): [string, Rights] => [
    `custom with ${area}`,
    rightsOf({ role: 'custom', groupPermissions: [area] }),
  ]),
]

/** Builds the server's answer about the signed-in user. */
function meWith(rights: Rights): Me {
  return {
    ...({} as Me),
    id: 1,
    scope: rights.scope,
    roles: rights.roles,
    permissions: permissions.filter((each) => can(rights, each)),
    group_permissions: groupPermissions.filter((area) => canOpenArea(rights, area)),
    shop_ids: rights.shopIds,
  }
}

type PageRoute = {
  options: { staticData?: { allows?: (me: Me) => boolean } }
  parentRoute?: PageRoute
  id: string
}

const { routesByPath } = createConsoleRouter(new QueryClient())
const pages = (Object.entries(routesByPath) as [string, PageRoute][]).filter(
  // In front of the sign-in nobody has rights; the bare settings lead on.
  ([path]) => !/^\/(?:auth|sso)\//.test(path) && path !== '/setting',
)

function isOpen(route: PageRoute, me: Me): boolean {
  const own = route.options.staticData?.allows?.(me) ?? true
  return own && (route.parentRoute ? isOpen(route.parentRoute, me) : true)
}

function mayCall(rights: Rights, name: EndpointName): boolean {
  const { access }: Endpoint = allEndpoints[name]
  return access === 'public' || access === 'signed-in' || can(rights, access)
}

describe('pages', () => {
  it('are all decided upon', () => {
    expect(pages.map(([path]) => path).toSorted()).toEqual(Object.keys(calls).toSorted())
  })

  it.each(everybody)('open for %s where its calls are answered, and nowhere else', (_, rights) => {
    const me = meWith(rights)
    for (const [path, route] of pages) {
      const area = byArea[path]
      const guarded = area === undefined || canOpenArea(rights, area)
      const answered = guarded && (calls[path] ?? []).every((name) => mayCall(rights, name))
      expect([path, isOpen(route, me)]).toEqual([path, answered])
    }
  })
})

describe('the audit log', () => {
  it('tells of all shops, and opens for nobody who is bound to some', () => {
    const auditor = rightsOf({ role: 'admin' })
    const audit = pages.filter(([path]) => path.startsWith('/setting/audit'))
    const open = (shopIds: number[]) =>
      audit.map(([, route]) => isOpen(route, meWith({ ...auditor, shopIds })))
    expect(open([])).toEqual([true, true])
    expect(open([7])).toEqual([false, false])
  })
})

it.each(everybody)(
  'the pages of the account are offered to %s where their calls are answered',
  (_, rights) => {
    const shown = accountParts.filter(({ isShown }) => isShown(meWith(rights))).map(({ name }) => name)
    for (const [name, call] of [
      ['password', 'PUT /users/change-password'],
      ['region', 'PUT /settings/account'],
      ['backup', 'POST /account/backup'],
      ['deletion', 'POST /account/deletion'],
    ] as const)
      expect([name, shown.includes(name)]).toEqual([name, mayCall(rights, call)])
  },
)

describe('the menu', () => {
  it.each(everybody)('offers %s what opens, and greys out what does not', (_, rights) => {
    const me = meWith(rights)
    for (const area of areas.filter(({ group }) => group)) {
      const page = pages.find(([path]) => path === area.to)
      expect(page).toBeDefined()
      if (page) expect([area.name, !isDisabled(area, me)]).toEqual([area.name, isOpen(page[1], me)])
    }
  })

  it.each(everybody)('of the settings shows %s the pages that open, and no others', (_, rights) => {
    const me = meWith(rights)
    const open = pages.filter(([path, route]) => /^\/setting\/\w+$/.test(path) && isOpen(route, me))
    expect(
      tabsFor(me)
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(open.map(([path]) => path).toSorted())
  })

  it.each(everybody)('lead %s to the first page that opens, or nowhere', (_, rights) => {
    const order = [
      'channels',
      'shipment',
      'printing',
      'staff',
      'customers',
      'stock',
      'rates',
      'words',
      'bill',
      'mails',
      'audit',
    ]
    const me = meWith(rights)
    const first = order
      .map((name) => `/setting/${name}`)
      .find((path) => pages.some(([each, route]) => each === path && isOpen(route, me)))
    expect(firstSettingPage(me)).toBe(first)
    expect(pageAccess.setting(me)).toBe(first !== undefined)
  })

  it('tell staff who are bound to shops nothing of the log, which is about all of them', () => {
    const admin = meWith({ ...rightsOf({ role: 'admin' }), shopIds: [1] })
    expect(pageAccess.audit(meWith(rightsOf({ role: 'admin' })))).toBe(true)
    expect(pageAccess.audit(admin)).toBe(false)
  })
})
