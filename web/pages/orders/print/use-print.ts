import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import type { PrintKind } from '../../../../model/printing.ts'
import { addressOfFile, api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { showToast } from '../../../ui/toast.ts'

export type PrintBatch = Reply<'GET /orders/print-batches/{id}'>['data']

const pollMs = 600
const standingMs = 5000

/** The batch that is being made. Beside the queries, so that it goes on while pages change and ends with the sign-in. */
const currentKey = ['print', 'current']
const batchKey = (id: number) => ['print', 'batch', id]

/** Has papers made; the panel shows how far they are. */
export function usePrint() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: (action: { ids: number[]; kind: PrintKind }) =>
      api('POST /orders/bulk-print', { body: action }),
    onSuccess: ({ data }) => {
      queries.setQueryData(batchKey(data.id), data)
      queries.setQueryData(currentKey, data.id)
    },
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
}

export function usePrintBatch(): { batch: PrintBatch | undefined; close: () => void } {
  const queries = useQueryClient()
  const { data: id } = useQuery<number | null>({
    queryKey: currentKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const { data: batch } = useQuery({
    queryKey: batchKey(id ?? 0),
    queryFn: id
      ? async ({ signal }) => (await api('GET /orders/print-batches/{id}', { params: { id }, signal })).data
      : skipToken,
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'done') return pollMs
      // Until the panel is closed the parcels lie on the table, and a buyer may think better of it.
      return data.kind === 'waybill' && data.pages !== null ? standingMs : false
    },
  })
  return { batch: id ? batch : undefined, close: () => queries.setQueryData(currentKey, null) }
}

export function fileOf(batch: PrintBatch): string {
  return addressOfFile('GET /orders/print-batches/{id}/file', { id: batch.id })
}
