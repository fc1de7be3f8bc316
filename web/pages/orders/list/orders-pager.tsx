import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { OrderPage } from '../../../parts/queries/order-queries.ts'
import { Pager } from '../../../ui/pager.tsx'
import { type PageSize, pageSizes } from './orders-search.ts'

type Props = {
  pagination: OrderPage['meta']['pagination']
  size: number
  onChange: (change: { page?: number; limit?: PageSize }) => void
}

export function OrdersPager({ pagination, size, onChange }: Props) {
  const { t } = useTranslation()
  const { current_page: page, total_pages: pages, total, per_page: perPage, count: shown } = pagination
  const first = (page - 1) * perPage + 1
  return (
    <Pager
      page={page}
      pages={pages}
      size={size}
      sizes={pageSizes}
      summary={t('pager.summary', { from: count(first), to: count(first + shown - 1), total: count(total) })}
      figure={count}
      labels={{
        label: t('pager.label'),
        previous: t('pager.previous'),
        next: t('pager.next'),
        jump: t('pager.jump'),
        size: t('pager.size'),
        page: (number) => t('pager.page', { page: count(number) }),
        perPage: (number) => t('pager.perPage', { size: number }),
      }}
      onPage={(next) => onChange({ page: next })}
      onSize={(limit) => onChange({ limit: limit as PageSize })}
    />
  )
}
