import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { isChangedByOther } from '../use-version.ts'
import styles from './shell.module.css'
import { hideToast, showToast } from '../../ui/toast.ts'

const id = 'changed-by-other'

/** Offers the current data after a change was refused because another user was quicker. Forms keep the typed values. */
export function ReloadOffer() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  useEffect(() => {
    const reload = () => {
      hideToast(id)
      void queries.invalidateQueries()
    }
    return queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (!isChangedByOther(event.action.error)) return
      hideToast(id)
      showToast({
        id,
        tone: 'warning',
        shownMs: Infinity,
        message: (
          <span className={styles['reload']}>
            {t('error.entriesKept')}
            <Button size="small" onClick={reload}>
              {t('action.reload')}
            </Button>
          </span>
        ),
      })
    })
  }, [queries, t])
  return null
}
