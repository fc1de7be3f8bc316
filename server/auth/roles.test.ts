/** Access of each role, on every call. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { rightsOfRoles } from '../../test/steps/rights-of-roles.ts'
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

  const endpoints = Object.entries(allEndpoints)
    .map(([key, endpoint]) => ({ key, endpoint: endpoint as Endpoint }))
    .filter(({ endpoint }) => endpoint.access !== 'public')

  it('is decided upon for every endpoint', () => {
    expect(Object.keys(rightsOfRoles).toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted())
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
      const may = rightsOfRoles[key]?.[roles.indexOf(role)] === 'y'
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
