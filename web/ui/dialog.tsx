import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from './use-focus-back.ts'

type Props = {
  opened: boolean
  title: ReactNode
  /** Pixels, or a size of the theme. */
  size?: number | 'sm'
  onClose: () => void
  children: ReactNode
}

/** A question or a form in the middle of the screen, above every drawer. */
export function Dialog(dialog: Props) {
  const { t } = useTranslation()
  useFocusBack(dialog.opened)
  return (
    <Modal
      {...dialog}
      centered
      zIndex={1200}
      returnFocus={false}
      // The second click of a double click on what opened it lands on the overlay.
      closeOnClickOutside={false}
      overlayProps={{ onClick: ({ detail }) => detail < 2 && dialog.onClose() }}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    />
  )
}
