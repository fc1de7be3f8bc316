import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../contract/endpoints.ts'
import { api } from '../../api.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { count } from '../../parts/figures.ts'
import type { Shop } from '../../parts/queries/shop-queries.ts'
import { Skeleton } from '../../ui/states.tsx'
import styles from './stock-question.module.css'

type Props = {
  shop: Shop
  busy: boolean
  error: string | null
  onClose: () => void
  onConfirm: () => void
}

/** Before a shop's stock is synced: how many products are sent figures, how many of them change, and the largest changes. */
export function StockQuestion({ shop: { id: shopId, system_name: name }, ...more }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error } = useQuery({
    queryKey: ['stock-preview', shopId],
    queryFn: async ({ signal }) =>
      (await api('GET /shops/{id}/stock-preview', { params: { id: shopId }, signal })).data,
    // Stock moves while nobody looks.
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      {...more}
      opened
      title={t('stockQuestion.title', { shop: name })}
      confirm={t('stockQuestion.confirm')}
    >
      <p>{t('stockQuestion.text', { shop: name })}</p>
      {data ? <Figures of={data} /> : !error && <Skeleton width="100%" height={60} />}
      {error && <p role="alert">{errorMessage(error)}</p>}
    </ConfirmDialog>
  )
}

function Figures({ of }: { of: Reply<'GET /shops/{id}/stock-preview'>['data'] }) {
  const { t } = useTranslation()
  const { listings, changed, uncounted, first } = of
  return (
    <div className={styles['preview']}>
      <p>{t('stockQuestion.listings', { count: listings, figure: count(listings) })}</p>
      {uncounted > 0 && <p>{t('stockQuestion.uncounted', { count: uncounted, figure: count(uncounted) })}</p>}
      <p>{t('stockQuestion.changed', { count: changed, figure: count(changed) })}</p>
      {first.length > 0 && (
        <ul aria-label={t('stockQuestion.first')}>
          {first.map(({ name, shop_sku: sku, before, after }) => (
            <li key={sku}>
              <span>
                {name} <small>{sku}</small>
              </span>
              <b>
                {count(before)} → {count(after)}
              </b>
            </li>
          ))}
          {changed > first.length && (
            <li>
              {t('stockQuestion.more', {
                count: changed - first.length,
                figure: count(changed - first.length),
              })}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
