import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count } from '../figures.ts'
import { showToast } from '../../ui/toast.ts'
import type { Selection } from './use-selection.ts'

/** Rows that one selection holds at most: far more than anybody prints in a morning, and still a list that fits in memory. */
const mostSelected = 3000
const rowsPerCall = 100

/**
 * Chooses all rows that match a list's filters, beyond the page on screen, page by page. `load` answers one page of at most
 * `limit` rows. Rows that come when the list has other filters are none of theirs.
 */
export function useSelectAll<Row extends { id: number }>(
  load: (page: number, limit: number) => Promise<{ data: Row[] }>,
  { filterKey, choose }: Pick<Selection<Row, unknown>, 'filterKey' | 'choose'>,
) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      // By id: a row that moves while the pages are read may come twice.
      const rows = new Map<number, Row>()
      for (let page = 1; rows.size < mostSelected; page++) {
        const { data } = await load(page, rowsPerCall)
        for (const row of data) rows.set(row.id, row)
        if (data.length < rowsPerCall) break
      }
      return { of: filterKey, rows: [...rows.values()].slice(0, mostSelected) }
    },
    onSuccess: ({ of, rows }) => {
      if (of !== filterKey) return
      choose(rows)
      if (rows.length === mostSelected)
        showToast({
          tone: 'warning',
          message: t('list.mostSelected', { figure: count(mostSelected) }),
        })
    },
    onError: () => showToast({ tone: 'error', message: t('error.failed') }),
  })
}
