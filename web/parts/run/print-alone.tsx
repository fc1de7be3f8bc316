import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { showToast } from '../../ui/toast.ts'
import { useErrorMessage } from '../error-message.ts'
import { printAgentsQuery } from '../queries/print-agent-queries.ts'
import { forgetOrders } from '../queries/order-queries.ts'
import styles from './print-result.module.css'

type Alone = { id: number; code: string }
type Label = Extract<
  Reply<'GET /orders/{id}/print-waybill'>['data'],
  { content_base64: string }
>['further'][0]
type Printed = { code: string; number: number; label: Label }

/**
 * Labels that are web pages cannot stand on the common PDF: the browser prints each by itself, one after the other. An order in
 * several parcels may have other files beside them.
 */
export function usePrintAlone() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const [labels, setLabels] = useState<Printed[]>([])
  const [printed, setPrinted] = useState<ReadonlySet<number>>(new Set())
  const print = useMutation({
    mutationFn: async (orders: Alone[]) => {
      setLabels([])
      for (const { id, code } of orders)
        try {
          const { data } = await api('GET /orders/{id}/print-waybill', { params: { id } })
          if (!('content_base64' in data)) continue
          const some = [data, ...data.further].map((label, at) => ({ code, number: at + 1, label }))
          setLabels((before) => [...before, ...some])
          setPrinted((before) => new Set([...before, id]))
          forgetOrders(queries, new Set([id]))
          void queries.invalidateQueries({ queryKey: printAgentsQuery.queryKey })
        } catch (error) {
          showToast({ tone: 'error', title: code, message: errorMessage(error) })
        }
    },
  })
  const shown: ReactNode = labels.map(({ code, number, label }) => {
    const key = `${print.submittedAt} ${code} ${number}`
    if (label.type !== 'html')
      return (
        <a key={key} href={addressOf(label)} download={`${code}-${number}.${endOf(label)}`}>
          {`${t('print.download')} · ${code}`}
        </a>
      )
    return (
      // A stranger's page: without scripts it can do nothing, and it is of our origin only so that we may print it.
      <iframe
        key={key}
        title={t('print.aloneOf', { code })}
        sandbox="allow-same-origin allow-modals"
        srcDoc={new TextDecoder().decode(bytesOf(label))}
        className={styles['page']}
        aria-hidden="true"
        tabIndex={-1}
        // The next one waits for as long as the browser asks for the printer.
        onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
      />
    )
  })
  return { print: print.mutate, isPending: print.isPending, printed, shown }
}

const bytesOf = ({ content_base64: content }: Label) =>
  Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))

const endOf = ({ type }: Label) => (type === 'image' ? 'png' : type)

const addressOf = ({ type, content_base64: content }: Label) =>
  `data:${type === 'pdf' ? 'application/pdf' : 'application/octet-stream'};base64,${content}`
