import { Popover } from '../../../ui/popover.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportFormats, type ExportFormat } from '../../../../model/export.ts'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { exportsKey, watchExport } from '../../../parts/queries/export-queries.ts'
import { count } from '../../../parts/figures.ts'
import type { OrderQuery } from '../../../parts/queries/order-queries.ts'
import { usePageActions } from '../../../parts/page-actions.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './export-button.module.css'

/** Asks for what the list shows as a file. `total`: how many orders that is, once it is known. */
export function ExportButton({ query, total }: { query: OrderQuery; total: number | undefined }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [opened, setOpened] = useState(false)
  const reason = useId()
  const may = allows(me, 'orders.export')
  usePageActions(may ? [{ name: 'export', label: t('exports.export'), run: () => setOpened(true) }] : [])
  const button = (
    <Button
      icon={<Download size={15} aria-hidden="true" />}
      disabled={!may}
      aria-describedby={may ? undefined : reason}
      title={may ? undefined : t('exports.notAllowed')}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => setOpened(!opened)}
    >
      {t('exports.export')}
    </Button>
  )
  if (!may)
    return (
      <span>
        {button}
        <span id={reason} className="visually-hidden">
          {t('exports.notAllowed')}
        </span>
      </span>
    )
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        <ExportForm query={query} total={total} onAsked={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

type FormProps = {
  query: OrderQuery | { ids: number[] }
  total: number | undefined
  onAsked: () => void
}

export function ExportForm({ query, total, onAsked }: FormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const filters = filtersOf(query)
  const ask = useMutation({
    mutationFn: (format: ExportFormat) => api('GET /orders/export', { query: { ...filters, format } }),
    onSuccess: (asked) => {
      watchExport(asked.export_id)
      void queries.invalidateQueries({ queryKey: exportsKey })
      onAsked()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('format')
    ask.mutate(exportFormats.find((format) => format === chosen) ?? 'xlsx')
  }

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <p>{total === undefined ? null : t('exports.orders', { count: total, figure: count(total) })}</p>
      <fieldset>
        <legend>{t('exports.format')}</legend>
        {exportFormats.toReversed().map((format) => (
          <label key={format}>
            <input type="radio" name="format" value={format} defaultChecked={format === 'xlsx'} />
            {t(`exports.formats.${format}`)}
          </label>
        ))}
      </fieldset>
      {ask.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(ask.error)}
        </p>
      )}
      <Button type="submit" variant="primary" busy={ask.isPending} disabled={total === 0}>
        {t('exports.start')}
      </Button>
      <Link to={paths.exports()} search={true} resetScroll={false} onClick={onAsked}>
        {t('exports.mine')}
      </Link>
    </form>
  )
}

/** The place in the list says nothing about what is in the file. */
function filtersOf(query: FormProps['query']) {
  if ('ids' in query) return query
  const { page: _page, limit: _limit, sort: _sort, after: _after, ...filters } = query
  return filters
}
