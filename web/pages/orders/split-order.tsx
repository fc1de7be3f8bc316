import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useErrorWords } from '../../parts/error-words.ts'
import { count } from '../../parts/figures.ts'
import type { Order } from '../../parts/orders.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './pack-order.module.css'
import { useOrderWish } from './use-order-wish.ts'

type Line = Order['order_product_skus']['data'][number]
/** Lines of one thing, gifts included: most channels keep them together. */
type Thing = { shopSku: string; name: string; context: string; quantity: number; lines: Line[] }

/** Which thing goes into which parcel. At first all is in parcel 1, so that nothing can be forgotten. */
export function SplitOrder({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation()
  const wordsOf = useErrorWords()
  const wish = useOrderWish(order, onClose)
  const { most_parcels: most = 2, divides_lines: divides = false } = order.splitting ?? {}
  const things = thingsOf(order.order_product_skus.data)
  const [parcels, setParcels] = useState(2)
  const [homes, setHomes] = useState<Record<string, number>>({})
  const [pieces, setPieces] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const places = Array.from({ length: parcels }, (_, parcel) => parcel)
  const isDivided = ({ quantity }: Thing) => divides && quantity > 1
  const textOf = ({ shopSku, quantity }: Thing, parcel: number) =>
    pieces[`${shopSku} ${parcel}`] ?? (parcel === 0 ? String(quantity) : '0')
  const shareOf = (thing: Thing, parcel: number) => {
    if (isDivided(thing)) return /^\d+$/.test(textOf(thing, parcel)) ? Number(textOf(thing, parcel)) : NaN
    return (homes[thing.shopSku] ?? 0) === parcel ? thing.quantity : 0
  }
  const isWrong = (thing: Thing) =>
    places.reduce((sum, parcel) => sum + shareOf(thing, parcel), 0) !== thing.quantity
  const filled = places
    .map((parcel) => things.flatMap((thing) => piecesOf(thing, places, parcel, shareOf)))
    .filter((items) => items.length > 0)
  const canAdd = parcels < Math.min(most, divides ? order.total_quantity : things.length)

  function split() {
    setTried(true)
    if (filled.length < 2 || things.some(isWrong)) return
    wish.mutate({ kind: 'split', parcels: filled.map((items) => ({ items })) })
  }

  return (
    <ConfirmDialog
      opened
      title={t('splitOrder.title', { code: order.code })}
      confirm={t('wish.button.split')}
      busy={wish.isPending}
      error={wish.error && wordsOf(wish.error)}
      onClose={onClose}
      onConfirm={split}
    >
      <ul className={`${styles['lines']} ${styles['wide']}`} aria-label={t('splitOrder.lines')}>
        {things.map((thing) => (
          <li key={thing.shopSku}>
            <span>
              {count(thing.quantity)} × {thing.name}
              {thing.context && <small>{thing.context}</small>}
            </span>
            {isDivided(thing) ? (
              <span className={styles['pieces']}>
                {places.map((parcel) => (
                  <TextField
                    key={parcel}
                    label={t('splitOrder.parcel', { figure: count(parcel + 1) })}
                    aria-label={t('splitOrder.piecesOf', { name: thing.name, parcel: count(parcel + 1) })}
                    value={textOf(thing, parcel)}
                    inputMode="numeric"
                    maxLength={6}
                    autoComplete="off"
                    error={
                      isTried && isWrong(thing) && parcel === 0
                        ? t('splitOrder.sum', { figure: count(thing.quantity) })
                        : undefined
                    }
                    onChange={(event) =>
                      setPieces({
                        ...pieces,
                        [`${thing.shopSku} ${parcel}`]: event.currentTarget.value.trim(),
                      })
                    }
                  />
                ))}
              </span>
            ) : (
              <SelectField
                label={t('splitOrder.parcelOf', { name: thing.name })}
                isLabelHidden
                value={homes[thing.shopSku] ?? 0}
                onChange={(event) =>
                  setHomes({ ...homes, [thing.shopSku]: Number(event.currentTarget.value) })
                }
              >
                {places.map((parcel) => (
                  <option key={parcel} value={parcel}>
                    {t('splitOrder.parcel', { figure: count(parcel + 1) })}
                  </option>
                ))}
              </SelectField>
            )}
          </li>
        ))}
      </ul>
      {canAdd && (
        <Button size="small" onClick={() => setParcels(parcels + 1)}>
          <Plus size={14} aria-hidden="true" />
          {t('splitOrder.add')}
        </Button>
      )}
      {parcels === most && <p>{t('splitOrder.tooMany', { most: count(most) })}</p>}
      {isTried && filled.length < 2 && <p role="alert">{t('splitOrder.one')}</p>}
      <p>{t('splitOrder.text')}</p>
    </ConfirmDialog>
  )
}

function thingsOf(lines: Line[]): Thing[] {
  return [...Map.groupBy(lines, (line) => line.shop_sku)].map(([shopSku, same]) => {
    const sku = same[0]?.product_sku.data
    return {
      shopSku,
      name: sku?.name ?? shopSku,
      context: [same[0]?.seller_sku ?? shopSku, sku?.variant_label].filter(Boolean).join(' · '),
      quantity: same.reduce((sum, line) => sum + line.quantity, 0),
      lines: same,
    }
  })
}

/** What of a thing is in this parcel, line by line: the parcels before it have taken theirs. */
function piecesOf(
  thing: Thing,
  places: number[],
  parcel: number,
  shareOf: (thing: Thing, parcel: number) => number,
): { id: string; quantity: number }[] {
  let before = places.slice(0, parcel).reduce((sum, place) => sum + shareOf(thing, place), 0)
  let wanted = shareOf(thing, parcel)
  return thing.lines.flatMap(({ id, quantity }) => {
    const gone = Math.min(before, quantity)
    const taken = Math.min(wanted, quantity - gone)
    before -= gone
    wanted -= taken
    return taken > 0 ? [{ id, quantity: taken }] : []
  })
}
