import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { useStartRun } from '../../../parts/run/use-run.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { ChosenOrder } from '../list/chosen-order.ts'
import styles from './order-actions.module.css'

type Props = {
  chosen: ReadonlyMap<number, ChosenOrder>
  /** `hasBegun`: the run is in the tray. */
  onClose: (hasBegun: boolean) => void
}

/** Orders of one channel that its reasons are asked with: some of their returns may be answered by now. */
const mostAsked = 20

/** Refuses the returns of all chosen orders, for one reason of each channel. */
export function RejectReturns({ chosen, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const run = useStartRun()
  const [picked, setPicked] = useState<Record<number, string>>({})
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const asked = [...chosen].filter(([, { request }]) => request === 'return')
  const ids = asked.map(([id]) => id)
  const others = chosen.size - ids.length
  const byChannel = Map.groupBy(asked, ([, { shop }]) => shop.platform_id)
  const reasons = useReasons(
    [...byChannel.values()].flatMap((same) => same.slice(0, mostAsked)).map(([id]) => id),
  )
  const demanding = (reasons.data ?? []).filter((one) => one.reasons.length > 0)
  const nameOf = useChannelName()
  const failure = run.error ?? reasons.error

  function start() {
    setTried(true)
    if (demanding.some(({ platform_id: id }) => !picked[id])) return
    const body = {
      reasons: demanding.map(({ platform_id: id }) => ({ platform_id: id, reason_id: picked[id] ?? '' })),
      note: note.trim() || null,
    }
    run.mutate(
      {
        kind: 'reject_return',
        ids,
        labels: 'none',
        toPrint: [],
        send: (some) => api('POST /orders/bulk-reject-return', { body: { ids: some, ...body } }),
      },
      { onSuccess: () => onClose(true) },
    )
  }

  return (
    <ConfirmDialog
      opened
      title={t('bulkAction.title.reject_return', { count: ids.length, figure: count(ids.length) })}
      confirm={t('bulkAction.reject_return')}
      dismiss={t('action.back')}
      variant="danger"
      busy={run.isPending || reasons.isPending}
      disabled={!reasons.data}
      error={failure && errorMessage(failure)}
      onClose={() => onClose(false)}
      onConfirm={start}
    >
      <div className={styles['fields']}>
        {reasons.isPending && <Skeleton width="100%" height={40} />}
        {demanding.map(({ platform_id: id, reasons: list }) => (
          <SelectField
            key={id}
            label={t('bulkAction.reasonFor', {
              channel: nameOf(id),
              ...orders(byChannel.get(id)?.length ?? 0),
            })}
            value={picked[id] ?? ''}
            error={isTried && !picked[id] ? t('cancelOrder.chooseReason') : undefined}
            onChange={(event) => setPicked({ ...picked, [id]: event.currentTarget.value })}
          >
            <option value="">{t('confirmOrder.choose')}</option>
            {list.map((reason) => (
              <option key={reason.id} value={reason.id}>
                {reason.name}
              </option>
            ))}
          </SelectField>
        ))}
        <TextField
          label={t('bulkAction.noteToBuyers')}
          value={note}
          optional
          maxLength={500}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
      {others > 0 && <p>{t('bulkAction.notAsked.return', orders(others))}</p>}
      <p>{t('bulkAction.text.reject_return')}</p>
    </ConfirmDialog>
  )
}

const orders = (figure: number) => ({ count: figure, figure: count(figure) })

/** Reasons that each channel takes at this moment. */
function useReasons(ids: number[]) {
  return useQuery({
    queryKey: ['return-reject-reasons', ids],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/return-reject-reasons', { query: { ids }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

function useChannelName() {
  const { data: shops = [] } = useQuery(shopsQuery)
  return (platformId: number) =>
    shops.find((shop) => shop.platform_id === platformId)?.platform?.data.name ?? ''
}
