import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../../console-queries.ts'
import { useLive } from '../../../parts/live.ts'
import {
  templateKeys,
  templateProblemsQuery,
  templateQuery,
} from '../../../parts/queries/template-queries.ts'
import { Skeleton } from '../../../ui/states.tsx'
import form from '../template-page.module.css'
import { withoutRepeats } from '../form/field-path.ts'
import { useDraft, useFrame } from '../form/use-draft.ts'
import { useNextError } from '../form/use-next-error.ts'
import { useAttributeNames } from '../form/use-problem-text.ts'
import { CheckList } from './check-list.tsx'
import { PublishBar } from './publish-bar.tsx'
import { ShopDifferences } from './shop-differences.tsx'
import { UploadRows } from './upload-rows.tsx'

/** The last step: every error that is left, and then each shop with its own result. Leaving it stops nothing. */
export function CheckoutPage() {
  const { t } = useTranslation()
  const { draft, id } = useFrame()
  const queries = useQueryClient()
  const version = useDraft((state) => state.version)
  const isSaved = useDraft(({ save }) => save === 'saved')
  const { data: template } = useQuery(templateQuery(id))
  const problems = useQuery(templateProblemsQuery(id, version))
  const [compared, setCompared] = useState<number | null>(null)
  useEffect(() => void draft.save(), [draft])
  useLive(
    'template.upload',
    () => void queries.invalidateQueries({ queryKey: templateKeys.details }, afterReading),
  )
  useNextError()
  useAttributeNames(
    (template?.uploads ?? []).flatMap(({ shop_id, fields }) =>
      fields.map(({ field }) => ({ path: field, shop_id })),
    ),
  )
  if (!template) return <Skeleton width="100%" height={200} />
  const errors = problems.data && withoutRepeats(problems.data.errors)
  const outdated = template.uploads.find((upload) => upload.id === compared)
  return (
    <div className={form['columns']} data-with-panel={outdated ? '' : undefined}>
      <div className={form['fields']}>
        <PublishBar
          template={template}
          problems={isSaved && !problems.isPlaceholderData ? errors?.length : undefined}
        />
        {errors && (errors.length > 0 || (problems.data?.warnings.length ?? 0) > 0) && (
          <CheckList errors={errors} warnings={problems.data?.warnings ?? []} />
        )}
        <UploadRows
          template={template}
          mayRetry={errors?.length === 0}
          compared={compared}
          onCompare={(upload) => setCompared(compared === upload ? null : upload)}
        />
        <p className={form['muted']}>{t('templates.neverTwice')}</p>
      </div>
      {outdated && (
        <ShopDifferences
          key={outdated.id}
          templateId={id}
          upload={outdated}
          onClose={() => {
            setCompared(null)
            document.querySelector<HTMLElement>(`[data-shop-row="${outdated.shop_id}"]`)?.focus()
          }}
        />
      )}
    </div>
  )
}
