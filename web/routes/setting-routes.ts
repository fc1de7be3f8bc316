import { createRoute, redirect } from '@tanstack/react-router'
import { firstSettingPage, pageAccess } from '../page-access.ts'
import { pageFiles } from '../page-files.ts'
import { meQuery } from '../session.ts'
import { page, pageRoute, signedIn } from './page-route.tsx'

const setting = createRoute({
  getParentRoute: () => signedIn,
  path: '/setting',
  staticData: { title: 'setting', allows: pageAccess.setting },
  loader: async ({ context }) => {
    const to = firstSettingPage(await context.queries.ensureQueryData(meQuery))
    if (to) throw redirect({ to, replace: true })
  },
})

const channels = pageRoute(() => signedIn, '/setting/channels', page(pageFiles.channels, 'ChannelsPage'), {
  title: 'setting',
  allows: pageAccess.channels,
})

const channel = pageRoute(() => channels, '$shopId', page(pageFiles.channel, 'ChannelDrawer'))

const stock = pageRoute(() => signedIn, '/setting/stock', page(pageFiles.stock, 'StockPage'), {
  title: 'setting',
  allows: pageAccess.stock,
})

const newWarehouse = pageRoute(() => stock, 'new', page(pageFiles.warehouse, 'WarehouseDrawer'))

const warehouse = pageRoute(() => stock, '$warehouseId', page(pageFiles.warehouse, 'WarehouseDrawer'))

const newSalesArea = pageRoute(() => stock, 'areas/new', page(pageFiles.salesArea, 'SalesAreaDrawer'))

const salesArea = pageRoute(() => stock, 'areas/$areaId', page(pageFiles.salesArea, 'SalesAreaDrawer'))

const shipment = pageRoute(() => signedIn, '/setting/shipment', page(pageFiles.shipment, 'ShipmentPage'), {
  title: 'setting',
  allows: pageAccess.shipment,
})

const courier = pageRoute(() => shipment, '$courier', page(pageFiles.courier, 'CourierDrawer'), {
  title: 'setting',
  allows: pageAccess.courier,
})

const printing = pageRoute(() => signedIn, '/setting/printing', page(pageFiles.printing, 'PrintingPage'), {
  title: 'setting',
  allows: pageAccess.printing,
})

const staff = pageRoute(() => signedIn, '/setting/staff', page(pageFiles.staff, 'StaffPage'), {
  title: 'setting',
  allows: pageAccess.staff,
})

const newPerson = pageRoute(() => staff, 'new', page(pageFiles.person, 'PersonDrawer'))

const person = pageRoute(() => staff, '$personId', page(pageFiles.person, 'PersonDrawer'))

const customers = pageRoute(
  () => signedIn,
  '/setting/customers',
  page(pageFiles.customers, 'CustomersPage'),
  { title: 'setting', allows: pageAccess.customers },
)

const rates = pageRoute(() => signedIn, '/setting/rates', page(pageFiles.rates, 'RatesPage'), {
  title: 'setting',
  allows: pageAccess.rates,
})

const words = pageRoute(() => signedIn, '/setting/words', page(pageFiles.words, 'WordsPage'), {
  title: 'setting',
  allows: pageAccess.words,
})

const mails = pageRoute(() => signedIn, '/setting/mails', page(pageFiles.mails, 'MailsPage'), {
  title: 'setting',
  allows: pageAccess.mails,
})

const mail = pageRoute(() => mails, '$mailId', page(pageFiles.mail, 'MailDrawer'))

const audit = pageRoute(() => signedIn, '/setting/audit', page(pageFiles.audit, 'AuditPage'), {
  title: 'setting',
  allows: pageAccess.audit,
})

const auditEntry = pageRoute(() => audit, '$entryId', page(pageFiles.auditEntry, 'AuditDrawer'))

const bill = pageRoute(() => signedIn, '/setting/bill', page(pageFiles.bill, 'BillPage'), {
  title: 'setting',
  allows: pageAccess.bill,
})

const buyerMails = pageRoute(
  () => signedIn,
  '/setting/buyers',
  page(pageFiles.buyerMails, 'BuyerMailsPage'),
  { title: 'setting', allows: pageAccess.buyerMails },
)

const report = pageRoute(() => signedIn, '/setting/report', page(pageFiles.report, 'MailReportPage'), {
  title: 'setting',
  allows: pageAccess.report,
})

const account = pageRoute(() => signedIn, '/setting/account', page(pageFiles.account, 'AccountPage'), {
  title: 'setting',
})

const accountPart = pageRoute(
  () => signedIn,
  '/setting/account/$part',
  page(pageFiles.account, 'AccountPage'),
  { title: 'setting' },
)

export const settingRoutes = [
  setting,
  channels.addChildren([channel]),
  stock.addChildren([newWarehouse, warehouse, newSalesArea, salesArea]),
  shipment.addChildren([courier]),
  printing,
  staff.addChildren([newPerson, person]),
  customers,
  rates,
  words,
  mails.addChildren([mail]),
  audit.addChildren([auditEntry]),
  bill,
  buyerMails,
  report,
  account,
  accountPart,
] as const
