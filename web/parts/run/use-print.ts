import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { mostAtOnce } from '../../../model/order-action.ts'
import type { PrintKind } from '../../../model/printing.ts'
import { addressOfFile, api } from '../../api.ts'
import { meQuery } from '../../session.ts'
import { showToast } from '../../ui/toast.ts'
import { useErrorMessage } from '../error-message.ts'
import { findOpenRun, showRun, startRun } from './order-run.ts'
import { papersToKeep } from './run-figures.ts'
import { isSecondPress } from './second-press.ts'

export type PrintBatch = Reply<'GET /orders/print-batches/{id}'>['data']

const pollMs = 600
const standingMs = 5000

export function printBatchQuery(id: number) {
  return queryOptions({
    queryKey: ['print', 'batch', id],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/print-batches/{id}', { params: { id }, signal })).data,
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return false
      if (data?.state !== 'done') return pollMs
      // Until the tray is closed the parcels lie on the table, and a buyer may think better of it.
      return data.kind === 'waybill' && data.pages !== null ? standingMs : false
    },
  })
}

type Asked = {
  ids: number[]
  kind: PrintKind
  /** Papers of which these are a part that is made once more. */
  of?: PrintBatch
}

/** Has papers made; the tray shows how far they are. */
export function usePrint() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const print = useMutation({
    mutationFn: async ({ ids, kind }: Asked) => {
      // More than one call takes are printed in parts, as the labels of a run are.
      if (ids.length > mostAtOnce && kind === 'waybill') return null
      return (await api('POST /orders/bulk-print', { body: { ids, kind } })).data
    },
    onSuccess: (data, { ids, of }) => {
      if (data === null) return startRun(me.id, { toPrint: ids })
      queries.setQueryData(printBatchQuery(data.id).queryKey, data)
      const print = { id: data.id, kind: data.kind, isOpened: false }
      // Papers stand beside the confirmation that is shown, or beside others of their kind.
      const shown = findOpenRun(me.id, ({ kind, prints }) =>
        of
          ? prints.some(({ id }) => id === of.id)
          : kind !== null || prints.every((one) => one.kind === data.kind),
      )
      const batchOf = (id: number) => queries.getQueryData(printBatchQuery(id).queryKey)
      if (shown) showRun(shown, (now) => ({ prints: [...papersToKeep(now, batchOf, of), print] }))
      else startRun(me.id, { prints: [print] })
      return undefined
    },
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
  return {
    ...print,
    /** The same papers twice would be put on two parcels. */
    mutate: (asked: Asked) => {
      if (!isSecondPress(`${asked.kind} ${asked.ids.join()}`)) print.mutate(asked)
    },
  }
}

export function fileOf(batch: PrintBatch): string {
  return addressOfFile('GET /orders/print-batches/{id}/file', { id: batch.id })
}
