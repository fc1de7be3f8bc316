import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { forgetMembers, type Segment } from '../../../parts/queries/customer-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from './segments.module.css'

/** Adds the customers that a file names, and tells which rows named nobody. */
export function AddFromFile({ segment, onClose }: { segment: Segment; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return (
        await api('POST /customers/shortlists/{id}/add-from-file', { params: { id: segment.id }, form })
      ).data
    },
    onSuccess: () => forgetMembers(queries),
  })
  function choose({ currentTarget: field }: ChangeEvent<HTMLInputElement>) {
    const [file] = field.files ?? []
    if (file) upload.mutate(file)
    // The same file may be chosen again after it was mended.
    field.value = ''
  }
  const { data, error } = upload
  const refused = error instanceof ApiError ? error.fields['file'] : undefined
  return (
    <Dialog opened size={560} title={t('segments.fileTitle', { segment: segment.name })} onClose={onClose}>
      <div className={styles['form']}>
        <p>{t('segments.fileText')}</p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('segments.chooseFile')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={choose}
        />
        {error && <p role="alert">{refused ?? messageOf(error)}</p>}
        {data && (
          <div aria-live="polite" className={styles['change']}>
            <p>
              <b>
                {t('customers.added', {
                  count: data.added,
                  figure: count(data.added),
                  segment: segment.name,
                })}
              </b>
              {data.skipped > 0 && <span>{t('segments.alreadyIn', { figure: count(data.skipped) })}</span>}
            </p>
            {data.faults.length > 0 && (
              <ul aria-label={t('segments.fileFaults')}>
                {data.faults.map(({ row, value, reason }) => (
                  <li key={row}>
                    <span>{t('segments.fileRow', { row })}</span>
                    <span>{value}</span>
                    <small>{t(`segments.fileFault.${reason}`)}</small>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <div className={styles['end']}>
          <span />
          <Button variant="primary" busy={upload.isPending} onClick={() => input.current?.click()}>
            {t('segments.chooseFile')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
