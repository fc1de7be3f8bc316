import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  RequiredAttribute,
  ShopTemplate,
  TemplateShipmentProvider,
} from '../../../../model/product-template.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import {
  attributesQuery,
  type Category,
  categoryRulesQuery,
} from '../../../parts/queries/category-queries.ts'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { nameKeyOf } from '../name-of-field.ts'
import { NumberText } from '../form/number-text.tsx'
import { AttributeField } from '../steps/attribute-fields.tsx'
import { BrandField } from '../steps/brand-field.tsx'
import { CategoryField } from '../steps/category-field.tsx'
import { DeliveryOptions } from '../steps/delivery-options.tsx'
import type { MissingField } from './missing-query.ts'
import type { Filling } from './use-fillings.ts'
import styles from './missing.module.css'

type Props = {
  field: MissingField
  isBusy: boolean
  /** Whether a value stands in the field that is not filled in yet. */
  onEntry: (isThere: boolean) => void
  onFill: (given: Filling) => void
  onLeave: () => void
}

const sizes = ['package_weight', 'package_length', 'package_width', 'package_height'] as const
const namedTemplates = 3

/** A field that some templates lack: filled in for all of them where one value can be theirs, else with links to them. */
export function MissingFieldItem({ field, isBusy, onEntry, onFill, onLeave }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { data: shops = [] } = useQuery(shopsQuery)
  const { platform_id: platformId, shop_id: shopId, category_name: category, templates } = field
  const channelName = useChannelNames()
  const shop = shops.find((one) => one.id === shopId)
  const figures = { count: templates.length, figure: count(templates.length) }
  const [given, setGiven] = useState<Filling | null>(null)
  const editor = editorOf(field, (next) => {
    setGiven(next)
    onEntry(next !== null)
  })
  const more = templates.length - namedTemplates
  return (
    <li aria-labelledby={id}>
      <div className={styles['head']}>
        <h3 id={id}>{t(nameKeyOf(field.path))}</h3>
        <span className={styles['muted']}>{t('missingFields.in', figures)}</span>
      </div>
      {platformId !== null && (
        <p className={styles['place']}>
          <ChannelMark platformId={platformId} />{' '}
          {[shop?.system_name ?? channelName(platformId), category].filter(Boolean).join(' · ')}
        </p>
      )}
      {editor ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (given) onFill(given)
          }}
        >
          <fieldset disabled={isBusy} className={styles['editor']}>
            {editor}
            <Button type="submit" {...(!given && { refusal: t('missingFields.valueFirst') })}>
              {t('missingFields.fill', figures)}
            </Button>
          </fieldset>
        </form>
      ) : (
        <>
          <p>{field.message}</p>
          <p className={styles['names']}>
            {templates.slice(0, namedTemplates).map((one) => (
              <Link key={one.id} to={paths.templateCheckout(one.id, one.is_draft ? 'create' : 'edit')}>
                {one.name || one.id}
              </Link>
            ))}
            {more > 0 && (
              <Link
                to={paths.templates()}
                search={{
                  problem_field: field.path,
                  ...(platformId !== null && { platform_id: [platformId] }),
                }}
                onClick={onLeave}
              >
                {t('missingFields.all', figures)}
              </Link>
            )}
          </p>
        </>
      )}
    </li>
  )
}

/** Null: each template has to be changed by itself. */
function editorOf(field: MissingField, onGive: (given: Filling | null) => void): ReactNode {
  const { path, rule, shop_id: shopId, platform_category_id: categoryId } = field
  const size = sizes.find((one) => one === path)
  if (size && rule === 'required')
    return (
      <SizeEditor
        size={size}
        onGive={(value) => onGive(value === null ? null : { template: { [size]: value } })}
      />
    )
  if (shopId === null) return null
  if (path === 'platform_category_id' && categoryId === null)
    return <CategoryEditor shopId={shopId} onGive={(step) => onGive({ step })} />
  if (categoryId === null) return null
  const place = { shop_id: shopId, of_category: categoryId }
  if (path === 'shipment_providers')
    return (
      <DeliveryEditor
        shopId={shopId}
        categoryId={categoryId}
        onGive={(chosen) =>
          onGive(chosen.length > 0 ? { step: { ...place, shipment_providers: chosen } } : null)
        }
      />
    )
  if (rule !== 'required') return null
  if (path === 'brand')
    return (
      <BrandEditor
        shopId={shopId}
        categoryId={categoryId}
        onGive={(brand) => onGive(brand && { step: { ...place, brand } })}
      />
    )
  const [first, attributeId] = path.split('.')
  if (first === 'required_attributes' && attributeId !== undefined)
    return (
      <AttributeEditor
        shopId={shopId}
        categoryId={categoryId}
        attributeId={attributeId}
        onGive={(values) =>
          onGive(values.length > 0 ? { step: { ...place, required_attributes: values } } : null)
        }
      />
    )
  return null
}

function SizeEditor({
  size,
  onGive,
}: {
  size: (typeof sizes)[number]
  onGive: (value: number | null) => void
}) {
  const { t } = useTranslation()
  const [value, setValue] = useState<number | null>(null)
  return (
    <NumberText
      value={value}
      isMeasure
      onChange={(next) => {
        setValue(next)
        onGive(Number.isNaN(next) ? null : next)
      }}
    >
      {(input) => (
        <TextField
          {...input}
          label={t(`templates.field.${size}`)}
          isLabelHidden
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          unit={size === 'package_weight' ? 'kg' : 'cm'}
        />
      )}
    </NumberText>
  )
}

type CategoryStep = NonNullable<Filling['step']>

function CategoryEditor({ shopId, onGive }: { shopId: number; onGive: (step: CategoryStep) => void }) {
  const [chosen, setChosen] = useState<Category | null>(null)
  return (
    <CategoryField
      shopId={shopId}
      chosen={chosen ? idOf(chosen) : ''}
      name={chosen?.cate_name_en ?? ''}
      error={undefined}
      onChoose={(category) => {
        setChosen(category)
        const { cate_name_en, cate_name_my } = category
        onGive({
          shop_id: shopId,
          of_category: '',
          platform_category_id: idOf(category),
          cate_name_en,
          cate_name_my,
        })
      }}
    />
  )
}

const idOf = ({ id, platform_category_id: ofChannel }: Category) => ofChannel ?? String(id)

type OfCategory = { shopId: number; categoryId: string }

function BrandEditor(place: OfCategory & { onGive: (brand: ShopTemplate['brand']) => void }) {
  const [brand, setBrand] = useState<ShopTemplate['brand']>(null)
  return (
    <BrandField
      {...place}
      isRequired
      brand={brand}
      onChoose={(next) => {
        setBrand(next)
        place.onGive(next)
      }}
    />
  )
}

function DeliveryEditor(place: OfCategory & { onGive: (chosen: TemplateShipmentProvider[]) => void }) {
  const { data: rules } = useQuery(categoryRulesQuery(place.shopId, place.categoryId))
  const [chosen, setChosen] = useState<TemplateShipmentProvider[]>([])
  return (
    <DeliveryOptions
      offered={rules?.shipment_providers ?? []}
      chosen={chosen}
      onChange={(next) => {
        setChosen(next)
        place.onGive(next)
      }}
    />
  )
}

function AttributeEditor(
  place: OfCategory & { attributeId: string; onGive: (values: RequiredAttribute[]) => void },
) {
  const { data: attributes } = useQuery(attributesQuery(place.shopId, place.categoryId))
  const [values, setValues] = useState<RequiredAttribute[]>([])
  const attribute = attributes?.find((one) => one.attribute_id === place.attributeId)
  if (!attribute) return null
  return (
    <AttributeField
      {...place}
      attribute={attribute}
      values={values}
      errorOf={() => undefined}
      onChange={(next) => {
        setValues(next)
        place.onGive(next)
      }}
    />
  )
}
