import type { Permission } from '../model/permissions.ts'
import { paths } from './paths.ts'
import { allows, allowsArea, type Me } from './session.ts'

/** Access rule of each page. The routes, the menu and the tabs of the settings all read this one table. */
export const pageAccess = {
  home: () => true,
  analytics: (me: Me) => allows(me, 'analytics.view'),
  orders: (me: Me) => allows(me, 'orders.view'),
  scanOrders: (me: Me) => allows(me, 'orders.set_packed'),
  pickWaves: (me: Me) => allows(me, 'orders.set_packed'),
  newOrder: (me: Me) => allows(me, 'orders.edit'),
  settlements: (me: Me) => allows(me, 'orders.view_payment'),
  products: (me: Me) => allows(me, 'products.view'),
  imports: (me: Me) => allows(me, 'products.view'),
  templateImports: (me: Me) => allows(me, 'products.edit'),
  templates: (me: Me) => allows(me, 'products.view'),
  templateForm: (me: Me) => allows(me, 'products.edit'),
  skus: (me: Me) => allows(me, 'sku.view'),
  newSku: (me: Me) => allows(me, 'sku.edit'),
  stockTakes: (me: Me) => allows(me, 'stock.adjust'),
  // Files of orders, products, customers and figures: the server lists those that the reader may open.
  exports: () => true,
  customerList: (me: Me) => allows(me, 'customers.view'),
  setting: (me: Me) => settingPages.some(({ name }) => pageAccess[name](me)),
  channels: (me: Me) => allowsArea(me, 'settings'),
  stock: inSettings('settings.stock'),
  shipment: inSettings('settings.shipment'),
  printing: inSettings('orders.view'),
  courier: inSettings('settings.shipment'),
  staff: inSettings('settings.staff'),
  customers: inSettings('settings.customers'),
  rates: inSettings('settings.account'),
  words: (me: Me) => inSettings('settings.account')(me) && allows(me, 'products.view'),
  buyerMails: inSettings('settings.customers'),
  mails: inSettings('mails.read'),
  // It tells of all shops.
  audit: (me: Me) => inSettings('audit.view')(me) && me.shop_ids.length === 0,
  bill: inSettings('settings.bill'),
  report: (me: Me) => allows(me, 'analytics.view'),
  account: () => true,
  faq: () => true,
} as const

/** Every page of the settings but the account needs the area, and most of them a right within it. */
function inSettings(permission: Permission): (me: Me) => boolean {
  return (me) => allowsArea(me, 'settings') && allows(me, permission)
}

/** In the order in which `/setting` tries them and the tabs stand; the account is everybody's and has its own entry in the menu of the avatar. */
export const settingPages = [
  { name: 'channels', to: paths.channels() },
  { name: 'shipment', to: paths.shipment() },
  { name: 'printing', to: paths.printing() },
  { name: 'staff', to: paths.staff() },
  { name: 'customers', to: paths.customerRanks() },
  { name: 'buyerMails', to: paths.buyerMails() },
  { name: 'stock', to: paths.stock() },
  { name: 'rates', to: paths.rates() },
  { name: 'words', to: paths.words() },
  { name: 'bill', to: paths.bill() },
  { name: 'mails', to: paths.mails() },
  { name: 'audit', to: paths.audit() },
] as const

/** Answers the page that the bare `/setting` leads to; undefined: it is refused. */
export function firstSettingPage(me: Me): string | undefined {
  return settingPages.find(({ name }) => pageAccess[name](me))?.to
}
