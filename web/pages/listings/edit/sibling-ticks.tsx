import { useTranslation } from 'react-i18next'
import { ShopName } from '../../../parts/list/cells.tsx'
import type { Product } from '../../../parts/queries/product-queries.ts'
import styles from './listing-actions.module.css'

type Props = {
  product: Product
  chosen: number[]
  /** Given: a price of this currency is changed, which others do not take. Null: texts. */
  currency: string | null
  /** Messages of the answer, by path. */
  errors: Record<string, string>
  onChange: (chosen: number[]) => void
}

/** Other listings of the same SKU that the same change can go to. */
export function SiblingTicks({ product, chosen, currency, errors, onChange }: Props) {
  const { t } = useTranslation()
  const fitting = product.siblings.filter((one) =>
    currency === null
      ? one.fields.includes('name')
      : one.fields.includes('price') && one.currency === currency,
  )
  if (fitting.length === 0) return null
  const errorOf = (id: number) => {
    const start = `also.${chosen.indexOf(id)}`
    return Object.entries(errors).flatMap(([path, text]) =>
      path === start || path.startsWith(`${start}.`) ? [text] : [],
    )
  }
  return (
    <fieldset className={styles['siblings']}>
      <legend>{t('listingEdit.also')}</legend>
      {fitting.map(({ id, name, shop: { data: shop } }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
            }
          />
          <span>
            <ShopName platformId={shop.platform_id} name={shop.system_name} />
            <small>{name}</small>
            {chosen.includes(id) &&
              errorOf(id).map((text) => (
                <small key={text} role="alert" className={styles['error']}>
                  {text}
                </small>
              ))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
