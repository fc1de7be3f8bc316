import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import styles from './listing-actions.module.css'

type Props = {
  title: string
  confirm: string
  busy: boolean
  error: ReactNode
  /** The consequence of deleting here. */
  here: ReactNode
  there: string
  /** The consequence of deleting at the channel too, or why that cannot be. */
  thereText: string | undefined
  takesRemoval: boolean
  atChannel: boolean
  onChange: (atChannel: boolean) => void
  onConfirm: () => void
  onClose: () => void
}

/** Asks whether listings are deleted here alone, or at their channels as well, and says what either means. */
export function DeleteQuestion({
  here,
  there,
  thereText,
  takesRemoval,
  atChannel,
  onChange,
  ...more
}: Props) {
  return (
    <ConfirmDialog opened variant="danger" {...more}>
      {here}
      <label className={styles['tick']}>
        <input
          type="checkbox"
          checked={atChannel}
          disabled={!takesRemoval}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>
          {there}
          <small>{thereText}</small>
        </span>
      </label>
    </ConfirmDialog>
  )
}
