import { allows, allowsArea, type Me } from './session.ts'

/** Who may open which page. The routes, the menu and the tabs of the settings all read this one table. */
export const pageAccess = {
  home: () => true,
  orders: (me: Me) => allows(me, 'orders.view'),
  scanOrders: (me: Me) => allows(me, 'orders.set_packed'),
  newOrder: (me: Me) => allows(me, 'orders.edit'),
  settlements: (me: Me) => allows(me, 'orders.view_payment'),
  channels: (me: Me) => allowsArea(me, 'settings'),
  stock: (me: Me) => allows(me, 'settings.stock'),
  shipment: (me: Me) => allows(me, 'orders.view'),
  courier: (me: Me) => allows(me, 'settings.shipment'),
  staff: (me: Me) => allows(me, 'settings.staff'),
  customers: (me: Me) => allows(me, 'settings.customers'),
  mails: (me: Me) => allows(me, 'mails.read'),
  // It tells of all shops.
  audit: (me: Me) => allows(me, 'audit.view') && me.shop_ids.length === 0,
  bill: (me: Me) => allows(me, 'settings.bill'),
  account: () => true,
  faq: () => true,
} as const
