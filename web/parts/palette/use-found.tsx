import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Boxes from 'lucide-react/icons/boxes'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import History from 'lucide-react/icons/history'
import Truck from 'lucide-react/icons/truck'
import User from 'lucide-react/icons/user'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { pageAccess } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { ChannelMark } from '../channel-mark.tsx'
import { Money } from '../money-amount.tsx'
import { couriersQuery } from '../queries/courier-queries.ts'
import { shopsQuery } from '../queries/shop-queries.ts'
import { matches, saysEnough } from './found-by.ts'
import type { Entry, Group } from './palette-entries.ts'
import { noteRecentEntry, recentEntries } from './recent-entries.ts'

const mostOrders = 6
const mostOfOthers = 4
const typingMs = 150

/**
 * Lists what this person opened last, and what a keyword finds in the account: orders, customers, goods, shops, couriers and
 * answers. `isOfBefore`: some of it was found for the keyword before.
 */
export function useFound(typed: string): { recent: Group; found: Group[]; isOfBefore: boolean } {
  const { t } = useTranslation()
  const go = useGo()
  const { data: me } = useSuspenseQuery(meQuery)
  const keyword = useSettled(typed, typingMs)
  const isAnswered = useIsAnswered(keyword)
  const groups: Group[] = [
    { name: 'orders', label: t('area.orders'), entries: useOrders(keyword) },
    { name: 'customers', label: t('area.customers'), entries: useCustomers(keyword) },
    { name: 'products', label: t('area.products'), entries: useProducts(keyword) },
    { name: 'skus', label: t('area.skus'), entries: useSkus(keyword) },
    { name: 'shops', label: t('setting.channels'), entries: useShops(keyword) },
    { name: 'couriers', label: t('setting.shipment'), entries: useCouriers(keyword) },
    { name: 'faq', label: t('area.faq'), entries: useAnswers(keyword) },
  ]
  const recent = recentEntries(me.id).map(({ label, to }) => ({
    id: `recent-${to}`,
    label,
    mark: <History size={15} aria-hidden="true" />,
    run: () => go(label, to),
  }))
  return {
    recent: { name: 'recent', label: t('palette.recent'), entries: recent },
    found: saysEnough(typed) ? groups : [],
    isOfBefore: saysEnough(typed) && !(keyword === typed && isAnswered),
  }
}

function useOrders(keyword: string): Entry[] {
  const go = useGo()
  const found = useSearch('orders', keyword, async (signal) => {
    const { data } = await api('GET /orders/search', { query: { keyword, limit: mostOrders }, signal })
    return data
  })
  return found.map((order) => ({
    id: `order-${order.id}`,
    label: order.code,
    detail: [order.customer.data?.name, order.status.name].filter(Boolean).join(' · '),
    mark: <ChannelMark platformId={order.shop.data.platform_id} />,
    amount: <Money value={order.total_price} currency={order.currency} />,
    run: () => go(order.code, paths.order(order.id)),
  }))
}

function useCustomers(keyword: string): Entry[] {
  const navigate = useNavigate()
  const { t } = useTranslation()
  const found = useSearch('customerList', keyword, async (signal) => {
    const { data } = await api('GET /customers/search', { query: { keyword, limit: mostOfOthers }, signal })
    return data
  })
  return found.map(({ id, name, total_order }) => ({
    id: `customer-${id}`,
    label: name ?? '–',
    detail: t('palette.orderCount', { count: total_order }),
    mark: <User size={15} aria-hidden="true" />,
    run: () => void navigate({ to: paths.customer(id) }),
  }))
}

function useProducts(keyword: string): Entry[] {
  const go = useGo()
  const found = useSearch('products', keyword, async (signal) => {
    const { data } = await api('GET /products/search', { query: { keyword, limit: mostOfOthers }, signal })
    return data.matches.products.data
  })
  return found.map(({ id, name, shop }) => ({
    id: `product-${id}`,
    label: name,
    detail: shop.data.system_name,
    mark: <ChannelMark platformId={shop.data.platform_id} />,
    run: () => go(name, paths.product(id)),
  }))
}

function useSkus(keyword: string): Entry[] {
  const go = useGo()
  const found = useSearch('skus', keyword, async (signal) => {
    const { data } = await api('GET /sku-centers/filter', { query: { keyword, limit: mostOfOthers }, signal })
    return data
  })
  return found.map(({ id, name, prime_sku }) => ({
    id: `sku-${id}`,
    label: prime_sku,
    detail: name,
    mark: <Boxes size={15} aria-hidden="true" />,
    run: () => go(prime_sku, paths.sku(id)),
  }))
}

function useShops(keyword: string): Entry[] {
  const go = useGo()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data } = useQuery({
    ...shopsQuery,
    enabled: saysEnough(keyword) && pageAccess.channels(me),
  })
  return (data ?? [])
    .map((shop) => ({
      id: `shop-${shop.id}`,
      label: shop.system_name,
      terms: shop.platform?.data.name ?? '',
      mark: <ChannelMark platformId={shop.platform_id} />,
      run: () => go(shop.system_name, paths.channel(shop.id)),
    }))
    .filter((entry) => matches(entry, keyword))
    .slice(0, mostOfOthers)
}

function useCouriers(keyword: string): Entry[] {
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data } = useQuery({
    ...couriersQuery,
    enabled: saysEnough(keyword) && pageAccess.courier(me),
  })
  return (data ?? [])
    .map(({ code, name }) => ({
      id: `courier-${code}`,
      label: name,
      mark: <Truck size={15} aria-hidden="true" />,
      run: () => void navigate({ to: paths.courier(code) }),
    }))
    .filter((entry) => matches(entry, keyword))
}

function useAnswers(keyword: string): Entry[] {
  const navigate = useNavigate()
  const found = useSearch('faq', keyword, async (signal) => {
    const { data } = await api('GET /faq/search', { query: { keyword }, signal })
    return data.slice(0, mostOfOthers)
  })
  return found.map(({ slug, question }) => ({
    id: `faq-${slug}`,
    label: question,
    mark: <CircleHelp size={15} aria-hidden="true" />,
    run: () => void navigate({ to: paths.faq(), search: { answer: slug } }),
  }))
}

const searched = ['orders', 'customerList', 'products', 'skus', 'faq'] as const
type Searched = (typeof searched)[number]

const searchKey = (page: Searched, keyword: string) => ['palette', page, keyword]

function useIsAnswered(keyword: string): boolean {
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  return searched.every((page) => {
    const state = queries.getQueryState(searchKey(page, keyword))
    return !pageAccess[page](me) || (state !== undefined && state.status !== 'pending')
  })
}

/** Answers what the server finds for a keyword, none where the reader may not see the page. */
function useSearch<Row>(
  page: Searched,
  keyword: string,
  search: (signal: AbortSignal) => Promise<Row[]>,
): Row[] {
  const { data: me } = useSuspenseQuery(meQuery)
  const { data } = useQuery({
    queryKey: searchKey(page, keyword),
    queryFn: ({ signal }) => search(signal),
    enabled: saysEnough(keyword) && pageAccess[page](me),
    placeholderData: keepPreviousData,
  })
  return data ?? []
}

/** Opens a page and keeps it among the recent ones. */
function useGo() {
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(meQuery)
  return (label: string, to: string) => {
    noteRecentEntry(me.id, { label, to })
    void navigate({ to })
  }
}
