import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { skusKey } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { hideToast, showToast } from '../../../ui/toast.ts'
import styles from './merge.module.css'

const undoMs = 8000
const toastId = 'sku-link'

/** Answers a function that says what was done to SKUs and offers to undo it; the lists are read again. */
export function useUndoToast() {
  const { t } = useTranslation()
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
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              hideToast(toastId)
              undo()
            }}
          >
            {t('action.undo')}
          </Button>
        </span>
      ),
    })
    await queries.invalidateQueries({ queryKey: skusKey })
  }
}
