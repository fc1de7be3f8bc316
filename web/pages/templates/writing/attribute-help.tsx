import Sparkles from 'lucide-react/icons/sparkles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import type { Attribute } from '../../../parts/queries/category-queries.ts'
import { Button } from '../../../ui/button.tsx'
import page from '../template-page.module.css'
import { SuggestionCard } from './suggestion-card.tsx'
import { useWritingHelp } from './use-writing-help.ts'
import styles from './writing.module.css'

type Props = {
  step: ShopStep
  attributes: Attribute[]
  onChange: (values: ShopStep['required_attributes']) => void
}

/** Suggests values of open attributes out of the texts of the template. */
export function AttributeHelp({ step, attributes, onChange }: Props) {
  const { t } = useTranslation()
  const { isOn, ask, task, suggestions, message, discard } = useWritingHelp()
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  if (!isOn) return null
  const open = suggestions?.attributes.filter((one) => !settled.has(one.attribute_id)) ?? []
  const settle = (id: string) => setSettled(new Set([...settled, id]))
  return (
    <section className={page['section']} aria-label={t('templates.writingHelp')}>
      <div className={styles['buttons']}>
        <Button
          size="small"
          icon={<Sparkles size={14} aria-hidden="true" />}
          busy={task !== undefined}
          onClick={() => {
            setSettled(new Set())
            ask({ task: 'attributes', shop_id: step.shop_id })
          }}
        >
          {t('templates.suggestAttributes')}
        </Button>
      </div>
      <div aria-live="polite">
        {message && (
          <p className={page['error']} role="alert">
            {message}
          </p>
        )}
        {suggestions?.attributes.length === 0 && (
          <p className={styles['none']}>
            {t('templates.noSuggestion')}{' '}
            <Button size="small" variant="quiet" onClick={discard}>
              {t('action.close')}
            </Button>
          </p>
        )}
        {open.map(({ unit, value, ...one }) => (
          <SuggestionCard
            key={one.attribute_id}
            label={attributes.find(({ attribute_id: id }) => id === one.attribute_id)?.label ?? one.name}
            before=""
            after={unit === null ? value : `${value} ${unit}`}
            onUse={() => {
              const others = step.required_attributes.filter(
                ({ attribute_id: id }) => id !== one.attribute_id,
              )
              onChange([...others, { ...one, value, unit }])
              settle(one.attribute_id)
            }}
            onDiscard={() => settle(one.attribute_id)}
          />
        ))}
      </div>
    </section>
  )
}
