import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../confirm-dialog.tsx'

/** Leaving with a change that is not saved asks first. */
export function ConfirmLeave({ when, text }: { when: boolean; text: string }) {
  const { t } = useTranslation()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => when,
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
