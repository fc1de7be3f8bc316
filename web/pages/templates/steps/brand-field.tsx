import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ShopTemplate } from '../../../../model/product-template.ts'
import { brandsQuery } from '../../../parts/queries/category-queries.ts'
import { ChoiceField } from '../form/choice-field.tsx'

type Props = {
  shopId: number
  categoryId: string
  isRequired: boolean
  brand: ShopTemplate['brand']
  error?: string | undefined
  onChoose: (brand: ShopTemplate['brand']) => void
  onLeave?: (() => void) | undefined
}

/** Brands that the channel lists in a category. */
export function BrandField({ shopId, categoryId, isRequired, brand, error, onChoose, onLeave }: Props) {
  const { t } = useTranslation()
  return (
    <ChoiceField
      label={t('templates.field.brand')}
      path="brand"
      required={isRequired}
      value={brand ? [{ id: brand.brand_id, name: brand.name }] : []}
      error={error}
      useChoices={function useBrands(keyword) {
        const asked = useInfiniteQuery(brandsQuery(shopId, categoryId, keyword))
        return {
          choices: asked.data?.pages.flatMap((one) => one.choices),
          error: asked.error,
          hasMore: asked.hasNextPage,
          showMore: () => void asked.fetchNextPage(),
        }
      }}
      onChange={([choice]) =>
        onChoose(
          choice ? { brand_id: choice.id === null ? null : String(choice.id), name: choice.name } : null,
        )
      }
      onLeave={onLeave}
    />
  )
}
