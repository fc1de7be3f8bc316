import { useTranslation } from 'react-i18next'
import { Pager } from '../../ui/pager.tsx'
import { count, piecesIn } from '../figures.ts'
import { type PageSize, pageSizes } from './page-size.ts'

export type Pagination = {
  current_page: number
  total_pages: number
  total: number
  per_page: number
  count: number
  /** More rows match than `total` says. */
  is_more?: boolean | undefined
}

type Props = {
  pagination: Pagination
  size: number
  onChange: (change: { page?: number; limit?: PageSize }) => void
}

export function ListPager({ pagination, size, onChange }: Props) {
  const { t } = useTranslation()
  const { current_page: page, total_pages: counted, total, per_page: perPage, count: shown } = pagination
  // A full page behind those that were counted is followed by another.
  const pages = pagination.is_more && shown === perPage ? Math.max(counted, page + 1) : counted
  const summary = pagination.is_more ? 'pager.summaryOfMore' : 'pager.summary'
  const first = (page - 1) * perPage + 1
  return (
    <Pager
      page={page}
      pages={pages}
      size={size}
      sizes={pageSizes}
      summary={t(summary, { from: count(first), to: count(first + shown - 1), total: count(total) })}
      figure={count}
      read={piecesIn}
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
