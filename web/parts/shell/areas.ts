import ChartColumn from 'lucide-react/icons/chart-column'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import Boxes from 'lucide-react/icons/boxes'
import Users from 'lucide-react/icons/users'
import Banknote from 'lucide-react/icons/banknote'
import House from 'lucide-react/icons/house'
import Package from 'lucide-react/icons/package'
import LayoutTemplate from 'lucide-react/icons/layout-template'
import Settings from 'lucide-react/icons/settings'
import { useSuspenseQuery, useQuery } from '@tanstack/react-query'
import type { GroupPermission } from '../../../model/permissions.ts'
import { pageAccess } from '../../page-access.ts'
import { type AnalyticsPage, analyticsPages, paths } from '../../paths.ts'
import { allows, allowsArea, type Me, meQuery } from '../../session.ts'
import { useAfterPage } from '../after-page.ts'
import { orderCountsQuery } from '../queries/order-queries.ts'

export type Area = {
  name:
    | 'home'
    | 'analytics'
    | 'products'
    | 'templates'
    | 'skus'
    | 'orders'
    | 'settlements'
    | 'customers'
    | 'setting'
    | 'faq'
  to: string
  icon: typeof House
  /** Beginning of the addresses of its pages, where that is not `to`. */
  under?: string
  /** The right that opens the entry; home, settings and FAQ are never greyed out. */
  group?: GroupPermission
  /** Its right, where that is not a whole group's. */
  allows?: (me: Me) => boolean
  /** Entry that it stands under; narrow menus leave it out, and a page of that entry leads there. */
  isWithin?: Area['name']
  /** Pages of the entry, listed under it while one of them is open. */
  pages?: { name: AnalyticsPage; to: string }[]
}

export const areas: Area[] = [
  { name: 'home', to: paths.home(), icon: House },
  {
    name: 'analytics',
    to: paths.analytics('dashboard'),
    icon: ChartColumn,
    group: 'analytics',
    pages: analyticsPages.map((name) => ({ name, to: paths.analytics(name) })),
  },
  { name: 'products', to: paths.products(), icon: Package, group: 'products' },
  {
    name: 'templates',
    to: paths.templates(),
    icon: LayoutTemplate,
    group: 'products',
    isWithin: 'products',
  },
  { name: 'skus', to: paths.skus(), icon: Boxes, group: 'products', isWithin: 'products' },
  { name: 'orders', to: paths.orders(), icon: ClipboardList, group: 'orders' },
  {
    name: 'settlements',
    to: paths.settlements(),
    icon: Banknote,
    allows: pageAccess.settlements,
    isWithin: 'orders',
  },
  { name: 'customers', to: paths.customers(), under: '/customers', icon: Users, group: 'customers' },
  { name: 'setting', to: paths.setting(), icon: Settings },
  { name: 'faq', to: paths.faq(), icon: CircleHelp },
]

/** Home only on itself, the others with everything under them that has no entry of its own. */
export function isActive(area: Area, pathname: string): boolean {
  if (area.name === 'home') return pathname === area.to
  if (area.pages) return area.pages.some(({ to }) => pathname === to)
  const isOfMore = (other: Area) => other.to.startsWith(`${area.to}/`) && isActive(other, pathname)
  return (
    (pathname === area.to || pathname.startsWith(`${area.under ?? area.to}/`)) &&
    !areas.some((other) => isOfMore(other))
  )
}

export function isDisabled(area: Area, me: Me): boolean {
  if (area.allows) return !area.allows(me)
  return area.group !== undefined && !allowsArea(me, area.group)
}

export function useAreas() {
  const { data: me } = useSuspenseQuery(meQuery)
  const enabled = useAfterPage() && allows(me, 'orders.view')
  const { data: counts } = useQuery({ ...orderCountsQuery, enabled })
  return areas.map((area) => ({
    ...area,
    disabled: isDisabled(area, me),
    waiting: area.name === 'orders' ? (counts?.pending ?? 0) : 0,
  }))
}
