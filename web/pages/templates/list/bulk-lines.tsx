import { useQuery, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../../console-queries.ts'
import { useLive } from '../../../parts/live.ts'
import {
  bulkPublishesQuery,
  isOpenBulk,
  templateKeys,
  type BulkPublish,
} from '../../../parts/queries/template-queries.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { keep, readStored } from '../../../ui/local-storage.ts'
import { BulkResults } from './bulk-results.tsx'
import { BulkState } from './bulk-state.tsx'
import styles from './templates-list.module.css'

const seenKey = 'bulk-publish-seen'

/** Bulk publishes that are under way, and the last one until it is hidden. They go on without this page. */
export function BulkLines() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { data = [] } = useQuery(bulkPublishesQuery)
  const [opened, setOpened] = useState<number | null>(null)
  const [seen, setSeen] = useState(() => readStored(seenKey, 0))
  useLive('template.bulk', () => {
    if (!data.some(isOpenBulk)) void queries.invalidateQueries({ queryKey: templateKeys.bulk }, afterReading)
  })
  const hide = (id: number) => {
    keep(seenKey, id)
    setSeen(id)
  }
  const openedOne = data.find(({ id }) => id === opened)
  const lines = data.filter((one: BulkPublish, at) => isOpenBulk(one) || (at === 0 && one.id > seen))
  return (
    <>
      {lines.map((one) => (
        <section key={one.id} aria-label={t('templates.bulkTitle')} className={styles['bulkLine']}>
          <BulkState bulk={one} />
          <Button size="small" onClick={() => setOpened(one.id)}>
            {t('templates.bulkResults')}
          </Button>
          {!isOpenBulk(one) && (
            <IconButton label={t('templates.bulkHide')} onClick={() => hide(one.id)}>
              <X size={15} aria-hidden="true" />
            </IconButton>
          )}
        </section>
      ))}
      {openedOne && <BulkResults bulk={openedOne} onClose={() => setOpened(null)} />}
    </>
  )
}
