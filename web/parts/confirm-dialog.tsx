import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from '../ui/dialog.tsx'

type Props = {
  opened: boolean
  /** Names the thing. */
  title: string
  /** Label of the confirm button, verb first. */
  confirm: string
  variant?: 'primary' | 'danger'
  busy?: boolean
  /** There is nothing to confirm. */
  disabled?: boolean
  /** Reason for which it cannot be confirmed yet; stands beside the button. */
  refusal?: string
  /** Width of the dialog, in pixels. */
  size?: number
  /** Label of the other button, where Cancel would be read as the action to confirm. */
  dismiss?: string
  error?: ReactNode
  /** Tries again what failed before there was anything to confirm. */
  onRetry?: (() => unknown) | undefined
  onConfirm: () => void
  onClose: () => void
  /** The consequence. */
  children: ReactNode
}

/** Asked before what cannot be undone with a click. Leaving it is the easy way: that is where the focus stands. */
export function ConfirmDialog({ opened, title, confirm, variant = 'primary', ...more }: Props) {
  const { t } = useTranslation()
  const {
    busy = false,
    disabled = false,
    refusal,
    size,
    dismiss,
    error,
    onRetry,
    onConfirm,
    onClose,
    children,
  } = more
  return (
    <Dialog opened={opened} onClose={onClose} title={title} {...(size && { size })}>
      <div className={styles['text']}>{children}</div>
      <div className={styles['end']}>
        {error && (
          <div className={styles['error']} role="alert">
            {error}
            {onRetry && (
              <Button size="small" onClick={() => void onRetry()}>
                {t('action.retry')}
              </Button>
            )}
          </div>
        )}
        <div className={styles['actions']}>
          {refusal && <span className={styles['refusal']}>{refusal}</span>}
          <Button onClick={onClose} data-autofocus>
            {dismiss ?? t('action.cancel')}
          </Button>
          <Button
            variant={variant}
            busy={busy}
            disabled={disabled && !busy}
            {...(refusal && { refusal })}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
