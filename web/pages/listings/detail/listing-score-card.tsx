import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import { ScoreRing } from '../score-ring.tsx'
import styles from './listing-drawer.module.css'

/** Content score with what each missing thing costs, the most first. */
export function ListingScore({ product }: { product: Product }) {
  const { t } = useTranslation()
  if (product.content_score === null) return null
  return (
    <Card title={t('products.score')}>
      <ScoreRing score={product.content_score} />
      {product.content_reasons.length > 0 && (
        <ul className={styles['reasons']}>
          {product.content_reasons.map(({ reason, points }) => (
            <li key={reason}>
              <span>{t(`products.scoreReason.${reason}`)}</span>
              <span>−{count(points)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
