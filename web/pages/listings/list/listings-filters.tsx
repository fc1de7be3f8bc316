import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortDay } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { ChannelFilter } from '../../../parts/list/channel-filter.tsx'
import { type AppliedFilter, ListFilters } from '../../../parts/list/list-filters.tsx'
import { NeedFilter } from '../../../parts/list/need-filter.tsx'
import { SavedFilters } from '../../../parts/list/saved-filter-menu.tsx'
import { ShopFilter, useShopFilter } from '../../../parts/list/shop-filter.tsx'
import type { ProductPage } from '../../../parts/queries/product-queries.ts'
import { useClock } from '../../../parts/when.tsx'
import { listingsSearch } from './listings-search.ts'
import { useListingsSearch } from './use-listings.ts'

type Props = { meta: ProductPage['meta'] | undefined; end: ReactNode }

/** Search, shops, channels, and the three questions that are asked daily. */
export function ListingsFilters({ meta, end }: Props) {
  const { t } = useTranslation()
  const { search, change } = useListingsSearch()
  const clock = useClock()
  const shops = useShopFilter(search.shop_id)
  const { platform_id: channels = [], category_id: categoryId } = search
  const platforms = new Map(
    shops.shops.map(({ platform_id: id, platform }) => [id, platform?.data.name ?? String(id)]),
  )
  const channel = channels.map((id) => platforms.get(id) ?? id).join(', ') || null
  const category =
    categoryId === undefined ? null : t('products.categoryIs', { name: meta?.category_name ?? categoryId })
  const { is_sold: isSold, sold_from: from, sold_to: to } = search
  // An address without days is answered for days of the server's.
  const asked = from && to ? { from, to } : meta?.sold_days
  const days = asked && { from: shortDay(asked.from, clock), to: shortDay(asked.to, clock) }
  const sold =
    isSold === undefined || !days ? null : t(isSold === 1 ? 'products.soldIn' : 'products.notSoldIn', days)
  const clearSold = () => change({ is_sold: undefined, sold_from: undefined, sold_to: undefined })
  const clearChannel = () => change({ platform_id: undefined })
  const clearCategory = () => change({ category_id: undefined })
  const now = listingsSearch.filtersOf(search)
  const isShort = search.stock !== undefined && !search.stock.includes('in')
  const questions = [
    {
      key: 'short',
      label: t('products.lowOrOut'),
      figure: meta?.needs.short,
      isOn: isShort,
      set: (on: boolean) => change({ stock: on ? ['low', 'out'] : undefined }),
    },
    {
      key: 'unlinked',
      label: t('products.notLinked'),
      figure: meta?.needs.unlinked,
      isOn: search.linked === 0,
      set: (on: boolean) => change({ linked: on ? 0 : undefined }),
    },
    {
      key: 'refused',
      label: t('products.refused'),
      figure: meta?.needs.refused,
      isOn: search.refused === 1,
      set: (on: boolean) => change({ refused: on ? 1 : undefined }),
    },
  ]
  const applied: AppliedFilter[] = [
    ...(shops.value
      ? [{ key: 'shop', label: shops.value, clear: () => change({ shop_id: undefined }) }]
      : []),
    ...(channel ? [{ key: 'channel', label: channel, clear: clearChannel }] : []),
    ...(category ? [{ key: 'category', label: category, clear: clearCategory }] : []),
    ...(sold ? [{ key: 'sold', label: sold, clear: clearSold }] : []),
    ...questions
      .filter(({ isOn }) => isOn)
      .map(({ key, label, set }) => ({ key, label, clear: () => set(false) })),
  ]
  return (
    <ListFilters
      search={{
        label: t('products.search'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      applied={applied}
      onClear={() => change({ ...listingsSearch.none, keyword: search.keyword, sort: search.sort })}
      saved={
        <SavedFilters
          list="products"
          now={now}
          isNow={(saved) => listingsSearch.isSame(listingsSearch.searchOf(saved), now)}
          onPick={(saved) => change({ ...listingsSearch.none, ...listingsSearch.searchOf(saved) })}
        />
      }
      end={end}
    >
      <ShopFilter chosen={search.shop_id} onChange={(shop_id) => change({ shop_id })} />
      <ChannelFilter
        channels={[...platforms].map(([id, name]) => ({ id, name }))}
        value={channel}
        chosen={channels}
        onChange={(platform_id) => change({ platform_id })}
      />
      {sold && <NeedFilter label={sold} figure={null} isOn onChange={clearSold} />}
      {category && <NeedFilter label={category} figure={null} isOn onChange={clearCategory} />}
      {questions.map(({ key, label, figure, isOn, set }) => (
        <NeedFilter
          key={key}
          label={label}
          figure={figure === undefined ? null : count(figure)}
          isOn={isOn}
          onChange={set}
        />
      ))}
    </ListFilters>
  )
}
