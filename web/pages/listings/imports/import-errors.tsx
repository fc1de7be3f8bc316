import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemGroups, type ProblemGroup } from '../../../../model/import.ts'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { ListTabs } from '../../../parts/list/list-tabs.tsx'
import {
  type ImportEntry,
  type ImportProblemRow,
  importQuery,
  importRowsQuery,
  importsKey,
} from '../../../parts/queries/import-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ImportPager } from './import-pager.tsx'
import styles from './imports.module.css'

const limit = 20

/** Rows with errors by their reason; a value can be corrected in its place. */
export function ImportErrors({ entry }: { entry: ImportEntry }) {
  const { t } = useTranslation()
  const [chosen, setGroup] = useState<ProblemGroup>()
  const [turned, setPage] = useState(1)
  const figures = entry.summary?.problems ?? {}
  // Once all rows of a reason or of the last page are corrected, the others are shown.
  const group = chosen && figures[chosen] ? chosen : undefined
  const rows = group ? (figures[group] ?? 0) : Object.values(figures).reduce((sum, one) => sum + one, 0)
  const page = Math.min(turned, Math.max(1, Math.ceil(rows / limit)))
  const { data } = useQuery(importRowsQuery(entry.id, { ...(group && { group }), page, limit }))
  const pages = data?.meta.pagination.total_pages ?? 1
  return (
    <Card title={t('imports.rowsWithErrors')}>
      <ListTabs
        label={t('imports.reasons')}
        tabs={problemGroups
          .filter((key) => figures[key])
          .map((key) => ({ key, label: t(`imports.group.${key}`) }))}
        active={group}
        counts={figures}
        onChange={(key) => {
          setGroup(key)
          setPage(1)
        }}
      />
      {!data && <Skeleton width="80%" height={36} />}
      {/* Takes the keyboard from a row that is corrected. */}
      <ul className={styles['problems']} aria-label={t('imports.rowsWithErrors')} tabIndex={-1}>
        {data?.data.map((row) => (
          <ProblemItem key={row.row} entry={entry} row={row} />
        ))}
      </ul>
      <ImportPager page={page} pages={pages} onTurn={setPage} />
    </Card>
  )
}

function ProblemItem({ entry, row }: { entry: ImportEntry; row: ImportProblemRow }) {
  const { t } = useTranslation()
  return (
    <li>
      <p className={styles['muted']}>
        {t('imports.row', { figure: count(row.row) })} <code>{row.subject}</code>
      </p>
      {row.problems.map((problem) => (
        // The text of one value stays while another is corrected.
        <div key={`${problem.column}/${problem.message}`} className={styles['problem']}>
          <span className={styles['lines']}>
            {problem.heading !== null && <small className={styles['muted']}>{problem.heading}</small>}
            <span>{problem.message}</span>
          </span>
          {entry.status === 'checked' && problem.column !== null && (
            <FixValue entry={entry} row={row.row} problem={{ ...problem, column: problem.column }} />
          )}
        </div>
      ))}
    </li>
  )
}

type FixProps = {
  entry: ImportEntry
  row: number
  problem: ImportProblemRow['problems'][number] & { column: number }
}

function FixValue({ entry, row, problem: { column, heading, value, remedies } }: FixProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const [typed, setTyped] = useState(value ?? '')
  const fix = useMutation({
    mutationFn: (next: string) =>
      api('PUT /imports/{id}/rows/{row}', { params: { id: entry.id, row }, body: { column, value: next } }),
    onSuccess: async ({ data }) => {
      queries.setQueryData(importQuery(entry.id).queryKey, data)
      await queries.invalidateQueries({ queryKey: [...importsKey, 'one', entry.id, 'rows'] })
    },
  })
  return (
    <form
      className={styles['fix']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        fix.mutate(typed)
      }}
    >
      <TextField
        label={t('imports.valueOf', { heading: heading ?? '', row: count(row) })}
        isLabelHidden
        value={typed}
        error={fix.error ? errorMessage(fix.error) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="small" busy={fix.isPending}>
        {t('imports.fix')}
      </Button>
      {remedies.map((remedy) => (
        <Button
          key={remedy}
          size="small"
          busy={fix.isPending && fix.variables === remedy}
          aria-label={t('imports.useValue', { value: remedy })}
          onClick={() => fix.mutate(remedy)}
        >
          {remedy}
        </Button>
      ))}
    </form>
  )
}
