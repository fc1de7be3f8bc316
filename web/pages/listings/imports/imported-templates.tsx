import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { importedTemplatesQuery } from '../../../parts/queries/import-queries.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { ImportPager } from './import-pager.tsx'
import styles from './imports.module.css'

const limit = 20

/** Drafts that an import has made, each with the fields that its shops still need. */
export function ImportedTemplates({ id }: { id: number }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data } = useQuery(importedTemplatesQuery(id, { page, limit }))
  const pages = data?.meta.pagination.total_pages ?? 1
  return (
    <Card title={t('imports.drafts')}>
      {!data && <Skeleton width="80%" height={36} />}
      <ul className={styles['drafts']} aria-label={t('imports.drafts')}>
        {data?.data.map((draft) => (
          <li key={draft.id}>
            <Link to={paths.templateCheckout(draft.id, 'create')}>{draft.name || draft.product_sku}</Link>
            <span className={styles['missing']}>
              {draft.missing.length === 0
                ? t('imports.complete')
                : `${t('imports.missing', { count: draft.problem_count, figure: count(draft.problem_count) })}:`}
              {draft.missing.map(({ field, platform_ids: platforms }) => (
                <span key={field}>
                  {t(`templates.field.${field as 'name'}`)}
                  {platforms.map((platformId) => (
                    <ChannelMark key={platformId} platformId={platformId} />
                  ))}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <ImportPager page={page} pages={pages} onTurn={setPage} />
    </Card>
  )
}
