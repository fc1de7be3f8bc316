import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../contract/endpoints.ts'
import type { FilteredList } from '../../../contract/saved-filters.ts'
import { api, ApiError } from '../../api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { useErrorMessage } from '../error-message.ts'
import styles from './saved-filters.module.css'

type Saved = Reply<'GET /saved-filters'>['data'][number]
type Filters = Saved['filters']
const key = ['saved-filters']

type Props = {
  list: FilteredList
  /** Current filters of the list, in the form in which they are saved. */
  now: Filters
  /** Answers whether these filters, maybe saved by an older console, are the list's current ones. */
  isNow: (filters: Filters) => boolean
  /** Gives the list these filters and no others. */
  onPick: (filters: Filters) => void
}

/** Filters that the reader keeps under names: one click, or Tab and Enter. */
export function SavedFilters({ list, now, isNow, onPick }: Props) {
  const { t } = useTranslation()
  const { data: saved = [] } = useQuery({
    queryKey: [...key, list],
    queryFn: async ({ signal }) => (await api('GET /saved-filters', { query: { list }, signal })).data,
  })
  const applied = saved.find(({ filters }) => isNow(filters))
  return (
    <FilterChip
      label={t('savedFilters.label')}
      icon={<Bookmark size={14} aria-hidden="true" />}
      value={applied?.name ?? null}
      clearLabel={t('list.removeFilter', { filter: t('savedFilters.label') })}
      onClear={() => onPick({})}
    >
      {(close) => (
        <div className={styles['panel']}>
          {saved.length === 0 ? (
            <p className={styles['muted']}>{t('savedFilters.none')}</p>
          ) : (
            <ul className={styles['list']} aria-label={t('savedFilters.label')}>
              {saved.map((one) => (
                <Entry
                  key={one.id}
                  saved={one}
                  isApplied={one.id === applied?.id}
                  onPick={() => {
                    onPick(one.filters)
                    close()
                  }}
                />
              ))}
            </ul>
          )}
          {!applied && !isNow({}) && <SaveForm list={list} filters={now} />}
        </div>
      )}
    </FilterChip>
  )
}

/** Sends a change (save, rename, delete), then refetches the saved filters. */
function useChange<T>(send: (action: T) => Promise<unknown>, onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: key })
      onDone()
    },
  })
}

function Entry({ saved, isApplied, onPick }: { saved: Saved; isApplied: boolean; onPick: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [name, setName] = useState<string>()
  const { id } = saved
  const rename = useChange(
    (action: string) =>
      api('PUT /saved-filters/{id}', {
        params: { id },
        body: { name: action, updated_at: saved.updated_at },
      }),
    () => setName(undefined),
  )
  const remove = useChange(
    () => api('DELETE /saved-filters/{id}', { params: { id } }),
    () => undefined,
  )
  if (name !== undefined)
    return (
      <li>
        <NameForm
          name={name}
          save={t('action.save')}
          isBusy={rename.isPending}
          error={rename.error}
          onChange={setName}
          onSave={() => rename.mutate(name)}
          onCancel={() => setName(undefined)}
        />
      </li>
    )
  return (
    <li>
      <button type="button" className={styles['pick']} aria-pressed={isApplied} onClick={onPick}>
        {saved.name}
      </button>
      <IconButton label={t('savedFilters.rename', { name: saved.name })} onClick={() => setName(saved.name)}>
        <Pencil size={14} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('savedFilters.delete', { name: saved.name })}
        disabled={remove.isPending}
        onClick={({ detail }) => {
          // The second click of a double click lands on the entry that has moved up.
          if (detail > 1) return
          remove.mutate(undefined, {
            onError: (error) =>
              showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
          })
        }}
      >
        <Trash2 size={14} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

function SaveForm(filtered: Pick<BodyInput<'POST /saved-filters'>, 'list' | 'filters'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const save = useChange(
    (action: string) => api('POST /saved-filters', { once: true, body: { name: action, ...filtered } }),
    () => setName(''),
  )
  return (
    <NameForm
      name={name}
      save={t('savedFilters.save')}
      isBusy={save.isPending}
      error={save.error}
      onChange={setName}
      onSave={() => save.mutate(name)}
      onCancel={null}
    />
  )
}

type NameProps = {
  name: string
  save: string
  isBusy: boolean
  error: Error | null
  onChange: (name: string) => void
  onSave: () => void
  onCancel: (() => void) | null
}

function NameForm({ name, save, isBusy, error, onChange, onSave, onCancel }: NameProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const ofName = error instanceof ApiError ? error.fields['name'] : undefined

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy) onSave()
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <TextField
        label={t('savedFilters.name')}
        value={name}
        maxLength={60}
        autoComplete="off"
        error={ofName}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error && !ofName && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button size="small" variant="primary" type="submit" busy={isBusy}>
          {save}
        </Button>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
