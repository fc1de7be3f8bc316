import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/states.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useErrorMessage } from './error-message.ts'
import styles from './reason-dialog.module.css'

type Reason = { id: string; name: string }

type Props<R extends Reason> = {
  labels: { title: string; confirm: string; dismiss?: string; reason: string; note: string; final: string }
  /** Reasons that the channel accepts at this moment. */
  reasons: { key: readonly unknown[]; read: (signal: AbortSignal) => Promise<R[]> }
  /** Text for an empty list: it is too late. Without it, an empty list means that the channel needs no reason. */
  late?: string
  busy: boolean
  error: unknown
  onClose: () => void
  /** Undefined where the channel asks for no reason. */
  onConfirm: (reason: R | undefined, note: string) => void
}

/** Asks for one of the channel's reasons and a note before something is refused or called off. */
export function ReasonDialog<R extends Reason>(props: Props<R>) {
  const { labels, reasons, late, busy, error, onClose, onConfirm } = props
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [reasonId, setReasonId] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const asked = useQuery({
    queryKey: reasons.key,
    queryFn: ({ signal }) => reasons.read(signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const list = asked.data
  const reason = list?.find(({ id }) => id === reasonId)
  const isLate = late !== undefined && list?.length === 0
  const failure = error ?? asked.error

  function confirm() {
    setTried(true)
    if (reason || list?.length === 0) onConfirm(reason, note.trim())
  }

  return (
    <ConfirmDialog
      opened
      title={labels.title}
      confirm={labels.confirm}
      {...(labels.dismiss && { dismiss: labels.dismiss })}
      variant="danger"
      busy={busy || asked.isFetching}
      disabled={!list || isLate}
      error={failure && errorMessage(failure)}
      onRetry={asked.error && !error ? asked.refetch : undefined}
      onClose={onClose}
      onConfirm={confirm}
    >
      {asked.isPending && <Skeleton width="100%" height={40} />}
      {isLate && <p>{late}</p>}
      {list && !isLate && (
        <div className={styles['fields']}>
          {list.length > 0 && (
            <SelectField
              label={labels.reason}
              value={reasonId}
              error={isTried && !reason ? t('cancelOrder.chooseReason') : undefined}
              onChange={(event) => setReasonId(event.currentTarget.value)}
            >
              <option value="">{t('confirmOrder.choose')}</option>
              {list.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={labels.note}
            value={note}
            optional
            maxLength={500}
            autoComplete="off"
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </div>
      )}
      <p>{labels.final}</p>
    </ConfirmDialog>
  )
}
