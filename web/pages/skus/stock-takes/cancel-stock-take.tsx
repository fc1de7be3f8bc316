import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { type StockTake, stockTakesKey } from '../../../parts/queries/stock-take-queries.ts'
import { Button } from '../../../ui/button.tsx'

/** Ends a stock take without booking anything, once that is confirmed. */
export function CancelStockTake({ take }: { take: StockTake }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const cancel = useMutation({
    mutationFn: () => api('DELETE /stock-takes/{id}', { params: { id: take.id } }),
    onSuccess: () => {
      setOpen(false)
      return queries.invalidateQueries({ queryKey: stockTakesKey })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('stockTake.cancel')}</Button>
      <ConfirmDialog
        opened={isOpen}
        title={t('stockTake.cancel')}
        confirm={t('stockTake.cancel')}
        variant="danger"
        dismiss={t('stockTake.keepCounting')}
        busy={cancel.isPending}
        error={cancel.error && errorMessage(cancel.error)}
        onClose={() => setOpen(false)}
        onConfirm={() => cancel.mutate()}
      >
        <p>{t('stockTake.cancelText')}</p>
      </ConfirmDialog>
    </>
  )
}
