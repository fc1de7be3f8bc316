import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { forgetMembers } from '../../../parts/queries/customer-queries.ts'
import { UndoButton } from '../../../parts/undo-button.tsx'
import { hideToast, showToast } from '../../../ui/toast.ts'
import styles from './persons.module.css'

const undoMs = 10_000
const toastId = 'person-change'

type Change =
  | { kind: 'merge'; ids: number[] }
  | { kind: 'separate'; id: number }
  | { kind: 'accept' | 'refuse'; id: number }

function send(change: Change) {
  const { kind } = change
  if (kind === 'merge') return api('POST /customers/merge', { body: { customer_ids: change.ids } })
  const request = { params: { id: change.id }, body: {} }
  if (kind === 'separate') return api('POST /customers/{id}/separate', request)
  return kind === 'accept'
    ? api('POST /customers/duplicates/{id}/accept', request)
    : api('POST /customers/duplicates/{id}/refuse', request)
}

/** Merges and separates customers, and says what was done with a way to undo it. */
export function usePersonChanges() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const messageOf = useErrorMessage()
  const refresh = () => forgetMembers(queries)
  const failed = (error: unknown) =>
    showToast({ tone: 'error', title: t('customers.person.failed'), message: messageOf(error) })
  const undo = useMutation({
    mutationFn: (id: number) => api('POST /customers/changes/{id}/undo', { params: { id }, body: {} }),
    onSuccess: refresh,
    onError: failed,
  })
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ data }, { kind }) => {
      hideToast(toastId)
      showToast({
        id: toastId,
        tone: 'success',
        shownMs: undoMs,
        message: (
          <span className={styles['done']}>
            {t(`customers.person.done.${kind}`)}
            <UndoButton toastId={toastId} onUndo={() => undo.mutate(data.change_id)} />
          </span>
        ),
      })
      await refresh()
    },
    onError: failed,
  })
}
