import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import { ScoreRing } from '../score-ring.tsx'
import styles from './listing-drawer.module.css'

type Reason = Product['content_reasons'][number]
type Props = { product: Product; onFix: (reason: Reason) => void }

/** Content score with what each missing thing costs, the most first. A reason leads to the field that gives the points back. */
export function ListingScore({ product, onFix }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  if (product.content_score === null) return null
  const { content_reasons: reasons, editable } = product
  const mayEdit = allows(me, 'products.edit')
  const isFixable = ({ field }: Reason) => mayEdit && editable.fields.some((one) => one === field)
  return (
    <Card title={t('products.score')}>
      <ScoreRing score={product.content_score} />
      {reasons.length === 0 && <p className={styles['muted']}>{t('products.scoreFull')}</p>}
      {reasons.length > 0 && (
        <ul className={styles['reasons']}>
          {reasons.map((one) => {
            const text = t(`products.scoreReason.${one.reason}`, one.values)
            return (
              <li key={one.reason}>
                {isFixable(one) ? (
                  <button
                    type="button"
                    className={styles['fix']}
                    aria-label={t('products.scoreFix', { reason: text })}
                    onClick={() => onFix(one)}
                  >
                    {text}
                  </button>
                ) : (
                  <span title={mayEdit ? t('products.scoreElsewhere') : undefined}>{text}</span>
                )}
                <span>−{count(one.points)}</span>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
