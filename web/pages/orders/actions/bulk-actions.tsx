import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CancelReasonCode, cancelReasonCodes } from '../../../../model/cancel-reason.ts'
import { mostAtOnce } from '../../../../model/order-action.ts'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { orderKeys } from '../../../parts/queries/order-queries.ts'
import { usePageActions } from '../../../parts/page-actions.ts'
import { allows, meQuery } from '../../../session.ts'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { BulkChoices, type ShopChoices } from './bulk-choices.tsx'
import styles from './order-actions.module.css'
import { useAutoPrint } from '../print/use-auto-print.ts'
import type { Selection } from '../list/use-selection.ts'
import { actionBatchQuery } from './action-batch.ts'

/** Confirming and canceling all chosen orders at once. */
export function BulkActions({ selection }: { selection: Selection }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const params: { orderId?: string } = useParams({ strict: false })
  const [asks, setAsks] = useState<'confirm' | 'cancel' | null>(null)
  const canConfirm = allows(me, 'orders.confirm')
  const canCancel = allows(me, 'orders.cancel')
  // With an order open, the keys and the palette mean that one.
  const isFree = params.orderId === undefined && selection.size > 0
  const named = (label: string) =>
    `${label} · ${t('orders.selected', { count: selection.size, figure: count(selection.size) })}`
  usePageActions([
    ...(canConfirm && isFree
      ? [{ name: 'confirm', label: named(t('bulkAction.confirm')), key: 'c', run: () => setAsks('confirm') }]
      : []),
    ...(canCancel && isFree
      ? [{ name: 'cancel', label: named(t('bulkAction.cancel')), run: () => setAsks('cancel') }]
      : []),
  ])
  return (
    <>
      {canConfirm && (
        <button type="button" onClick={() => setAsks('confirm')}>
          <Check size={15} aria-hidden="true" />
          {t('bulkAction.confirm')}
        </button>
      )}
      {canCancel && (
        <button type="button" onClick={() => setAsks('cancel')}>
          <Ban size={15} aria-hidden="true" />
          {t('bulkAction.cancel')}
        </button>
      )}
      {asks && <BulkDialog kind={asks} selection={selection} onClose={() => setAsks(null)} />}
    </>
  )
}

type DialogProps = { kind: 'confirm' | 'cancel'; selection: Selection; onClose: () => void }

function BulkDialog({ kind, selection, onClose }: DialogProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [reason, setReason] = useState<CancelReasonCode>('out_of_stock')
  const [batchId, setBatchId] = useState<number>()
  const [choices, setChoices] = useState<ShopChoices>(new Map())
  const { size } = selection
  const queries = useQueryClient()
  const autoPrint = useAutoPrint()
  const start = useMutation({
    mutationFn: () => {
      const ids = [...selection.chosen.keys()]
      if (batchId !== undefined)
        return api('POST /orders/action-batches/{id}/retry', { params: { id: batchId } })
      return kind === 'confirm'
        ? api('POST /orders/bulk-confirm', { body: { ids, choices: listed(choices) } })
        : api('POST /orders/bulk-cancel', { body: { ids, reason_code: reason } })
    },
    onSuccess: (batch) => {
      queries.setQueryData(actionBatchQuery(batch.data.id).queryKey, batch.data)
      setBatchId(batch.data.id)
      if (kind === 'confirm') autoPrint({ batchId: batch.data.id })
    },
  })
  const batch = useBatch(batchId)
  const isOver = batch?.open === 0
  const close = () => {
    if (batch && batch.failed === 0) selection.clear()
    // The list kept its rows in their places meanwhile, also those that no longer fit its filters.
    if (batch) void queries.invalidateQueries({ queryKey: orderKeys.lists })
    onClose()
  }

  const isTooMany = batchId === undefined && size > mostAtOnce
  return (
    <ConfirmDialog
      opened
      title={t(`bulkAction.title.${kind}`, {
        count: batch?.total ?? size,
        figure: count(batch?.total ?? size),
      })}
      confirm={batch ? t('bulkAction.retry') : t(`bulkAction.${kind}`)}
      {...(batch || kind === 'cancel' ? { dismiss: t(batch ? 'action.close' : 'bulkAction.keep') } : {})}
      variant={kind === 'cancel' ? 'danger' : 'primary'}
      busy={start.isPending}
      disabled={isTooMany || (batch !== undefined && (!isOver || batch.failed === 0))}
      error={start.error && errorMessage(start.error)}
      onClose={close}
      onConfirm={() => start.mutate()}
    >
      {batch ? (
        <Results batch={batch} />
      ) : (
        <>
          {kind === 'cancel' && (
            <div className={styles['fields']}>
              <SelectField
                label={t('cancelOrder.reason')}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value as CancelReasonCode)}
              >
                {cancelReasonCodes.map((code) => (
                  <option key={code} value={code}>
                    {t(`cancelReason.${code}`)}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
          {kind === 'confirm' && !isTooMany && (
            <BulkChoices orders={selection.chosen} choices={choices} onChange={setChoices} />
          )}
          <p>{t(isTooMany ? 'bulkAction.tooMany' : `bulkAction.text.${kind}`, { most: mostAtOnce })}</p>
        </>
      )}
    </ConfirmDialog>
  )
}

function listed(choices: ShopChoices) {
  return [...choices].map(([shop_id, choice]) => ({ shop_id, choice }))
}

/** Its orders end one by one: a look for each of them would be hundreds. */
const pollMs = 700

/** Polls the progress of a batch at a steady pace until all of it has ended. */
function useBatch(id: number | undefined) {
  const { data } = useQuery({
    ...actionBatchQuery(id ?? 0),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.open === 0 ? false : pollMs),
  })
  return id === undefined ? undefined : data
}

type Batch = NonNullable<ReturnType<typeof useBatch>>

function Results({ batch }: { batch: Batch }) {
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
