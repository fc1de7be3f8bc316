import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useTranslation } from 'react-i18next'
import { type SkuPage, skusKey } from '../../../parts/queries/sku-queries.ts'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useKeys } from '../../../ui/use-keys.ts'

/** J and K lead to the next and previous SKU of the list that the reader came from. */
export function SkuNeighbours({ skuId }: { skuId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { next, previous } = useNeighbours(skuId)
  const go = (id: number | undefined) => {
    if (id !== undefined) void navigate({ to: paths.sku(id) })
  }
  useKeys({ j: () => go(next), k: () => go(previous) })
  if (next === undefined && previous === undefined) return null
  return (
    <span>
      <IconButton label={t('skus.previous')} disabled={previous === undefined} onClick={() => go(previous)}>
        <ChevronUp size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={t('skus.next')} disabled={next === undefined} onClick={() => go(next)}>
        <ChevronDown size={16} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

/** From the page of the list that was read last, of those that show the SKU. */
function useNeighbours(skuId: number): { next?: number | undefined; previous?: number | undefined } {
  const queries = useQueryClient()
  const [page] = queries
    .getQueryCache()
    .findAll({ queryKey: [...skusKey, 'list'] })
    .filter(({ state }) => (state.data as SkuPage | undefined)?.data.some(({ id }) => id === skuId))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const ids = ((page?.state.data as SkuPage | undefined)?.data ?? []).map(({ id }) => id)
  const at = ids.indexOf(skuId)
  return at < 0 ? {} : { next: ids[at + 1], previous: ids[at - 1] }
}
