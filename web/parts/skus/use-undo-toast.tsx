import { useQueryClient } from '@tanstack/react-query'
import { productKeys } from '../queries/product-queries.ts'
import { skusKey } from '../queries/sku-queries.ts'
import { UndoButton } from '../undo-button.tsx'
import { hideToast, showToast } from '../../ui/toast.ts'
import styles from './skus.module.css'

const undoMs = 8000
const toastId = 'sku-link'

/** Answers a function that says what was done to SKUs and offers to undo it; SKUs and the listing in the drawer are read again. */
export function useUndoToast() {
  const queries = useQueryClient()
  return async (message: string, undo: () => void): Promise<void> => {
    hideToast(toastId)
    showToast({
      id: toastId,
      tone: 'success',
      shownMs: undoMs,
      message: (
        <span className={styles['told']}>
          {message}
          <UndoButton toastId={toastId} onUndo={undo} />
        </span>
      ),
    })
    await Promise.all(
      [skusKey, productKeys.details].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  }
}
