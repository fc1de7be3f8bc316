import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { isChangedByOther } from '../use-version.ts'
import styles from './shell.module.css'

const id = 'changed-by-other'

/** Offers the current data after a change was refused because another user was quicker. Forms keep the typed values. */
export function ReloadOffer() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  useEffect(() => {
    const reload = () => {
      notifications.hide(id)
      void queries.invalidateQueries()
    }
    return queries.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      if (!isChangedByOther(event.action.error)) return
      notifications.hide(id)
      notifications.show({
        id,
        color: 'orange',
        autoClose: false,
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
