import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sureConfidence } from '../../../../model/category-votes.ts'
import type { Attribute } from '../../../parts/queries/category-queries.ts'
import {
  type AttributeSuggestion,
  attributeSuggestionsQuery,
  type ShopStep,
} from '../../../parts/queries/template-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { useDraft, useFrame } from '../form/use-draft.ts'
import page from '../template-page.module.css'
import { SuggestionCard } from '../writing/suggestion-card.tsx'
import { useReasons } from './use-reasons.ts'

type Props = {
  step: ShopStep
  attributes: Attribute[]
  onChange: (values: ShopStep['required_attributes']) => void
}

/** Values of open attributes out of the steps of other channels. They are used one by one, or all that are very likely at once. */
export function AttributeSuggestions({ step, attributes, onChange }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const { isReadOnly } = useFrame()
  const version = useDraft((state) => state.version)
  const reasons = useReasons()
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const { id, platform_category_id: categoryId, required_attributes: given } = step
  const { data } = useQuery(attributeSuggestionsQuery(id, categoryId, version))
  const filled = new Set(given.map((one) => one.attribute_id))
  const open = (data ?? []).filter(
    ({ attribute_id: of }) =>
      !filled.has(of) && !refused.has(of) && attributes.some((one) => one.attribute_id === of),
  )
  if (open.length === 0 || isReadOnly) return null
  const use = (some: AttributeSuggestion[]) =>
    onChange([
      ...given,
      ...some.flatMap(({ attribute_id, name, values }) =>
        values.map((value) => ({ attribute_id, name, ...value })),
      ),
    ])
  const sure = open.filter(({ confidence }) => confidence >= sureConfidence)
  const reasonOf = ({ reason, listings, platform_id: from, confidence }: AttributeSuggestion) => {
    const why = reason === 'listings' ? reasons.ofListings(listings, [from]) : reasons.ofName(from)
    return `${reasons.sureness(confidence)} · ${why}`
  }
  return (
    <section className={page['section']} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('templates.suggestedValues')}</h3>
      {sure.length > 1 && (
        <div>
          <Button size="small" onClick={() => use(sure)}>
            {t('templates.useLikely', { count: sure.length })}
          </Button>
        </div>
      )}
      {open.map((one) => (
        <SuggestionCard
          key={one.attribute_id}
          label={attributes.find(({ attribute_id: of }) => of === one.attribute_id)?.label ?? one.name}
          reason={reasonOf(one)}
          before=""
          after={one.values.map(({ value, unit }) => (unit === null ? value : `${value} ${unit}`)).join(', ')}
          onUse={() => use([one])}
          onDiscard={() => setRefused(new Set([...refused, one.attribute_id]))}
        />
      ))}
    </section>
  )
}
