import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { productKeys } from '../queries/product-queries.ts'
import { skusKey } from '../queries/sku-queries.ts'
import { Button } from '../../ui/button.tsx'
import { hidePressedToast, hideToast, showToast } from '../../ui/toast.ts'
import styles from './skus.module.css'

const undoMs = 8000
const toastId = 'sku-link'

/** Answers a function that says what was done to SKUs and offers to undo it; SKUs and the listing in the drawer are read again. */
export function useUndoToast() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return async (message: string, undo: () => void): Promise<void> => {
    hideToast(toastId)
    // The button takes a second click while the toast is leaving.
    let isUndone = false
    showToast({
      id: toastId,
      tone: 'success',
      shownMs: undoMs,
      message: (
        <span className={styles['told']}>
          {message}
          <Button
            variant="quiet"
            size="small"
            data-undo=""
            aria-keyshortcuts="Control+Z Meta+Z"
            onClick={() => {
              hidePressedToast(toastId)
              if (!isUndone) undo()
              isUndone = true
            }}
          >
            {t('action.undo')}
          </Button>
        </span>
      ),
    })
    await Promise.all(
      [skusKey, productKeys.details].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  }
}
