import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportFormats, type ExportFormat } from '../../model/export.ts'
import type { Permission } from '../../model/permissions.ts'
import { paths } from '../paths.ts'
import { allows, meQuery } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Popover } from '../ui/popover.tsx'
import { useErrorMessage } from './error-message.ts'
import styles from './export-menu.module.css'
import { usePageActions } from './page-actions.ts'
import { exportsKey, watchExport } from './queries/export-queries.ts'

type FormProps = {
  /** The records of the file in words. */
  summary: ReactNode
  isEmpty: boolean
  request: (format: ExportFormat) => Promise<{ export_id: number }>
  onAsked: () => void
  /** Choices that are made before the file is requested. */
  children?: ReactNode
}
type Props = Omit<FormProps, 'onAsked'> & {
  permission: Permission
  /** Shown to a user without the permission. */
  notAllowed: string
}

/** A button that requests what a list shows as a file. */
export function ExportMenu({ permission, notAllowed, ...form }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [opened, setOpened] = useState(false)
  const reason = useId()
  const may = allows(me, permission)
  usePageActions(may ? [{ name: 'export', label: t('exports.export'), run: () => setOpened(true) }] : [])
  const button = (
    <Button
      icon={<Download size={15} aria-hidden="true" />}
      disabled={!may}
      aria-describedby={may ? undefined : reason}
      title={may ? undefined : notAllowed}
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
          {notAllowed}
        </span>
      </span>
    )
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={260} button={button}>
      <ExportForm {...form} onAsked={() => setOpened(false)} />
    </Popover>
  )
}

export function ExportForm({ summary, isEmpty, request, onAsked, children }: FormProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
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
      {summary !== null && <p>{summary}</p>}
      {children}
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
      <Link to={paths.exports()} onClick={onAsked}>
        {t('exports.mine')}
      </Link>
    </form>
  )
}
