import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../confirm-dialog.tsx'

type Props = {
  when: boolean
  text: string
  /** Tries to save what would be lost, on the way to another page. Answers whether something still would be. */
  attempt?: (to: string) => Promise<boolean>
}

/** Leaving with a change that is not saved asks first. */
export function ConfirmLeave({ when, text, attempt }: Props) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => (when && attempt ? attempt(next.pathname) : when),
    enableBeforeUnload: when,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('shopSettings.leaveTitle')}
      confirm={t('shopSettings.leave')}
      variant="danger"
      onClose={() => reset?.()}
      onConfirm={() => proceed?.()}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
