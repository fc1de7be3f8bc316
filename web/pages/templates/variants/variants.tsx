import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emptySku, templateLimits } from '../../../../model/product-template.ts'
import { count } from '../../../parts/figures.ts'
import { Button } from '../../../ui/button.tsx'
import form from '../template-page.module.css'
import { useFieldError } from '../form/draft-field.tsx'
import { useDraft, useFrame } from '../form/use-draft.ts'
import { type Axis, axesOf, fits, skusOf } from './axes-of.ts'
import { AxisChips } from './axis-chips.tsx'
import { VariantTable } from './variant-table.tsx'

/** Variations of the product, and a table of the SKUs that they make. */
export function Variants() {
  const { t } = useTranslation()
  const { draft, isReadOnly } = useFrame()
  const names = useDraft(({ content }) => content.variant_names)
  const skuCount = useDraft(({ content }) => content.skus.length)
  const valuesKey = useDraft(({ content }) => JSON.stringify(content.skus.map(({ variants }) => variants)))
  const [isAdding, setAdding] = useState(false)
  const [isFull, setFull] = useState(false)
  const error = useFieldError('skus')
  const axes = axesOf(names, (JSON.parse(valuesKey) as string[][]).map(emptySku))

  function put(next: Axis[]) {
    if (!fits(next)) return setFull(true)
    setFull(false)
    const kept = next.filter(({ values }) => values.length > 0)
    draft.change({
      variant_names: kept.map(({ name }) => name),
      skus: skusOf(kept, draft.get().content.skus),
    })
    void draft.save()
  }

  return (
    <section className={form['section']} aria-label={t('templates.variants')} data-field="skus">
      <div className={form['sectionHead']}>
        <h2>{t('templates.variants')}</h2>
        <span className={form['muted']}>
          {t('templates.variantsOf', { figure: count(skuCount), most: count(templateLimits.skus) })}
        </span>
      </div>
      {/* One list, so that a new variation stays the same field once it has its first value. */}
      {[...axes, ...(isAdding ? [{ name: '', values: [] }] : [])].map((axis, at) => (
        <AxisChips
          key={at}
          at={at}
          axis={axis}
          isNew={at === axes.length}
          onRename={(name) =>
            draft.change(
              { variant_names: names.map((one, place) => (place === at ? name : one)) },
              `variant_names.${at}`,
            )
          }
          onValues={(values, name) => {
            if (at === axes.length) setAdding(false)
            put([...axes.slice(0, at), { name, values }, ...axes.slice(at + 1)])
          }}
          onRemove={() => {
            if (at === axes.length) setAdding(false)
            else put(axes.filter((_, place) => place !== at))
          }}
        />
      ))}
      {isFull && (
        <p className={form['error']} role="alert">
          {t('templates.tooMany', { most: count(templateLimits.skus) })}
        </p>
      )}
      {error && (
        <p className={form['error']} role="alert">
          {error}
        </p>
      )}
      {axes.length < templateLimits.variantNames && !isAdding && !isReadOnly && (
        <div>
          <Button
            size="small"
            data-field={`variant_names.${axes.length}`}
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            {t('templates.addAxis')}
          </Button>
        </div>
      )}
      <VariantTable />
    </section>
  )
}
