import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { amountText, decimal } from '../../../parts/figures.ts'
import { type Product, productChangesQuery, productKeys } from '../../../parts/queries/product-queries.ts'
import { When } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from '../edit/listing-actions.module.css'

type Change = Reply<'GET /products/{id}/changes'>['data'][number]

const mostShown = 20

/** Changes of a listing with who requested them and when, how each stands, and what can still be done about it. */
export function ListingHistory({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { data: changes = [] } = useQuery(productChangesQuery(product.id, product.pending))
  const act = useChangeActions(product.id)
  const isBusy = ({ id }: Change) => act.isPending && act.variables.id === id
  if (changes.length === 0) return null
  return (
    <Card title={t('listingEdit.history')}>
      <ul className={styles['changes']}>
        {changes.slice(0, mostShown).map((change) => (
          <li key={change.id}>
            <div className={styles['line']}>
              <b>{t(`listingEdit.kind.${change.kind}`)}</b>
              <span>{t(`listingEdit.state.${change.state}`)}</span>
            </div>
            <Difference change={change} currency={product.currency} />
            {change.message && <p className={styles['error']}>“{change.message}”</p>}
            <p className={styles['quiet']}>
              {change.requested_by.name} · <When at={change.requested_at} />
            </p>
            <div className={styles['buttons']}>
              {change.state === 'queued' && (
                <Button
                  size="small"
                  busy={isBusy(change)}
                  onClick={() => act.mutate({ id: change.id, isRetry: false })}
                >
                  {t('listingEdit.undo')}
                </Button>
              )}
              {change.state === 'failed' && !change.is_answered && (
                <>
                  <Button
                    size="small"
                    busy={isBusy(change)}
                    onClick={() => act.mutate({ id: change.id, isRetry: true })}
                  >
                    {t('listingEdit.retry')}
                  </Button>
                  <Button
                    size="small"
                    busy={isBusy(change)}
                    onClick={() => act.mutate({ id: change.id, isRetry: false })}
                  >
                    {t('listingEdit.dismiss')}
                  </Button>
                </>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useChangeActions(productId: number) {
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  return useMutation({
    mutationFn: async ({ id, isRetry }: { id: number; isRetry: boolean }) => {
      if (isRetry) await api('POST /products/changes/{id}/retry', { params: { id } })
      else await api('DELETE /products/changes/{id}', { params: { id } })
    },
    onError: (error) => showToast({ tone: 'error', message: errorMessage(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...productKeys.details, productId] }),
  })
}

/** Both sides of a change, in a line for each field. */
function Difference({ change: { before, after }, currency }: { change: Change; currency: string }) {
  const { t } = useTranslation()
  const lines: [string | undefined, string][] = []
  if (after.price !== undefined)
    lines.push([
      before.price === undefined ? undefined : amountText(before.price, currency),
      amountText(after.price, currency),
    ])
  if (after.special_price !== undefined)
    lines.push([
      before.special_price ? amountText(before.special_price.price, currency) : undefined,
      after.special_price
        ? t('products.special', { price: amountText(after.special_price.price, currency) })
        : t('products.special', { price: '–' }),
    ])
  if (after.status !== undefined)
    lines.push([undefined, t(after.status === 1 ? 'listingEdit.shown' : 'listingEdit.unshown')])
  if (after.name !== undefined) lines.push([before.name, after.name])
  if (after.description !== undefined) lines.push([undefined, after.description])
  if (after.package) lines.push([sizesOf(before.package), sizesOf(after.package) ?? ''])
  if (after.images)
    lines.push([
      t('listingEdit.photoCount', { count: before.images?.length ?? 0 }),
      t('listingEdit.photoCount', { count: after.images.length }),
    ])
  return lines.map(([from, to]) => (
    <p key={to}>
      {from !== undefined && (
        <>
          <s>{from}</s> →{' '}
        </>
      )}
      {to}
    </p>
  ))
}

function sizesOf(box: Change['after']['package']): string | undefined {
  if (!box) return undefined
  const sides = [box.length, box.width, box.height].map((side) => (side === null ? '–' : decimal(side)))
  return `${box.weight === null ? '–' : decimal(box.weight)} kg, ${sides.join(' × ')} cm`
}
