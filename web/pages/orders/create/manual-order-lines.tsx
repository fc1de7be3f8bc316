import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { AmountField } from '../../../parts/amount-field.tsx'
import { Money } from '../../../parts/money-amount.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './manual-order.module.css'
import { goodsTotal, type LineText } from './manual-order.ts'

type Props = {
  lines: LineText[]
  currency: string
  /** By the path of the field. */
  errors: Record<string, string>
  onChange: (lines: LineText[]) => void
}

/** Fields for the products of an order, their quantities and prices. */
export function ManualOrderLines({ lines, currency, errors, onChange }: Props) {
  const { t } = useTranslation()
  const total = goodsTotal(lines)
  const change = (at: number, part: Partial<LineText>) =>
    onChange(lines.map((line, place) => (place === at ? { ...line, ...part } : line)))
  return (
    <>
      <ul className={styles['lines']}>
        {lines.map(({ product, quantity, price }, at) => {
          const name = [product.name, product.variant_label].filter(Boolean).join(' · ')
          return (
            <li key={product.product_sku_id} aria-label={name}>
              <span className={styles['what']}>
                <span>{name}</span>
                <small>{product.seller_sku ?? product.shop_sku}</small>
                {errors[`lines.${at}.product_sku_id`] && (
                  <small className={styles['error']} role="alert">
                    {errors[`lines.${at}.product_sku_id`]}
                  </small>
                )}
              </span>
              <TextField
                label={t('manualOrder.quantity')}
                value={quantity}
                inputMode="numeric"
                maxLength={4}
                autoComplete="off"
                error={errors[`lines.${at}.quantity`]}
                onChange={(event) => change(at, { quantity: event.currentTarget.value })}
              />
              <AmountField
                label={t('manualOrder.price')}
                value={price}
                currency={currency}
                maxLength={13}
                error={errors[`lines.${at}.price`]}
                onChange={(event) => change(at, { price: event.currentTarget.value })}
              />
              <IconButton
                label={t('manualOrder.remove', { name })}
                onClick={() => onChange(lines.toSpliced(at, 1))}
              >
                <X size={16} aria-hidden="true" />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {lines.length > 0 && (
        <p className={styles['total']}>
          <span>{t('manualOrder.total')}</span>
          {total === undefined ? '–' : <Money value={total} currency={currency} strong />}
        </p>
      )}
    </>
  )
}
