import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CheckList, FilterChip } from '../../ui/filter-chip.tsx'
import { useAfterPage } from '../after-page.ts'
import { ChannelMark } from '../channel-mark.tsx'
import { isCrm, shopsQuery } from '../queries/shop-queries.ts'

type Props = { chosen: number[] | undefined; onChange: (shops: number[] | undefined) => void }

/** Shops that sell, and how those that are chosen are called together; null: none is. */
export function useShopFilter(chosen: number[] = []) {
  const { t } = useTranslation()
  const { data: all = [] } = useQuery({ ...shopsQuery, enabled: useAfterPage() })
  const shops = all.filter((shop) => !isCrm(shop))
  const names = shops.filter((shop) => chosen.includes(shop.id)).map((shop) => shop.system_name)
  const value =
    names.length > 1 ? t('list.shopsChosen', { count: names.length }) : (names[0] ?? String(chosen[0] ?? ''))
  return { shops, value: value || null }
}

export function ShopFilter({ chosen, onChange }: Props) {
  const { t } = useTranslation()
  const { shops, value } = useShopFilter(chosen)
  return (
    <FilterChip
      label={t('list.allShops')}
      value={value}
      clearLabel={t('list.removeFilter', { filter: t('list.shop') })}
      onClear={() => onChange(undefined)}
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
          chosen={chosen ?? []}
          onChange={onChange}
        />
      )}
    </FilterChip>
  )
}
