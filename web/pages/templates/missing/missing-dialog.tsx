import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { nameKeyOf } from '../name-of-field.ts'
import { MissingFieldItem } from './missing-field-item.tsx'
import { keyOf, mergeParts, missingQuery, templatesPerCall } from './missing-query.ts'
import { useFillings } from './use-fillings.ts'
import styles from './missing.module.css'

/** `onLeave`: a link to some of the templates was followed. */
type Props = { ids: number[]; onClose: () => void; onLeave: () => void }

/** The fields that chosen templates lack, each with an input where one value can fill it in for all of them. */
export function MissingDialog({ ids, onClose, onLeave }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const query = useInfiniteQuery(missingQuery(ids))
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const { fillings, fill, undo, part, ...change } = useFillings(refetch)
  const checked = Math.min(ids.length, (data?.pages.length ?? 0) * templatesPerCall)
  const fields = data && mergeParts(data.pages)
  const [entered, setEntered] = useState<ReadonlySet<string>>(new Set())
  const isEntered = fields?.some((field) => entered.has(keyOf(field))) ?? false
  const noteEntry = (key: string, isThere: boolean) =>
    setEntered((before) => {
      const now = new Set(before)
      if (isThere) now.add(key)
      else now.delete(key)
      return now
    })
  const isChecking = checked < ids.length || (isFetching && change.isPending)
  return (
    <Dialog opened title={t('missingFields.title', figures(ids.length))} size={640} onClose={onClose}>
      <div className={styles['body']}>
        <p className={styles['muted']}>{t('missingFields.text')}</p>
        {error && <LoadError title={t('templates.failed')} error={error} onRetry={refetch} />}
        {!error && (isChecking || change.isPending) && (
          <ProgressBar
            percent={100 * (part ?? checked / ids.length)}
            label={t(change.isPending ? 'missingFields.filling' : 'missingFields.checking')}
          />
        )}
        {change.error && (
          <p className={styles['error']} role="alert">
            {errorMessage(change.error)}
          </p>
        )}
        <ul className={styles['filled']} aria-live="polite">
          {fillings.map((one) => (
            <li key={one.key}>
              {t(nameKeyOf(one.path))}: {t('missingFields.filled', figures(one.ids.length))}
              <Button size="small" busy={change.isPending} onClick={() => undo(one)}>
                {t('action.undo')}
              </Button>
            </li>
          ))}
        </ul>
        {fields && (
          <ul className={styles['fields']} aria-busy={isChecking}>
            {fields.map((field) => (
              <MissingFieldItem
                key={keyOf(field)}
                field={field}
                isBusy={change.isPending || isChecking}
                onEntry={(isThere) => noteEntry(keyOf(field), isThere)}
                onFill={(given) => {
                  noteEntry(keyOf(field), false)
                  fill(field, given)
                }}
                onLeave={onLeave}
              />
            ))}
          </ul>
        )}
        {fields?.length === 0 && !isChecking && <p>{t('missingFields.none')}</p>}
        <LaterConfirmLeave when={isEntered} text={t('missingFields.leaveText')} />
        <div className={styles['end']}>
          <Button onClick={onClose} data-autofocus>
            {t('action.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const figures = (all: number) => ({ count: all, figure: count(all) })
