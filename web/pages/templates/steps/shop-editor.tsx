import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../../parts/error-message.ts'
import {
  attributesQuery,
  type Category,
  type CategoryRules,
  categoryRulesQuery,
} from '../../../parts/queries/category-queries.ts'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { useDraft, useFrame } from '../form/use-draft.ts'
import page from '../template-page.module.css'
import { AttributeFields } from './attribute-fields.tsx'
import { AttributeSuggestions } from './attribute-suggestions.tsx'
import { BrandField } from './brand-field.tsx'
import { CategoryField } from './category-field.tsx'
import { CategorySuggestions } from './category-suggestions.tsx'
import { DeliveryOptions } from './delivery-options.tsx'
import { ShopSkuTable } from './shop-sku-table.tsx'
import { useStepErrors } from './use-shop-step.ts'
import { later } from '../../../later.tsx'

const AttributeHelp = later(async () => ({
  default: (await import('../writing/attribute-help.tsx')).AttributeHelp,
}))

type Props = { step: ShopStep; onChange: (part: Partial<ShopStep>) => void }

/** The step of one shop. Changing the category keeps every attribute that the new one has too. */
export function ShopEditor({ step, onChange }: Props) {
  const { draft } = useFrame()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const errorOf = useStepErrors(step.shop_id)
  const ownCategory = useDraft(({ content }) => content.category_id)
  const { shop_id: shopId, platform_category_id: categoryId } = step
  const attributes = useQuery(attributesQuery(shopId, categoryId))
  const rules = useQuery(categoryRulesQuery(shopId, categoryId))
  const leave = (path: string) => draft.leave(`${shopId} ${path}`)

  const choices = useRef(0)
  async function choose(id: string, names: Pick<Category, 'cate_name_en' | 'cate_name_my'>) {
    const choice = ++choices.current
    const found = await queries.fetchQuery(attributesQuery(shopId, id)).catch(() => null)
    // Another category was chosen while the channel answered about this one.
    if (choice !== choices.current) return
    const known = new Set(found?.map((attribute) => attribute.attribute_id))
    const now = draft.get().shops.find((shop) => shop.shop_id === shopId) ?? step
    onChange({
      category_id: ownCategory,
      platform_category_id: id,
      cate_name_en: names.cate_name_en,
      cate_name_my: names.cate_name_my,
      ...(found && {
        required_attributes: now.required_attributes.filter((one) => known.has(one.attribute_id)),
      }),
    })
    await draft.save()
  }

  const failed = attributes.error ?? rules.error
  return (
    <>
      {categoryId === '' && (
        <CategorySuggestions
          stepId={step.id}
          onUse={({ platform_category_id: id, name, path }) =>
            void choose(id, { cate_name_en: name || path, cate_name_my: name || path })
          }
        />
      )}
      <CategoryField
        shopId={shopId}
        chosen={categoryId}
        name={step.cate_name_en || categoryId}
        error={errorOf('platform_category_id')}
        onChoose={(category) => void choose(category.platform_category_id ?? String(category.id), category)}
      />
      {failed && (
        <p className={page['error']} role="alert">
          {errorMessage(failed)}
        </p>
      )}
      {categoryId !== '' && attributes.isPending && <Skeleton width="100%" height={90} />}
      {categoryId !== '' && (
        <BrandField
          shopId={shopId}
          categoryId={categoryId}
          isRequired={rules.data?.is_brand_required ?? false}
          brand={step.brand}
          error={errorOf('brand')}
          onChoose={(brand) => {
            onChange({ brand })
            void draft.save()
          }}
          onLeave={() => leave('brand')}
        />
      )}
      {attributes.data && categoryId !== '' && (
        <Suspense fallback={null}>
          <AttributeSuggestions
            step={step}
            attributes={attributes.data}
            onChange={(required_attributes) => {
              onChange({ required_attributes })
              void draft.save()
            }}
          />
          <AttributeHelp
            step={step}
            attributes={attributes.data}
            onChange={(required_attributes) => {
              onChange({ required_attributes })
              void draft.save()
            }}
          />
        </Suspense>
      )}
      {attributes.data && (
        <AttributeFields
          shopId={shopId}
          categoryId={categoryId}
          attributes={attributes.data.filter((one) => !one.is_sale_prop)}
          values={step.required_attributes}
          errorOf={errorOf}
          onChange={(required_attributes) => onChange({ required_attributes })}
          onChosen={() => void draft.save()}
          onLeave={leave}
        />
      )}
      <ShopSkuTable step={step} errorOf={errorOf} onChange={(skus) => onChange({ skus })} onLeave={leave} />
      {rules.data && <Delivery step={step} rules={rules.data} errorOf={errorOf} onChange={onChange} />}
    </>
  )
}

type DeliveryProps = Props & {
  rules: CategoryRules
  errorOf: (path: string) => string | undefined
}

/** Couriers that the shop may choose, and cash on delivery where the channel has it as a choice. */
function Delivery({ step, rules, errorOf, onChange }: DeliveryProps) {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const isCodOfProduct = useDraft(({ content }) => content.is_cod_allowed === 1)
  return (
    <>
      <DeliveryOptions
        offered={rules.shipment_providers}
        chosen={step.shipment_providers}
        error={errorOf('shipment_providers')}
        onChange={(shipment_providers) => {
          onChange({ shipment_providers })
          void draft.save()
        }}
      />
      {rules.is_cod_possible && (
        <label>
          <input
            type="checkbox"
            data-field="is_cod_allowed"
            // The product's choice is for all of its shops.
            disabled={isCodOfProduct}
            checked={isCodOfProduct || step.is_cod_allowed === 1}
            onChange={(event) => onChange({ is_cod_allowed: event.currentTarget.checked ? 1 : 0 })}
          />{' '}
          {t('templates.field.is_cod_allowed')}
        </label>
      )}
    </>
  )
}
