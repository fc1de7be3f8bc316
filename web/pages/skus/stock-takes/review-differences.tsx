import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { skusKey } from '../../../parts/queries/sku-queries.ts'
import {
  differencesQuery,
  type StockTake,
  type StockTakeRow,
  stockTakesKey,
} from '../../../parts/queries/stock-take-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { Difference, MovedSince } from './difference.tsx'
import styles from './stock-takes.module.css'
import { newScan } from './waiting-scans.ts'

const usual = ['damaged', 'lost', 'found', 'miscounted', 'mixed'] as const

/** Only what differs, with a reason for each, booked in one step after a confirmation. */
export function ReviewDifferences({ take, onBack }: { take: StockTake; onBack: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    differencesQuery(take.id),
  )
  const [reasons, setReasons] = useState<Record<number, string>>({})
  const [isConfirming, setConfirming] = useState(false)
  const rows = data?.pages.flatMap((page) => page.data.rows)
  const differing = data?.pages[0]?.data.difference_count ?? 0
  const reload = () => queries.invalidateQueries({ queryKey: stockTakesKey })
  const book = useMutation({
    mutationFn: () =>
      api('POST /stock-takes/{id}/book', {
        once: true,
        params: { id: take.id },
        body: {
          reasons: Object.entries(reasons)
            .filter(([, reason]) => reason.trim() !== '')
            .map(([id, reason]) => ({ sku_id: Number(id), reason })),
          // The first page says when it was read: a count since then is not among the rows that were reviewed.
          updated_at: data?.pages[0]?.data.updated_at,
        },
      }),
    onSuccess: async () => {
      showToast({ tone: 'success', message: t('stockTake.bookedToast', { count: differing }) })
      void queries.invalidateQueries({ queryKey: skusKey })
      await reload()
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 409) void reload()
    },
  })
  const leaveOut = useMutation({
    mutationFn: (skuId: number) => {
      const { at: _, ...scan } = newScan({ sku_id: skuId }, { remove: true })
      return api('POST /stock-takes/{id}/scans', { params: { id: take.id }, body: { scans: [scan] } })
    },
    onSuccess: reload,
    onError: (failure) =>
      showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(failure) }),
  })
  const refusedSkus = book.error instanceof ApiError ? book.error.fields : {}

  return (
    <>
      <h2 className={styles['subtitle']}>
        {t('stockTake.review', { count: differing, figure: count(differing) })}
      </h2>
      <p className={styles['muted']}>{t('stockTake.reviewHelp')}</p>
      {error && !rows && (
        <LoadError title={t('stockTake.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !rows && <Skeleton width="100%" height={64} />}
      {rows?.length === 0 && <p>{t('stockTake.noDifference')}</p>}
      {rows && rows.length > 0 && (
        <ul className={styles['rows']} aria-label={t('stockTake.differences')}>
          {rows.map((row) => (
            <li key={row.sku.id} className={styles['reviewed']}>
              <ReviewedRow row={row} />
              <Reason
                name={row.sku.name}
                value={reasons[row.sku.id] ?? ''}
                onChange={(reason) => setReasons({ ...reasons, [row.sku.id]: reason })}
              />
              <Button
                size="small"
                busy={leaveOut.isPending && leaveOut.variables === row.sku.id}
                aria-label={`${t('stockTake.leaveOut')} · ${row.sku.name}`}
                onClick={() => leaveOut.mutate(row.sku.id)}
              >
                {t('stockTake.leaveOut')}
              </Button>
              {refusedSkus[`sku.${row.sku.id}`] && (
                <p className={styles['error']} role="alert">
                  {refusedSkus[`sku.${row.sku.id}`]}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('stockTake.showMore')}
        </Button>
      )}
      <footer className={styles['bar']}>
        <Button size="large" onClick={onBack}>
          {t('stockTake.keepCounting')}
        </Button>
        <Button size="large" variant="primary" disabled={!rows} onClick={() => setConfirming(true)}>
          {t('stockTake.book')}
        </Button>
      </footer>
      <ConfirmDialog
        opened={isConfirming}
        title={t('stockTake.bookTitle')}
        confirm={t('stockTake.book')}
        busy={book.isPending}
        error={book.error && errorMessage(book.error)}
        onClose={() => {
          setConfirming(false)
          book.reset()
        }}
        onConfirm={() => book.mutate()}
      >
        <p>{t('stockTake.bookText', { count: differing, figure: count(differing) })}</p>
      </ConfirmDialog>
    </>
  )
}

function ReviewedRow({ row }: { row: StockTakeRow }) {
  const { t } = useTranslation()
  const { sku, counted, expected } = row
  return (
    <>
      <Picture source={sku.image} seed={sku.code} size={38} />
      <span className={styles['what']}>
        <span>{sku.name}</span>
        <small>{sku.code}</small>
      </span>
      <span className={styles['end']}>
        <b>{`${expected === null ? '–' : count(expected)} → ${count(counted)}`}</b>
        <Difference pieces={row.difference} />
        <MovedSince pieces={row.moved_since} />
        <small>{t('stockTake.countedBy', { name: row.counted_by.name })}</small>
      </span>
    </>
  )
}

type ReasonProps = { name: string; value: string; onChange: (reason: string) => void }

/** One of the usual reasons, or one in other words. */
function Reason({ name, value, onChange }: ReasonProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState('')
  return (
    <div className={styles['reason']}>
      <SelectField
        isLabelHidden
        label={t('stockTake.reasonOf', { name })}
        value={chosen}
        onChange={(event) => {
          const next = event.currentTarget.value
          setChosen(next)
          onChange(
            usual.some((one) => one === next) ? t(`stockTake.reason.${next as (typeof usual)[number]}`) : '',
          )
        }}
      >
        <option value="">{t('stockTake.reason.none')}</option>
        {usual.map((one) => (
          <option key={one} value={one}>
            {t(`stockTake.reason.${one}`)}
          </option>
        ))}
        <option value="other">{t('stockTake.reason.other')}</option>
      </SelectField>
      {chosen === 'other' && (
        <TextField
          label={t('moveStock.reason')}
          aria-label={t('stockTake.reasonOf', { name })}
          value={value}
          maxLength={200}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
