import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './pack-order.module.css'
import { useOrderAction } from './use-order-action.ts'

/** Into one package, or only some pieces: the others go into further ones. */
export function PackOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const action = useOrderAction(order, onClose)
  const lines = order.order_product_skus.data
  const [isSplit, setSplit] = useState(false)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const textOf = (id: string) => chosen[id] ?? '0'
  const wrong = lines.filter(({ id, quantity }) => !isPart(textOf(id), quantity))
  const items = lines.flatMap(({ id }) =>
    Number(textOf(id)) > 0 ? [{ id, quantity: Number(textOf(id)) }] : [],
  )

  function pack() {
    setTried(true)
    if (!isSplit) action.mutate({ kind: 'pack' })
    else if (wrong.length === 0 && items.length > 0) action.mutate({ kind: 'pack', items })
  }

  return (
    <ConfirmDialog
      opened
      title={t('orderAction.title.pack', { code: order.code })}
      confirm={t('orderAction.button.pack')}
      dismiss={t('action.back')}
      busy={action.isPending}
      error={action.error && errorMessage(action.error)}
      onClose={onClose}
      onConfirm={pack}
    >
      {order.total_quantity > 1 && (
        <label className={styles['choice']}>
          <input
            type="checkbox"
            checked={isSplit}
            onChange={(event) => setSplit(event.currentTarget.checked)}
          />
          {t('packOrder.split')}
        </label>
      )}
      {isSplit && (
        <ul className={styles['lines']} aria-label={t('packOrder.lines')}>
          {lines.map(({ id, quantity, product_sku: sku, seller_sku: own, shop_sku: shop }) => (
            <li key={id}>
              <span>
                {sku.data.name}
                <small>{[own ?? shop, sku.data.variant_label].filter(Boolean).join(' · ')}</small>
              </span>
              <TextField
                label={t('packOrder.pieces', { figure: count(quantity) })}
                aria-label={t('packOrder.piecesOf', { name: sku.data.name, figure: count(quantity) })}
                value={textOf(id)}
                inputMode="numeric"
                maxLength={6}
                autoComplete="off"
                error={
                  isTried && !isPart(textOf(id), quantity)
                    ? t('packOrder.wrong', { figure: count(quantity) })
                    : undefined
                }
                onChange={(event) => setChosen({ ...chosen, [id]: event.currentTarget.value.trim() })}
              />
            </li>
          ))}
        </ul>
      )}
      {isSplit && isTried && wrong.length === 0 && items.length === 0 && (
        <p role="alert">{t('packOrder.nothing')}</p>
      )}
      <p>{t(isSplit ? 'packOrder.text' : 'orderAction.text.pack')}</p>
    </ConfirmDialog>
  )
}

function isPart(text: string, quantity: number): boolean {
  return /^\d+$/.test(text) && Number(text) <= quantity
}
