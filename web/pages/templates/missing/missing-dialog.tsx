import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { templateKeys } from '../../../parts/queries/template-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { showToast } from '../../../ui/toast.ts'
import { MissingFieldItem, type Filling } from './missing-field-item.tsx'
import { keyOf, mergeParts, missingQuery, templatesPerCall, type MissingField } from './missing-query.ts'
import styles from './missing.module.css'

type Props = { ids: number[]; onClose: () => void }

/** The fields that chosen templates lack, each with an input where one value can fill it in for all of them. */
export function MissingDialog({ ids, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const query = useInfiniteQuery(missingQuery(ids))
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const [sent, setSent] = useState(0)
  const fill = useMutation({
    mutationFn: async ({ field, given }: { field: MissingField; given: Filling }) => {
      setSent(0)
      let filled = 0
      const templates = field.templates.map(({ id }) => id)
      for (const some of chunksOf(templates, templatesPerCall)) {
        const { data: done } = await api('POST /product-template/fill-missing', {
          body: { template_ids: some, ...given },
        })
        filled += done.filled.length
        setSent((before) => before + some.length)
      }
      return filled
    },
    onSuccess: (filled) =>
      showToast({ tone: 'success', message: t('missingFields.filled', figures(filled)) }),
    onSettled: async () => {
      await refetch()
      await queries.invalidateQueries({ queryKey: templateKeys.lists })
    },
  })
  const checked = Math.min(ids.length, (data?.pages.length ?? 0) * templatesPerCall)
  const fields = data && mergeParts(data.pages)
  const isChecking = checked < ids.length || (isFetching && fill.isPending)
  const wanted = fill.variables?.field.templates.length ?? 0
  const part = fill.isPending && sent < wanted ? sent / wanted : checked / ids.length
  return (
    <Dialog opened title={t('missingFields.title', figures(ids.length))} size={640} onClose={onClose}>
      <div className={styles['body']}>
        <p className={styles['muted']}>{t('missingFields.text')}</p>
        {error && <LoadError title={t('templates.failed')} error={error} onRetry={refetch} />}
        {!error && (isChecking || fill.isPending) && (
          <ProgressBar
            percent={100 * part}
            label={t(fill.isPending ? 'missingFields.filling' : 'missingFields.checking')}
          />
        )}
        {fill.error && (
          <p className={styles['error']} role="alert">
            {errorMessage(fill.error)}
          </p>
        )}
        {fields && (
          <ul className={styles['fields']} aria-busy={isChecking}>
            {fields.map((field) => (
              <MissingFieldItem
                key={keyOf(field)}
                field={field}
                isBusy={fill.isPending || isChecking}
                onFill={(given) => fill.mutate({ field, given })}
              />
            ))}
          </ul>
        )}
        {fields?.length === 0 && !isChecking && <p>{t('missingFields.none')}</p>}
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
