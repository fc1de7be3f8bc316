import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type CategorySuggestion, categorySuggestionsQuery } from '../../../parts/queries/template-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { useDraft } from '../form/use-draft.ts'
import page from '../template-page.module.css'
import styles from './steps.module.css'
import { useReasons } from './use-reasons.ts'

type Props = { stepId: number; onUse: (category: CategorySuggestion) => void }

/** Categories that were chosen or listed in before, with the reason. None is chosen by itself. */
export function CategorySuggestions({ stepId, onUse }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const version = useDraft((state) => state.version)
  const reasons = useReasons()
  const { data } = useQuery(categorySuggestionsQuery(stepId, version))
  if (!data || data.length === 0) return null
  return (
    <section className={page['section']} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('templates.suggestedCategories')}</h3>
      <ul className={styles['suggested']}>
        {data.map((one) => (
          <li key={one.platform_category_id}>
            <div>
              {one.path}
              <small>
                {[
                  reasons.sureness(one.confidence),
                  one.chosen > 0 && reasons.ofChoices(one.chosen),
                  one.listings > 0 && reasons.ofListings(one.listings, one.platform_ids),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </div>
            <Button
              size="small"
              aria-label={t('templates.useCategoryNamed', { path: one.path })}
              onClick={() => onUse(one)}
            >
              {t('templates.useCategory')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
