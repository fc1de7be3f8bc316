/** Access of each role, on every call. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { allEndpoints } from '../../contract/endpoints.ts'
import { orderStatusIds } from '../../model/order-status.ts'
import { can, rolePresets, roles, type Role } from '../../model/permissions.ts'
import { call, startTestConsole, type Account, type TestConsole } from '../../test/start-test-console.ts'
import { settleOwner, type Owned } from '../../test/steps/settled-owner.ts'

let running: TestConsole
let admin: pg.Client
let mine: Owned

beforeAll(async () => {
  running = await startTestConsole({ role: 'web' })
  admin = new pg.Client({ connectionString: running.adminUrl })
  await admin.connect()
  mine = await settleOwner(running, 'mine', 'Aoi')
})
afterAll(async () => {
  await admin?.end()
  await running?.stop()
})

describe('a role', () => {
  const accounts = new Map<Role, Account>()
  beforeAll(async () => {
    for (const role of roles.filter((one) => one !== 'owner')) {
      const email = `${role}@example.test`
      accounts.set(role, await running.addStaff(mine.account.ownerId, { email, role }))
    }
    accounts.set('owner', mine.account)
  })

  // Roles that each call admits; the rest get 403. Columns: owner admin manager operator catalogue viewer.
  const table: Record<string, string> = {
    'DELETE /authorization': 'yyyyyy',
    'GET /config': 'yyyyyy',
    'GET /faq': 'yyyyyy',
    'GET /faq/search': 'yyyyyy',
    'GET /dashboard/to-do': 'yyyy-y',
    'GET /dashboard/new-order': 'yyyy-y',
    'GET /dashboard/total-revenue': 'yyy-yy',
    'GET /dashboard/top-products': 'yyy-yy',
    'GET /dashboard/sync-percent': 'yyyyyy',
    'POST /dashboard/sync-percent': 'yyyyyy',
    'POST /dashboard/sync-percent/close': 'yyyyyy',
    'GET /users/notifications': 'yyyyyy',
    'PUT /users/notifications': 'yyyyyy',
    'GET /users/notifications/ways': 'yyyyyy',
    'PUT /users/notifications/ways': 'yyyyyy',
    'GET /exports': 'yyyyyy',
    'POST /exports/{id}/retry': 'yyyyyy',
    'DELETE /exports/{id}': 'yyyyyy',
    'GET /products/filter': 'yyyyyy',
    'GET /products/search': 'yyyyyy',
    'GET /products/statuses': 'yyyyyy',
    'GET /categories': 'yyyyyy',
    'POST /categories': 'yyy-y-',
    'GET /categories/shopee': 'yyyyyy',
    'GET /categories/lazada': 'yyyyyy',
    'GET /categories/tiktok': 'yyyyyy',
    'GET /categories/category-mapping': 'yyyyyy',
    'GET /categories/{id}/attributes': 'yyyyyy',
    'GET /categories/{id}/variants': 'yyyyyy',
    'GET /categories/{id}/rules': 'yyyyyy',
    'GET /categories/{id}/attributes/{attribute_id}/options': 'yyyyyy',
    'GET /attributes/options/{platform}': 'yyyyyy',
    'GET /attributes/{platform}': 'yyyyyy',
    'GET /variants/{platform}': 'yyyyyy',
    'GET /shop-product-template/search-brand': 'yyyyyy',
    'GET /analytics/revenue-metrics': 'yyy-yy',
    'GET /analytics/sales/revenue-metrics': 'yyy-yy',
    'GET /analytics/products-sold': 'yyy-yy',
    'GET /analytics/products/products-sold': 'yyy-yy',
    'GET /analytics/products/products-sold-metrics': 'yyy-yy',
    'GET /analytics/customers-metrics': 'yyy-yy',
    'GET /analytics/customers/customers-metrics': 'yyy-yy',
    'GET /analytics/customers/customers-statistic': 'yyy-yy',
    'GET /analytics/location-statistic': 'yyy-yy',
    'GET /analytics/orders/location-statistic': 'yyy-yy',
    'GET /analytics/orders/shipping-statistic': 'yyy-yy',
    'GET /analytics/product-ranking': 'yyy-yy',
    'GET /analytics/sales/product-ranking': 'yyy-yy',
    'GET /analytics/products/product-ranking': 'yyy-yy',
    'GET /analytics/sales/shop-detail-statistic': 'yyy-yy',
    'GET /analytics/sales/hours': 'yyy-yy',
    'GET /analytics/orders/cancel-reason': 'yyy-yy',
    'GET /analytics/orders/cancel-initiator': 'yyy-yy',
    'GET /analytics/sales/shop-detail-statistic/export': 'yyy--y',
    'GET /analytics/sales/product-ranking/export': 'yyy--y',
    'GET /analytics/products/product-ranking/export': 'yyy--y',
    'GET /analytics/orders/location-statistic/export': 'yyy--y',
    'GET /analytics/orders/shipping-statistic/export': 'yyy--y',
    'GET /analytics/customers/customers-statistic/export': 'yyy--y',
    'GET /customers': 'yyy--y',
    'GET /customers/search': 'yyy--y',
    'GET /customers/export': 'yy----',
    'GET /customers/{id}': 'yyy--y',
    'GET /customers/{id}/order-history': 'yyy--y',
    'GET /customers/{id}/order-statistic': 'yyy--y',
    'GET /customers/{id}/spent-total': 'yyy--y',
    'PUT /customers/{id}/note': 'yyy---',
    'POST /customers/merge': 'yyy---',
    'POST /customers/{id}/separate': 'yyy---',
    'GET /customers/duplicates': 'yyy--y',
    'POST /customers/duplicates/{id}/accept': 'yyy---',
    'POST /customers/duplicates/{id}/refuse': 'yyy---',
    'POST /customers/changes/{id}/undo': 'yyy---',
    'GET /customers/{id}/personal-data': 'yy----',
    'GET /customers/{id}/personal-data/print': 'yy----',
    'POST /customers/{id}/erase': 'yy----',
    'GET /customers/shortlists': 'yyy--y',
    'POST /customers/shortlists': 'yyy---',
    'POST /customers/shortlists/count': 'yyy--y',
    'GET /customers/shortlists/places': 'yyy--y',
    'POST /customers/shortlists/{id}/compare': 'yyy--y',
    'POST /customers/shortlists/{id}/add-from-file': 'yyy---',
    'GET /customers/shortlists/{id}/push': 'yyy--y',
    'POST /customers/shortlists/{id}/push': 'yy----',
    'GET /customers/shortlists/export': 'yy----',
    'GET /customers/shortlists/{id}': 'yyy--y',
    'PUT /customers/shortlists/{id}': 'yyy---',
    'DELETE /customers/shortlists/{id}': 'yyy---',
    'POST /customers/shortlists/{id}/add-customers': 'yyy---',
    'POST /customers/shortlists/{id}/remove-customers': 'yyy---',
    'GET /product-template': 'yyyyyy',
    'POST /product-template': 'yyy-y-',
    'GET /product-template/{id}': 'yyyyyy',
    'PUT /product-template/{id}': 'yyy-y-',
    'DELETE /product-template/{id}': 'yyy---',
    'GET /product-template/{id}/problems': 'yyyyyy',
    'POST /product-template/upload-image': 'yyy-y-',
    'POST /product-template/{id}/upload-to-platform': 'yyy-y-',
    'POST /product-template/{id}/cancel-upload-to-platform': 'yyy-y-',
    'POST /product-template/bulk-upload': 'yyy-y-',
    'POST /product-template/copy-listings': 'yyy-y-',
    'GET /shop-product-template': 'yyyyyy',
    'POST /shop-product-template': 'yyy-y-',
    'GET /shop-product-template/{id}': 'yyyyyy',
    'PUT /shop-product-template/{id}': 'yyy-y-',
    'DELETE /shop-product-template/{id}': 'yyy-y-',
    'POST /shop-product-template/{id}/cancel-upload-to-platform': 'yyy-y-',
    'GET /shop-product-template/{id}/differences': 'yyyyyy',
    'POST /shop-product-template/{id}/keep-listing': 'yyy-y-',
    'GET /imports': 'yyyyyy',
    'GET /imports/fields': 'yyyyyy',
    'POST /imports/products': 'yyyyyy',
    'GET /imports/{id}': 'yyyyyy',
    'PUT /imports/{id}/columns': 'yyyyyy',
    'GET /imports/{id}/rows': 'yyyyyy',
    'PUT /imports/{id}/rows/{row}': 'yyyyyy',
    'GET /imports/{id}/bad-rows': 'yyyyyy',
    'POST /imports/{id}/commit': 'yyyyyy',
    'POST /imports/{id}/undo': 'yyyyyy',
    'DELETE /imports/{id}': 'yyyyyy',
    'GET /products/locations/{id}': 'yyyyyy',
    'GET /brands': 'yyyyyy',
    'GET /products/{id}': 'yyyyyy',
    'GET /products/{id}/sale-overall': 'yyyyyy',
    'GET /products/{id}/statistic': 'yyyyyy',
    'GET /products/export': 'yyy-yy',
    'GET /sku-centers/export': 'yyy-yy',
    'GET /orders/export': 'yyy--y',
    'GET /orders/filter': 'yyyy-y',
    'GET /orders/search': 'yyyy-y',
    'GET /orders/queue': 'yyyy-y',
    'GET /orders/get-status': 'yyyy-y',
    'GET /orders/{id}': 'yyyy-y',
    'GET /orders/{id}/history': 'yyyy-y',
    'PUT /orders/star': 'yyyy--',
    'PUT /orders/{id}/star': 'yyyy--',
    'GET /orders/{id}/customer': 'yyyy-y',
    'GET /orders/{id}/sender-info': 'yyyy-y',
    'GET /orders/{id}/check-tracking-number-shopee': 'yyyy-y',
    'PUT /orders/{id}': 'yyyy--',
    'GET /saved-filters': 'yyyyyy',
    'POST /saved-filters': 'yyyyyy',
    'PUT /saved-filters/{id}': 'yyyyyy',
    'DELETE /saved-filters/{id}': 'yyyyyy',
    'GET /orders/new/shops': 'yyy---',
    'GET /orders/new/products': 'yyy---',
    'POST /orders': 'yyy---',
    'GET /orders/drafts/{id}': 'yyy---',
    'GET /orders/scan': 'yyyy-y',
    'POST /orders/{id}/scan-checked': 'yyyy--',
    'GET /orders/{id}/confirm-info': 'yyyy--',
    'GET /orders/confirm-plan': 'yyyy--',
    'POST /orders/{id}/confirm': 'yyyy--',
    'POST /orders/{id}/set-packed': 'yyyy--',
    'POST /orders/{id}/split': 'yyyy--',
    'POST /orders/{id}/unsplit': 'yyyy--',
    'POST /orders/{id}/cancel-shipment': 'yyyy--',
    'GET /orders/{id}/shipments': 'yyyy-y',
    'PUT /orders/{id}/status-self-delivery': 'yyyy--',
    'GET /orders/{id}/parcels': 'yyyy-y',
    'PUT /orders/{id}/parcels': 'yyyy--',
    'POST /orders/{id}/self-delivery-code': 'yyyy--',
    'GET /shipments/{id}/photo': 'yyyy-y',
    'POST /shipments/{id}/found': 'yyyy--',
    'POST /shipments/{id}/not-found': 'yyyy--',
    'GET /deliveries/orders/check-cod': 'yyyy-y',
    'GET /deliveries/orders/get-pickup-date': 'yyyy-y',
    'GET /deliveries/orders/get-available-pickup-time': 'yyyy-y',
    'GET /orders/cancel-reasons': 'yyy---',
    'POST /orders/{id}/cancel': 'yyy---',
    'POST /orders/{id}/cancel-request/accept': 'yyy---',
    'POST /orders/{id}/cancel-request/reject': 'yyy---',
    'POST /orders/bulk-confirm': 'yyyy--',
    'POST /orders/bulk-cancel': 'yyy---',
    'GET /orders/action-batches/{id}': 'yyyy-y',
    'POST /orders/action-batches/{id}/retry': 'yyyy-y',
    'POST /orders/bulk-print': 'yyyy--',
    'GET /orders/print-batches/{id}': 'yyyy--',
    'GET /orders/print-batches/{id}/file': 'yyyy--',
    'GET /orders/{id}/print': 'yyyy--',
    'GET /orders/{id}/print-waybill': 'yyyy--',
    'POST /orders/{id}/take-back': 'yyyy--',
    'GET /products/variants': 'yyyyyy',
    'POST /products/bulk-changes': 'yyyyyy',
    'GET /products/change-batches/{id}': 'yyyyyy',
    'PUT /products/{id}': 'yyy-y-',
    'POST /products/{id}/image': 'yyy-y-',
    'GET /products/images/{id}': 'yyyyyy',
    'DELETE /products/{id}': 'yyy---',
    'DELETE /products': 'yyy---',
    'PATCH /products/{id}/status': 'yyy-y-',
    'GET /products/{id}/changes': 'yyyyyy',
    'POST /products/changes/{id}/retry': 'yyyyyy',
    'DELETE /products/changes/{id}': 'yyyyyy',
    'GET /returns': 'yyyy-y',
    'GET /returns/{id}': 'yyyy-y',
    'GET /returns/{id}/reject-reasons': 'yyy---',
    'POST /returns/{id}/accept': 'yyy---',
    'POST /returns/{id}/reject': 'yyy---',
    'POST /returns/{id}/receive': 'yyyy--',
    'GET /settlements': 'yyy--y',
    'GET /bills/current': 'yy---y',
    'GET /bills': 'yy---y',
    'GET /plans': 'yy---y',
    'POST /bills/upgrade': 'y-----',
    'GET /settings/account': 'yyy---',
    'PUT /settings/account': 'yyy---',
    'GET /settings/exchange-rates': 'yyy---',
    'PUT /settings/exchange-rates': 'yyy---',
    'GET /settings/customer-rank': 'yyy---',
    'PUT /settings/update-rank-limit': 'yyy---',
    'GET /settings/low-stock': 'yyy---',
    'PUT /settings/low-stock': 'yyy---',
    'GET /settings/buyer-data': 'yy----',
    'PUT /settings/buyer-data': 'yy----',
    'GET /account/deletion': 'y-----',
    'POST /account/deletion': 'y-----',
    'DELETE /account/deletion': 'y-----',
    'GET /settings/stock': 'yyy---',
    'PUT /settings/stock': 'yyy---',
    'GET /stock-movements': 'yyyyyy',
    'POST /stock-adjustments': 'yyyy--',
    'POST /stock-transfers': 'yyyy--',
    'POST /stock-receipts': 'yyyy--',
    'GET /stock-takes': 'yyyy--',
    'POST /stock-takes': 'yyyy--',
    'GET /stock-takes/{id}': 'yyyy--',
    'POST /stock-takes/{id}/scans': 'yyyy--',
    'POST /stock-takes/{id}/book': 'yyyy--',
    'DELETE /stock-takes/{id}': 'yyyy--',
    'GET /settings/print-template': 'yyyy-y',
    'PUT /settings/update-print-template': 'yyy---',
    'GET /shops': 'yyyyyy',
    'GET /shops/authorization-url': 'yyy---',
    'GET /shops/check-token-expire': 'yyyyyy',
    'GET /shops/platforms': 'yyy---',
    'POST /shops/check-token-expire': 'yyyyyy',
    'POST /shops/callback': 'yyy---',
    'POST /shops': 'yyy---',
    'PUT /shops/{id}': 'yyy---',
    'DELETE /shops/{id}': 'yyy---',
    'POST /shops/{id}/sync': 'yyy---',
    'GET /shops/{id}': 'yyyyyy',
    'GET /shops/{id}/get-warehouses': 'yyyyyy',
    'GET /shops/{id}/sync-logs': 'yyy---',
    'POST /shops/{id}/sync-items/{channel_id}/retry': 'yyy---',
    'POST /sync-items/{item_id}/retry': 'yyy---',
    'GET /users/me': 'yyyyyy',
    'PUT /users/me': 'yyyyyy',
    'PUT /users/change-password': 'yyyyyy',
    'PUT /users/{id}/end-first-login': 'yyyyyy',
    'POST /users/{id}/update-avatar': 'yyyyyy',
    'DELETE /users/{id}/avatar': 'yyyyyy',
    'GET /users/{id}/avatar': 'yyyyyy',
    'GET /users/sessions': 'yyyyyy',
    'DELETE /users/sessions/{id}': 'yyyyyy',
    'DELETE /users/sessions': 'yyyyyy',
    'GET /users/second-factor': 'yyyyyy',
    'POST /users/second-factor': 'yyyyyy',
    'POST /users/second-factor/confirm': 'yyyyyy',
    'POST /users/second-factor/recovery-codes': 'yyyyyy',
    'POST /users/second-factor/off': 'yyyyyy',
    'GET /users': 'yy----',
    'POST /users': 'yy----',
    'POST /invite-user': 'yy----',
    'GET /users/{id}': 'yy----',
    'POST /users/{id}/invite-again': 'yy----',
    'PUT /users/{id}': 'yy----',
    'DELETE /users/{id}': 'yy----',
    'POST /account/backup': 'y-----',
    'GET /audit-logs': 'yy----',
    'GET /audit-logs/check': 'yy----',
    'GET /audit-logs/export': 'y-----',
    'GET /mails': 'y-----',
    'GET /mails/{id}': 'y-----',
    'GET /warehouses': 'yyy---',
    'GET /warehouses/{id}': 'yyy---',
    'POST /warehouses': 'yyy---',
    'PUT /warehouses/{id}': 'yyy---',
    'DELETE /warehouses/{id}': 'yyy---',
    'GET /sku-centers': 'yyyyyy',
    'GET /sku-centers/filter': 'yyyyyy',
    'GET /sku-centers/linkable': 'yyy-y-',
    'GET /sku-centers/{id}': 'yyyyyy',
    'GET /sku-centers/{id}/sale-overall': 'yyyyyy',
    'GET /sku-centers/{id}/statistic': 'yyyyyy',
    'GET /sku-centers/forecasts': 'yyyyyy',
    'GET /sku-centers/{id}/timeline': 'yyyyyy',
    'GET /sku-centers/{id}/costs': 'yyyyyy',
    'GET /sku-centers/suggestions': 'yyy-y-',
    'POST /sku-suggestions/{id}/accept': 'yyy-y-',
    'POST /sku-suggestions/{id}/dismiss': 'yyy-y-',
    'POST /sku-centers': 'yyy-y-',
    'PUT /sku-centers/{id}': 'yyy-y-',
    'GET /sku-centers/{id}/stock-rules/{shop_id}': 'yyyyyy',
    'PUT /sku-centers/{id}/stock-rules/{shop_id}': 'yyyy--',
    'DELETE /sku-centers/{id}': 'yyy---',
    'POST /sku-centers/{id}/listings': 'yyy-y-',
    'POST /sku-centers/{id}/merge': 'yyy-y-',
    'POST /sku-centers/{id}/split': 'yyy-y-',
    'POST /sku-merges/{id}/undo': 'yyy-y-',
    'DELETE /sku-centers/{id}/product/{product_id}': 'yyy-y-',
    'GET /sales-areas': 'yyy---',
    'GET /sales-areas/{id}': 'yyy---',
    'POST /sales-areas': 'yyy---',
    'PUT /sales-areas/{id}': 'yyy---',
    'DELETE /sales-areas/{id}': 'yyy---',
    'GET /deliveries/shipments': 'yyy---',
    'GET /deliveries/shipment-connected': 'yyy---',
    'GET /shipment-providers': 'yyyyyy',
    'GET /shipment-providers/get-shopee-shipment-providers': 'yyyyyy',
    'POST /deliveries/integrate/gdex': 'yyy---',
    'PUT /deliveries/integrate/gdex': 'yyy---',
    'DELETE /deliveries/integrate/gdex': 'yyy---',
    'POST /deliveries/integrate/ghn': 'yyy---',
    'PUT /deliveries/integrate/ghn': 'yyy---',
    'DELETE /deliveries/integrate/ghn': 'yyy---',
    'POST /deliveries/integrate/jnt': 'yyy---',
    'PUT /deliveries/integrate/jnt': 'yyy---',
    'DELETE /deliveries/integrate/jnt': 'yyy---',
    'POST /deliveries/integrate/ninjavan': 'yyy---',
    'PUT /deliveries/integrate/ninjavan': 'yyy---',
    'DELETE /deliveries/integrate/ninjavan': 'yyy---',
    'GET /deliveries/stores': 'yyy---',
    'POST /deliveries/stores/gen-otp': 'yyy---',
    'POST /deliveries/stores/create-add-staff': 'yyy---',
    'POST /deliveries/stores/assign-role': 'yyy---',
    'GET /deliveries/ghn/provinces': 'yyyy-y',
    'GET /deliveries/provinces': 'yyyy-y',
    'GET /deliveries/ghn/districts': 'yyyy-y',
    'GET /deliveries/districts': 'yyyy-y',
    'GET /deliveries/ghn/wards': 'yyyy-y',
    'GET /deliveries/wards': 'yyyy-y',
    'GET /deliveries/warehouse/ninjavan': 'yyy---',
    'POST /deliveries/warehouse/ninjavan': 'yyy---',
    'PUT /deliveries/warehouse/ninjavan/{id}': 'yyy---',
    'DELETE /deliveries/warehouse/ninjavan/{id}': 'yyy---',
    'GET /settings/delivery': 'yyyy-y',
    'PUT /settings/delivery': 'yyy---',
    'GET /settings/delivery-platform': 'yyy---',
    'PUT /settings/delivery-platform': 'yyy---',
  }
  const endpoints = Object.entries(allEndpoints)
    .map(([key, endpoint]) => ({ key, endpoint: endpoint as Endpoint }))
    .filter(({ endpoint }) => endpoint.access !== 'public')

  it('is decided upon for every endpoint', () => {
    expect(Object.keys(table).toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted())
  })

  it.each(roles)('gets into what it may, and no further: %s', async (role) => {
    const account = accounts.get(role)
    const rights = {
      scope: role === 'owner' ? ('owner' as const) : ('staff' as const),
      roles: [role],
      groupPermissions: rolePresets[role].groups,
      permissions: [],
    }
    for (const { key, endpoint } of endpoints) {
      const may = table[key]?.[roles.indexOf(role)] === 'y'
      const { access } = endpoint
      expect([key, access === 'signed-in' || access === 'public' || can(rights, access)]).toEqual([key, may])
      // A query that nobody may send: whoever gets in is told so, and nothing is changed.
      const id = key.includes('/shops/') ? mine.shops[0] : mine.orders[0]
      const name = key
        .replace('{shop_id}', '1')
        .replace('{id}', String(id))
        .replace('{channel_id}', 'x')
        .replace('{product_id}', '1')
        .replace('{row}', '1')
      const answer = await account?.call(`${name}?nonsense=1`)
      expect([key, answer?.status]).toEqual([key, may ? 422 : 403])
      if (!may) expect(answer?.body).toEqual({ message: 'forbidden-page', code: 'forbidden' })
    }
  })

  it('sees the money of an order where it may', async () => {
    for (const [role, sees] of [
      ['owner', true],
      ['manager', true],
      ['operator', false],
      ['viewer', true],
    ] as const) {
      const order = await accounts.get(role)?.call(`GET /orders/${mine.orders[0]}`)
      expect([role, order?.at('data.payment') !== null]).toEqual([role, sees])
    }
  })

  it('sees phones and streets where it may, and otherwise their last two digits', async () => {
    for (const [role, phone, street] of [
      ['owner', '+60 12-345 6789', '1 Jalan Ipoh'],
      ['operator', '+60 12-345 6789', '1 Jalan Ipoh'],
      ['viewer', '+** **-*** **89', null],
    ] as const) {
      const account = accounts.get(role)
      const order = await account?.call(`GET /orders/${mine.orders[0]}`)
      expect([role, order?.at('data.address')]).toMatchObject([role, { phone, street }])
      expect(order?.at('data.customer.data.phone')).toBe(phone)
      for (const list of ['filter?limit=100', 'search?keyword=aoi']) {
        const row = (await account?.call(`GET /orders/${list}`))?.at('data.0.customer.data.phone')
        expect([role, list, row]).toEqual([role, list, phone])
      }
      if (street === null) expect(JSON.stringify(order?.body)).not.toMatch(/345|6789|Jalan/)
    }
  })

  it('sees phones and streets of an order that has ended no more where only packing needs them', async () => {
    type Row = { id: number; customer: { data: { phone: string } } }
    const [orderId] = mine.orders
    const { rows } = await admin.query<{ status: number }>(`select status from orders where id = $1`, [
      orderId,
    ])
    const stands = (status: number) =>
      admin.query(`update orders set status = $2 where id = $1`, [orderId, status])
    for (const ended of ['delivered', 'canceled', 'returned'] as const) {
      await stands(orderStatusIds[ended])
      for (const [role, phone, street] of [
        ['manager', '+60 12-345 6789', '1 Jalan Ipoh'],
        ['operator', '+** **-*** **89', null],
      ] as const) {
        const account = accounts.get(role)
        const order = await account?.call(`GET /orders/${orderId}`)
        expect([ended, role, order?.at('data.address')]).toMatchObject([ended, role, { phone, street }])
        for (const list of ['filter?limit=100', 'search?keyword=aoi']) {
          const rows = (await account?.call(`GET /orders/${list}`))?.at<Row[]>('data') ?? []
          expect(rows.find(({ id }) => id === orderId)?.customer.data.phone).toBe(phone)
        }
        const slip = await account?.call(`GET /orders/${orderId}/print`)
        expect([ended, role, slip?.status]).toEqual([ended, role, role === 'manager' ? 200 : 403])
        const batch = await account?.call('POST /orders/bulk-print', { ids: [orderId], kind: 'slip' })
        expect([ended, role, batch?.status]).toEqual([ended, role, role === 'manager' ? 202 : 403])
      }
    }
    await stands(rows[0]?.status ?? 2)
  })

  it('is listed with what it may do', async () => {
    for (const role of roles.filter((one) => one !== 'owner')) {
      const me = await accounts.get(role)?.call('GET /users/me')
      expect(me?.at('data.roles')).toEqual([role])
      expect(me?.at<string[]>('data.permissions').toSorted()).toEqual(
        [...rolePresets[role].permissions].toSorted(),
      )
      expect(me?.at<string[]>('data.group_permissions').toSorted()).toEqual(
        [...rolePresets[role].groups].toSorted(),
      )
    }
  })

  it('that changes counts from the next moment on', async () => {
    const member = await running.addStaff(mine.account.ownerId, {
      email: 'changing@example.test',
      role: 'viewer',
    })
    expect((await member.call('PUT /orders/star', { ids: [1], is_star: 0 })).status).toBe(403)
    await admin.query(`update users set roles = '{operator}' where email = 'changing@example.test'`)
    await admin.query(`select pg_notify('sessions', '')`)
    const start = Date.now()
    while ((await member.call('PUT /orders/star', { ids: [1], is_star: 0 })).status !== 200)
      expect(Date.now() - start).toBeLessThan(15_000)
  })

  it('is nothing to a stranger', async () => {
    for (const { key } of endpoints) {
      expect([key, (await call(running.url, key.replaceAll(/\{\w+\}/g, '1'))).status]).toEqual([key, 401])
    }
  })
})
