import { useTranslation } from 'react-i18next'
import { AmountField } from '../../../parts/amount-field.tsx'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './listing-actions.module.css'
import type { TypedPrices, Variant } from './price-draft.ts'
import { variantLabel } from './variant-label.ts'

type Props = {
  product: Product
  variant: Variant
  shown: Required<TypedPrices>
  /** By the path of the field. */
  errors: Record<string, string>
  onChange: (part: TypedPrices) => void
}

/** The price of a variant, and where the channel takes one the special price with its dates. */
export function PriceFields({ product, variant, shown, errors, onChange: change }: Props) {
  const { t } = useTranslation()
  const { currency } = product
  const label = variantLabel(variant, product)
  const specialError = errors['special_price'] ?? errors['special_price.price']
  return (
    <fieldset className={styles['group']}>
      <AmountField
        label={label}
        unit={currency}
        currency={currency}
        maxLength={20}
        value={shown.price}
        error={errors['price'] ?? errors['id']}
        onChange={(event) => change({ price: event.currentTarget.value })}
      />
      {product.editable.fields.includes('special_price') && (
        <>
          <AmountField
            label={t('listingEdit.specialPrice')}
            unit={currency}
            currency={currency}
            maxLength={20}
            optional
            value={shown.special}
            error={specialError}
            onChange={(event) => change({ special: event.currentTarget.value })}
          />
          <div className={styles['dates']}>
            <TextField
              label={t('listingEdit.specialFrom')}
              type="datetime-local"
              optional
              value={shown.from}
              error={errors['special_price.from']}
              onChange={(event) => change({ from: event.currentTarget.value })}
            />
            <TextField
              label={t('listingEdit.specialTo')}
              type="datetime-local"
              optional
              value={shown.to}
              error={errors['special_price.to']}
              onChange={(event) => change({ to: event.currentTarget.value })}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}
