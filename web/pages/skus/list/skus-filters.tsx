import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAfterPage } from '../../../parts/after-page.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { type AppliedFilter, ListFilters } from '../../../parts/list/list-filters.tsx'
import { isCrm, shopsQuery } from '../../../parts/queries/shop-queries.ts'
import type { SkuPage } from '../../../parts/queries/sku-queries.ts'
import { CheckList, ChoiceList, FilterChip } from '../../../ui/filter-chip.tsx'
import { noSkuFilters, stockFilters, useSkusSearch } from './skus-search.ts'

type Props = { counts: SkuPage['meta']['stock_counts'] | undefined; end: ReactNode }

export function SkusFilters({ counts, end }: Props) {
  const { t } = useTranslation()
  const { search, change } = useSkusSearch()
  const { data: all = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const shops = all.filter((shop) => !isCrm(shop))
  const chosen = search.shop_id ?? []
  const names = shops.filter(({ id }) => chosen.includes(id)).map((shop) => shop.system_name)
  const shopCountLabel = (number: number) =>
    number === 0 ? t('skus.noListing') : t('skus.inShops', { count: number, figure: count(number) })
  const values = {
    shop: chosen.length > 0 ? names.join(', ') || String(chosen[0]) : null,
    stock: search.stock ? t(`skus.stock.${search.stock}`) : null,
    shopCount: search.shop_count === undefined ? null : shopCountLabel(search.shop_count),
  }
  const clear = {
    shop: () => change({ shop_id: undefined }),
    stock: () => change({ stock: undefined }),
    shopCount: () => change({ shop_count: undefined }),
  }
  const applied = (['shop', 'stock', 'shopCount'] as const).flatMap((key): AppliedFilter[] => {
    const label = values[key]
    return label === null ? [] : [{ key, label, clear: clear[key] }]
  })
  return (
    <ListFilters
      search={{
        label: t('skus.search'),
        keyword: search.keyword ?? '',
        onSearch: (keyword) => change({ keyword }, true),
      }}
      applied={applied}
      onClear={() => change({ ...noSkuFilters, keyword: search.keyword })}
      saved={null}
      end={end}
    >
      <FilterChip
        label={t('orders.allShops')}
        value={values.shop}
        clearLabel={t('list.removeFilter', { filter: t('orders.shop') })}
        onClear={clear.shop}
      >
        {() => (
          <CheckList
            options={shops.map((shop) => ({
              value: shop.id,
              label: (
                <>
                  <ChannelMark platformId={shop.platform_id} /> {shop.system_name}
                </>
              ),
            }))}
            chosen={chosen}
            onChange={(shop_id) => change({ shop_id })}
          />
        )}
      </FilterChip>
      <FilterChip
        label={t('skus.stockTitle')}
        value={values.stock}
        clearLabel={t('list.removeFilter', { filter: t('skus.stockTitle') })}
        onClear={clear.stock}
      >
        {(close) => (
          <ChoiceList
            options={stockFilters.map((level) => ({
              value: level,
              label: counts
                ? `${t(`skus.stock.${level}`)} · ${count(counts[level])}`
                : t(`skus.stock.${level}`),
            }))}
            chosen={search.stock}
            onChoose={(stock) => {
              change({ stock })
              close()
            }}
          />
        )}
      </FilterChip>
      <FilterChip
        label={t('skus.listings')}
        value={values.shopCount}
        clearLabel={t('list.removeFilter', { filter: t('skus.listings') })}
        onClear={clear.shopCount}
      >
        {(close) => (
          <ChoiceList
            options={Array.from({ length: Math.max(shops.length, 1) + 1 }, (_, number) => ({
              value: number,
              label: shopCountLabel(number),
            }))}
            chosen={search.shop_count}
            onChoose={(shop_count) => {
              change({ shop_count })
              close()
            }}
          />
        )}
      </FilterChip>
    </ListFilters>
  )
}
