import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorWords } from '../../parts/error-words.ts'
import type { Return } from '../../parts/returns.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './order-actions.module.css'
import { useReturnAction } from './use-return-action.ts'

/** Refuses a return, for one of the reasons that its channel takes, where it asks for one. */
export function RejectReturn({ one, onClose }: { one: Return; onClose: () => void }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const action = useReturnAction(one, onClose)
  const [reasonId, setReasonId] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const { data: reasons, error } = useQuery({
    queryKey: ['reject-reasons', one.id],
    queryFn: async ({ signal }) =>
      (await api('GET /returns/{id}/reject-reasons', { params: { id: one.id }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const isChosen = reasons?.length === 0 || reasons?.some(({ id }) => id === reasonId)
  const failure = action.error ?? error

  function reject() {
    setTried(true)
    if (isChosen) action.mutate({ kind: 'reject', reason_id: reasonId || null, note: note.trim() || null })
  }

  return (
    <ConfirmDialog
      opened
      title={t('returns.reject.title', { code: one.order_code })}
      confirm={t('returns.button.reject')}
      look="danger"
      busy={action.isPending || (!reasons && !error)}
      disabled={!reasons}
      error={failure && wordsOf(failure)}
      onClose={onClose}
      onConfirm={reject}
    >
      {!reasons && !error && <Skeleton width="100%" height={40} />}
      {reasons && (
        <div className={styles['fields']}>
          {reasons.length > 0 && (
            <SelectField
              label={t('returns.reject.reason')}
              value={reasonId}
              error={isTried && !isChosen ? t('cancelOrder.chooseReason') : undefined}
              onChange={(event) => setReasonId(event.currentTarget.value)}
            >
              <option value="">{t('confirmOrder.choose')}</option>
              {reasons.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={t('returns.reject.note')}
            value={note}
            optional
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
      )}
      <p>{t('returns.reject.text')}</p>
    </ConfirmDialog>
  )
}
