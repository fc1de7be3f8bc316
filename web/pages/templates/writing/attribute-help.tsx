import { useTranslation } from 'react-i18next'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import type { Attribute } from '../../../parts/queries/category-queries.ts'
import page from '../template-page.module.css'
import { SuggestCards } from './suggest-cards.tsx'
import { useWritingHelp } from './use-writing-help.ts'

type Props = {
  step: ShopStep
  attributes: Attribute[]
  onChange: (values: ShopStep['required_attributes']) => void
}

/** Suggests values of open attributes out of the texts of the template. */
export function AttributeHelp({ step, attributes, onChange }: Props) {
  const { t } = useTranslation()
  const { isOn } = useWritingHelp()
  if (!isOn) return null
  const labelOf = (wanted: string) => attributes.find(({ attribute_id: id }) => id === wanted)?.label
  return (
    <section className={page['section']} aria-label={t('templates.writingHelp')}>
      <SuggestCards
        asked={{ task: 'attributes', shop_id: step.shop_id }}
        button={t('templates.suggestAttributes')}
        cardsOf={(suggestions) =>
          suggestions.attributes.map(({ unit, value, ...one }) => ({
            id: one.attribute_id,
            label: labelOf(one.attribute_id) ?? one.name,
            before: '',
            after: unit === null ? value : `${value} ${unit}`,
            onUse: () => {
              const others = step.required_attributes.filter(
                ({ attribute_id: id }) => id !== one.attribute_id,
              )
              onChange([...others, { ...one, value, unit }])
            },
          }))
        }
      />
    </section>
  )
}
