import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { hidePressedToast } from '../ui/toast.ts'

/** Undo in a toast, also by Ctrl Z. It acts once: the toast stays for the second click of a double click. */
export function UndoButton({ toastId, onUndo }: { toastId: string; onUndo: () => void }) {
  const { t } = useTranslation()
  // The next toast of the same id keeps this button, with another change to undo.
  const undone = useRef<() => void>(undefined)
  return (
    <Button
      variant="quiet"
      size="small"
      data-undo=""
      aria-keyshortcuts="Control+Z Meta+Z"
      onClick={() => {
        hidePressedToast(toastId)
        if (undone.current !== onUndo) onUndo()
        undone.current = onUndo
      }}
    >
      {t('action.undo')}
    </Button>
  )
}
