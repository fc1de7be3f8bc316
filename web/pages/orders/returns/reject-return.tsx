import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ReasonDialog } from '../../../parts/reason-dialog.tsx'
import type { Return } from '../../../parts/queries/return-queries.ts'
import { useReturnAction } from './use-return-action.ts'

/** Refuses a return, for one of the reasons that its channel takes, where it asks for one. */
export function RejectReturn({ one, onClose }: { one: Return; onClose: () => void }) {
  const { t } = useTranslation()
  const action = useReturnAction(one, onClose)
  return (
    <ReasonDialog
      labels={{
        title: t('returns.reject.title', { code: one.order_code }),
        confirm: t('returns.button.reject'),
        dismiss: t('action.back'),
        reason: t('returns.reject.reason'),
        note: t('returns.reject.note'),
        final: t('returns.reject.text'),
      }}
      reasons={{
        key: ['reject-reasons', one.id],
        read: async (signal) =>
          (await api('GET /returns/{id}/reject-reasons', { params: { id: one.id }, signal })).data,
      }}
      busy={action.isPending}
      error={action.error}
      onClose={onClose}
      onConfirm={(reason, note) =>
        action.mutate({ kind: 'reject', reason_id: reason?.id ?? null, note: note || null })
      }
    />
  )
}
