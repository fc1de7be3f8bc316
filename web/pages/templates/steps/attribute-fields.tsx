import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { RequiredAttribute } from '../../../../model/product-template.ts'
import { type Attribute, type Choice, optionsQuery } from '../../../parts/queries/category-queries.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ChoiceField, type Found } from '../form/choice-field.tsx'
import page from '../template-page.module.css'
import { optionsWith } from './options-with.ts'
import styles from './steps.module.css'

type Shared = {
  shopId: number
  categoryId: string
  values: RequiredAttribute[]
  errorOf: (path: string) => string | undefined
  onChange: (values: RequiredAttribute[]) => void
  /** A value of the channel's list is chosen: nothing more is typed. */
  onChosen?: () => void
  onLeave?: (path: string) => void
}

/** Attributes of the chosen category: those that it asks for, and the others folded. */
export function AttributeFields({ attributes, ...shared }: Shared & { attributes: Attribute[] }) {
  const { t } = useTranslation()
  const required = attributes.filter((one) => one.is_required)
  const others = attributes.filter((one) => !one.is_required)
  if (attributes.length === 0) return null
  const list = (some: Attribute[]) => (
    <div className={styles['attributes']}>
      {some.map((attribute) => (
        <AttributeField key={attribute.attribute_id} attribute={attribute} {...shared} />
      ))}
    </div>
  )
  return (
    <section
      className={page['section']}
      aria-label={t('templates.field.required_attributes')}
      data-field="required_attributes"
    >
      <h3>{t('templates.field.required_attributes')}</h3>
      {list(required)}
      {others.length > 0 && (
        <details className={styles['more']}>
          <summary>{t('templates.moreAttributes', { count: others.length })}</summary>
          {list(others)}
        </details>
      )}
    </section>
  )
}

export function AttributeField({ attribute, values, ...more }: Shared & { attribute: Attribute }) {
  const { t } = useTranslation()
  const { attribute_id: id, name, label, input_type: input, unit, options } = attribute
  const { shopId, categoryId, errorOf, onChange, onChosen, onLeave } = more
  const path = `required_attributes.${id}`
  const given = values.filter((one) => one.attribute_id === id)
  const [first] = given
  const error = errorOf(path)
  const put = (next: Omit<RequiredAttribute, 'attribute_id' | 'name'>[]) =>
    onChange([
      ...values.filter((one) => one.attribute_id !== id),
      ...next.map((one) => ({ attribute_id: id, name, ...one })),
    ])
  const title = attribute.is_required ? `${label} *` : label

  if (input === 'select' || input === 'multi' || (input === 'bool' && options.data.length > 0)) {
    const choose = (choices: Choice[]) => {
      put(choices.map((choice) => ({ value_id: choice.id, value: choice.name, unit: null })))
      onChosen?.()
    }
    const chosen = given.map((one) => ({ id: one.value_id, name: String(one.value) }))
    return (
      <ChoiceField
        label={label}
        path={path}
        required={attribute.is_required}
        isMulti={input === 'multi' && attribute.max_values !== 1}
        value={chosen}
        error={error}
        useChoices={function useOptions(keyword): Found {
          const isKnown = !attribute.has_more_options
          const asked = useInfiniteQuery({
            ...optionsQuery(shopId, categoryId, id, keyword),
            enabled: !isKnown,
          })
          if (isKnown) {
            const found = optionsWith(options.data, keyword)
            return {
              choices: found.map((one) => ({ id: one.value_id ?? null, name: one.name })),
              error: null,
            }
          }
          return {
            choices: asked.data?.pages.flatMap((one) => one.choices),
            error: asked.error,
            hasMore: asked.hasNextPage,
            showMore: () => void asked.fetchNextPage(),
          }
        }}
        onAdd={
          attribute.is_custom_allowed
            ? (typed) => choose([...(input === 'multi' ? chosen : []), { id: null, name: typed }])
            : undefined
        }
        onChange={choose}
        onLeave={() => onLeave?.(path)}
      />
    )
  }
  if (input === 'bool')
    return (
      <SelectField
        label={title}
        data-field={path}
        value={first ? String(first.value) : ''}
        error={error}
        onChange={(event) => {
          const { value } = event.currentTarget
          put(value === '' ? [] : [{ value_id: null, value, unit: null }])
        }}
        onBlur={() => onLeave?.(path)}
      >
        <option value="">{t('templates.choose')}</option>
        <option value="Yes">{t('templates.yes')}</option>
        <option value="No">{t('templates.no')}</option>
      </SelectField>
    )
  return (
    <div className={styles['withUnit']}>
      <TextField
        label={title}
        data-field={path}
        optional={!attribute.is_required}
        type={input === 'date' ? 'date' : 'text'}
        inputMode={input === 'number' ? 'decimal' : 'text'}
        autoComplete="off"
        maxLength={5000}
        value={first ? String(first.value) : ''}
        error={error}
        onChange={(event) => {
          const typed = event.currentTarget.value
          const value = input === 'number' ? typed.replace(',', '.') : typed
          put(value === '' ? [] : [{ value_id: null, value, unit: first?.unit ?? unit[0] ?? null }])
        }}
        onBlur={() => onLeave?.(path)}
      />
      {unit.length > 0 && (
        <SelectField
          label={t('templates.unitOf', { field: label })}
          isLabelHidden
          data-field={`${path}.unit`}
          value={first?.unit ?? unit[0] ?? ''}
          error={errorOf(`${path}.unit`)}
          disabled={!first}
          onChange={(event) =>
            first && put([{ value_id: first.value_id, value: first.value, unit: event.currentTarget.value }])
          }
        >
          {unit.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
