import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { Product } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import { ScoreRing } from '../score-ring.tsx'
import styles from './listing-drawer.module.css'

type Reason = Product['content_reasons'][number]
type Props = { product: Product; page: string | null | undefined; onFix: (reason: Reason) => void }

/** Fields of a template for what a listing itself is not changed in. */
const templateFields: Partial<Record<Reason['reason'], string>> = {
  variant_images: 'skus',
  required_attributes: 'required_attributes',
  attributes: 'required_attributes',
  brand: 'brand',
}

/**
 * Content score with what each missing thing costs, the most first. A reason leads to the field that gives the points back, of the
 * listing or of its template; the others to the channel.
 */
export function ListingScore({ product, page, onFix }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  if (product.content_score === null) return null
  const { content_reasons: reasons, editable } = product
  const mayEdit = allows(me, 'products.edit')
  const isFixable = ({ field }: Reason) => editable.fields.some((one) => one === field)
  const isElsewhere = (one: Reason) => !isFixable(one) && placeInTemplate(product, one) === undefined
  return (
    <Card title={t('products.score')}>
      <ScoreRing score={product.content_score} />
      {reasons.length === 0 && <p className={styles['muted']}>{t('products.scoreFull')}</p>}
      {reasons.length > 0 && (
        <ul className={styles['reasons']}>
          {reasons.map((one) => {
            const text = t(`products.scoreReason.${one.reason}`, one.values)
            const place = placeInTemplate(product, one)
            const fix = { className: styles['fix'], 'aria-label': t('products.scoreFix', { reason: text }) }
            return (
              <li key={one.reason}>
                {mayEdit && isFixable(one) ? (
                  <button type="button" {...fix} onClick={() => onFix(one)}>
                    {text}
                  </button>
                ) : mayEdit && place ? (
                  <Link {...fix} {...place}>
                    {text}
                  </Link>
                ) : (
                  <span>{text}</span>
                )}
                <span>−{count(one.points)}</span>
              </li>
            )
          })}
        </ul>
      )}
      {mayEdit && reasons.some(isElsewhere) && (
        <p className={styles['muted']}>
          {t('products.scoreElsewhere')}{' '}
          {page && (
            <a href={page} target="_blank" rel="noreferrer">
              {t('products.openAtChannel')}
            </a>
          )}
        </p>
      )}
    </Card>
  )
}

/** Step of the listing's template that has the field; undefined: none has. */
function placeInTemplate({ template_id: id, shop }: Product, { reason }: Reason) {
  const field = templateFields[reason]
  if (id === null || field === undefined) return undefined
  return field === 'skus'
    ? { to: paths.templateForm(id), search: { field } }
    : { to: paths.templateStep(id, shop.data.platform_id), search: { field, shop: shop.data.id } }
}
