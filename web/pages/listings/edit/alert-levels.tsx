import { useTranslation } from 'react-i18next'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './listing-actions.module.css'
import { variantLabel } from './variant-label.ts'

type Props = {
  product: Product
  levels: Record<number, string>
  wrong: string[]
  onChange: (levels: Record<number, string>) => void
}

/** The alert level of each variant's SKU, which holds in all shops. */
export function AlertLevels({ product, levels, wrong, onChange }: Props) {
  const { t } = useTranslation()
  const linked = product.product_skus.data.filter((one) => one.sku_id !== null)
  if (linked.length === 0) return null
  return (
    <Card title={t('listingEdit.alertLevels')}>
      <div className={styles['form']}>
        {linked.map((one) => (
          <TextField
            key={one.id}
            label={variantLabel(one, product)}
            help={t('listingEdit.alertHelp')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            optional
            value={levels[one.id] ?? ''}
            error={wrong.includes(`level.${one.id}`) ? t('listingEdit.numberRule') : undefined}
            onChange={(event) => onChange({ ...levels, [one.id]: event.currentTarget.value })}
          />
        ))}
      </div>
    </Card>
  )
}
