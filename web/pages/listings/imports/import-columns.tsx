import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type ImportEntry, importFieldsQuery, importQuery } from '../../../parts/queries/import-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import styles from './imports.module.css'

type Field = ImportEntry['columns'][number]['field']
type Props = {
  entry: ImportEntry
  /** Fields of the columns as they were checked. */
  known: Field[]
  chosen: Field[]
  mayChange: boolean
  onChange: (chosen: Field[]) => void
}

/** Where each column of the file goes; a change checks the rows anew. */
export function ImportColumns({ entry, known, chosen, mayChange, onChange }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { data: options = [] } = useQuery(importFieldsQuery(entry.kind))
  const labels = new Map(options.map(({ field, label }) => [field, label]))
  const save = useMutation({
    mutationFn: () =>
      api('PUT /imports/{id}/columns', { params: { id: entry.id }, body: { columns: chosen } }),
    onSuccess: ({ data }) => queries.setQueryData(importQuery(entry.id).queryKey, data),
  })
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(known)
  const isGuessed = entry.columns.some(({ is_guess }) => is_guess)
  return (
    <Card title={t('imports.columns')}>
      <ul className={styles['mapping']}>
        {entry.columns.map(({ heading, sample, is_guess }, at) => (
          <li key={at} data-guess={is_guess || undefined}>
            <span className={styles['lines']}>
              <strong>{heading || t('imports.noHeading')}</strong>
              <small className={styles['muted']}>{sample || '–'}</small>
            </span>
            {mayChange ? (
              <SelectField
                label={t('imports.goesTo', { heading })}
                isLabelHidden
                value={chosen[at] ?? ''}
                onChange={(event) =>
                  onChange(
                    chosen.map((field, place) => (place === at ? event.currentTarget.value || null : field)),
                  )
                }
              >
                <option value="">{t('imports.notImported')}</option>
                {options.map(({ field, label }) => (
                  <option key={field} value={field} disabled={chosen.includes(field) && chosen[at] !== field}>
                    {label}
                  </option>
                ))}
              </SelectField>
            ) : (
              <span className={styles['muted']}>
                {labels.get(known[at] ?? '') ?? t('imports.notImported')}
              </span>
            )}
          </li>
        ))}
      </ul>
      {mayChange && (isChanged || isGuessed) && (
        <Button size="small" busy={save.isPending} onClick={() => save.mutate()}>
          {t(isChanged ? 'imports.checkAgain' : 'imports.confirmColumns')}
        </Button>
      )}
      {save.error && (
        <p className={styles['error']} role="alert">
          {errorMessage(save.error)}
        </p>
      )}
      <p className={styles['muted']}>
        {entry.is_remembered && `${t('imports.remembered')} `}
        {entry.kind === 'products' && t('imports.emptyCells')}
      </p>
    </Card>
  )
}
