import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { useErrorMessage } from '../error-message.ts'
import { forgetOrders } from '../queries/order-queries.ts'
import { Button } from '../../ui/button.tsx'
import styles from './print-result.module.css'
import { showToast } from '../../ui/toast.ts'

/** A label that is a web page cannot stand on the common PDF: the browser prints it by itself. */
export function PrintAlone({ orderId, code }: { orderId: number; code: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const [page, setPage] = useState<string>()
  const fetchPage = useMutation({
    mutationFn: () => api('GET /orders/{id}/print-waybill', { params: { id: orderId } }),
    onSuccess: ({ data }) => {
      if (!('content_base64' in data)) return
      const bytes = Uint8Array.from(atob(data.content_base64), (letter) => letter.charCodeAt(0))
      setPage(new TextDecoder().decode(bytes))
      forgetOrders(queries, new Set([orderId]))
    },
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })
  return (
    <>
      <Button
        size="small"
        busy={fetchPage.isPending}
        aria-label={`${t('print.alone')}: ${code}`}
        onClick={() => fetchPage.mutate()}
      >
        {t('print.alone')}
      </Button>
      {page !== undefined && (
        // A stranger's page: without scripts it can do nothing, and it is of our origin only so that we may print it.
        <iframe
          key={fetchPage.submittedAt}
          title={t('print.aloneOf', { code })}
          sandbox="allow-same-origin allow-modals"
          srcDoc={page}
          className={styles['page']}
          aria-hidden="true"
          tabIndex={-1}
          onLoad={({ currentTarget }) => currentTarget.contentWindow?.print()}
        />
      )}
    </>
  )
}
