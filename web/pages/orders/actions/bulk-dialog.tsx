import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CancelReasonCode, cancelReasonCodes } from '../../../../model/cancel-reason.ts'
import { mostAtOnce } from '../../../../model/order-action.ts'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { orderKeys } from '../../../parts/queries/order-queries.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { ChosenOrder } from '../list/chosen-order.ts'
import { useAutoPrint } from '../print/use-auto-print.ts'
import { type ActionBatch, actionBatchQuery } from './action-batch.ts'
import { BulkChoices, type ShopChoices } from './bulk-choices.tsx'
import styles from './order-actions.module.css'

export type BulkKind = 'confirm' | 'cancel'

type Props = {
  kind: BulkKind
  orders: ReadonlyMap<number, ChosenOrder>
  /** `isDone`: every order of it is. */
  onClose: (isDone: boolean) => void
}

/** Confirms or cancels orders, one or many, and shows what became of each. */
export function BulkDialog({ kind, orders, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [reason, setReason] = useState<CancelReasonCode>('out_of_stock')
  const [choices, setChoices] = useState<ShopChoices>(new Map())
  const { batch, start } = useBatches(kind, [...orders.keys()], { reason, choices })
  const isOver = batch?.open === 0
  const figures = { count: batch?.total ?? orders.size, figure: count(batch?.total ?? orders.size) }

  function close() {
    // The list kept its rows in their places meanwhile, also those that no longer fit its filters.
    if (batch) void queries.invalidateQueries({ queryKey: orderKeys.lists })
    onClose(batch?.failed === 0)
  }

  return (
    <ConfirmDialog
      opened
      title={t(`bulkAction.title.${kind}`, figures)}
      confirm={batch ? t('bulkAction.retry') : t(`bulkAction.${kind}`)}
      {...(batch || kind === 'cancel' ? { dismiss: t(batch ? 'action.close' : 'bulkAction.keep') } : {})}
      variant={kind === 'cancel' ? 'danger' : 'primary'}
      busy={start.isPending}
      disabled={batch !== undefined && (!isOver || batch.failed === 0)}
      error={start.error && errorMessage(start.error)}
      onClose={close}
      onConfirm={() => start.mutate()}
    >
      {batch ? (
        <Results batch={batch} />
      ) : (
        <>
          {kind === 'cancel' && <ReasonField value={reason} onChange={setReason} />}
          {kind === 'confirm' && <BulkChoices orders={orders} choices={choices} onChange={setChoices} />}
          <p>{t(`bulkAction.text.${kind}`)}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

function ReasonField({
  value,
  onChange,
}: {
  value: CancelReasonCode
  onChange: (value: CancelReasonCode) => void
}) {
  const { t } = useTranslation()
  return (
    <div className={styles['fields']}>
      <SelectField
        label={t('cancelOrder.reason')}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as CancelReasonCode)}
      >
        {cancelReasonCodes.map((code) => (
          <option key={code} value={code}>
            {t(`cancelReason.${code}`)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** Orders end one by one: an event for each of them would be hundreds of requests. */
const pollMs = 700

/**
 * Starts what is asked for in batches of as many orders as one call takes, and polls them until all have ended. Started again,
 * it retries what failed.
 */
function useBatches(
  kind: BulkKind,
  ids: number[],
  { reason, choices }: { reason: CancelReasonCode; choices: ShopChoices },
) {
  const queries = useQueryClient()
  const autoPrint = useAutoPrint()
  const [batchIds, setBatchIds] = useState<number[]>([])
  const listed = [...choices].map(([shop_id, choice]) => ({ shop_id, choice }))

  function call(some: number[]) {
    return kind === 'confirm'
      ? api('POST /orders/bulk-confirm', { body: { ids: some, choices: listed } })
      : api('POST /orders/bulk-cancel', { body: { ids: some, reason_code: reason } })
  }
  const retry = (id: number) => api('POST /orders/action-batches/{id}/retry', { params: { id } })

  const found = useQueries({
    queries: batchIds.map((id) => ({
      ...actionBatchQuery(id),
      refetchInterval: ({ state }: { state: { data?: ActionBatch | undefined } }) =>
        state.data?.open === 0 ? (false as const) : pollMs,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })
  const start = useMutation({
    mutationFn: async () => {
      const failed = found.filter((batch) => batch.failed > 0)
      const isFirst = batchIds.length === 0
      const sends = isFirst
        ? chunksOf(ids, mostAtOnce).map((some) => () => call(some))
        : failed.map(
            ({ id }) =>
              () =>
                retry(id),
          )
      const started: number[] = []
      for (const send of sends) {
        const { data } = await send()
        queries.setQueryData(actionBatchQuery(data.id).queryKey, data)
        if (kind === 'confirm') autoPrint({ batchId: data.id })
        started.push(data.id)
        // The batches that have begun are shown, whatever becomes of the next call.
        setBatchIds([...started])
      }
    },
  })
  return { batch: found.length > 0 ? sumOf(found) : undefined, start }
}

type Sum = Pick<ActionBatch, 'total' | 'open' | 'done' | 'failed' | 'results'>

function sumOf(batches: ActionBatch[]): Sum {
  const sum = (key: 'total' | 'open' | 'done' | 'failed') =>
    batches.reduce((all, batch) => all + batch[key], 0)
  return {
    total: sum('total'),
    open: sum('open'),
    done: sum('done'),
    failed: sum('failed'),
    results: batches.flatMap(({ results }) => results),
  }
}

function Results({ batch }: { batch: Sum }) {
  const { t } = useTranslation()
  const { total, open, done, failed } = batch
  const percent = Math.round((100 * (total - open)) / Math.max(1, total))
  return (
    <>
      <ProgressBar percent={percent} label={t('bulkAction.progress')} />
      <output>
        {open > 0
          ? t('bulkAction.open', { done: count(total - open), total: count(total) })
          : t('bulkAction.ended', { done: count(done), failed: count(failed) })}
      </output>
      {failed > 0 && (
        <section className={styles['results']} aria-label={t('bulkAction.failures')} tabIndex={0}>
          <ul>
            {batch.results
              .filter(({ action }) => action.state === 'failed')
              .map(({ order_id: id, code, action }) => (
                <li key={id}>
                  <strong>{code}</strong>
                  <small>{action.error?.message}</small>
                </li>
              ))}
          </ul>
        </section>
      )}
    </>
  )
}
