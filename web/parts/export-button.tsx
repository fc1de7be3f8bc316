import { Popover } from '../ui/popover.ts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportFormats, type ExportFormat } from '../../model/export.ts'
import type { Permission } from '../../model/permissions.ts'
import { useErrorMessage } from './error-message.ts'
import { exportsKey, watchExport } from './queries/export-queries.ts'
import { usePageActions } from './page-actions.ts'
import { paths } from '../paths.ts'
import { allows, meQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import styles from './export-button.module.css'

type ListExport = {
  right: Permission
  /** Says how many rows the file will have; null while nobody knows. */
  size: string | null
  isEmpty: boolean
  request: (format: ExportFormat) => Promise<{ export_id: number }>
}

/** Asks for what the list shows as a file. */
export function ExportButton(list: ListExport) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [opened, setOpened] = useState(false)
  const reason = useId()
  const may = allows(me, list.right)
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
        <ExportForm {...list} onAsked={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

type FormProps = Omit<ListExport, 'right'> & { onAsked: () => void }

export function ExportForm({ size, isEmpty, request, onAsked }: FormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const ask = useMutation({
    mutationFn: request,
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
      <p>{size}</p>
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
      <Button type="submit" variant="primary" busy={ask.isPending} disabled={isEmpty}>
        {t('exports.start')}
      </Button>
      {allows(me, 'orders.view') && (
        <Link
          to={paths.exports()}
          search={window.location.pathname.endsWith(paths.orders())}
          resetScroll={false}
          onClick={onAsked}
        >
          {t('exports.mine')}
        </Link>
      )}
    </form>
  )
}
