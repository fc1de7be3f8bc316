import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { type AppliedFilter, ListFilters } from '../../../parts/list/list-filters.tsx'
import { SavedFilters } from '../../../parts/list/saved-filter-menu.tsx'
import { ShopFilter, useShopFilter } from '../../../parts/list/shop-filter.tsx'
import type { SkuPage } from '../../../parts/queries/sku-queries.ts'
import { ChoiceList, FilterChip } from '../../../ui/filter-chip.tsx'
import { skusSearch, stockFilters, useSkusSearch } from './skus-search.ts'

type Props = { counts: SkuPage['meta']['stock_counts'] | undefined; end: ReactNode }

export function SkusFilters({ counts, end }: Props) {
  const { t } = useTranslation()
  const { search, change } = useSkusSearch()
  const { shops, value: shop } = useShopFilter(search.shop_id)
  const now = skusSearch.filtersOf(search)
  const shopCountLabel = (number: number) =>
    number === 0 ? t('skus.noListing') : t('skus.inShops', { count: number, figure: count(number) })
  const values = {
    shop,
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
      onClear={() => change({ ...skusSearch.none, keyword: search.keyword, sort: search.sort })}
      saved={
        <SavedFilters
          list="skus"
          now={now}
          isNow={(saved) => skusSearch.isSame(skusSearch.searchOf(saved), now)}
          onPick={(saved) => change({ ...skusSearch.none, ...skusSearch.searchOf(saved) })}
        />
      }
      end={end}
    >
      <ShopFilter chosen={search.shop_id} onChange={(shop_id) => change({ shop_id })} />
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
