import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './pack-order.module.css'

type Line = Order['order_product_skus']['data'][number]
/** Lines of one thing, gifts included: most channels keep them together. */
type Thing = { shopSku: string; name: string; context: string; quantity: number; lines: Line[] }
type Item = { id: string; quantity: number }

/** A parcel that is there already: its pieces by the shop's SKU, and whether they stay. */
export type StartParcel = { pieces: Record<string, number>; isFixed: boolean }

type Options = { most: number; divides: boolean; start?: StartParcel[] }

/** Assigns products to parcels. At first all is in parcel 1, so that nothing can be forgotten. */
export function useSplitLines(order: Order, { most, divides, start }: Options) {
  const things = thingsOf(order.order_product_skus.data)
  const [parcels, setParcels] = useState(Math.max(2, start?.length ?? 0))
  const [homes, setHomes] = useState<Record<string, number>>({})
  const [pieces, setPieces] = useState<Record<string, string>>({})
  const places = Array.from({ length: parcels }, (_, parcel) => parcel)
  const isDivided = ({ quantity }: Thing) => divides && quantity > 1
  const firstShare = ({ shopSku, quantity }: Thing, parcel: number) =>
    start ? (start[parcel]?.pieces[shopSku] ?? 0) : parcel === 0 ? quantity : 0
  const textOf = (thing: Thing, parcel: number) =>
    pieces[`${thing.shopSku} ${parcel}`] ?? String(firstShare(thing, parcel))
  const homeOf = (thing: Thing) =>
    homes[thing.shopSku] ??
    Math.max(
      0,
      places.findIndex((parcel) => firstShare(thing, parcel) > 0),
    )
  const shareOf = (thing: Thing, parcel: number) => {
    if (isDivided(thing)) return /^\d+$/.test(textOf(thing, parcel)) ? Number(textOf(thing, parcel)) : NaN
    return homeOf(thing) === parcel ? thing.quantity : 0
  }
  const isWrong = (thing: Thing) =>
    places.reduce((sum, parcel) => sum + shareOf(thing, parcel), 0) !== thing.quantity
  return {
    things,
    places,
    start,
    isDivided,
    isWrong,
    textOf,
    homeOf,
    setPieces: (thing: Thing, parcel: number, text: string) =>
      setPieces({ ...pieces, [`${thing.shopSku} ${parcel}`]: text.trim() }),
    setHome: (thing: Thing, parcel: number) => setHomes({ ...homes, [thing.shopSku]: parcel }),
    add: parcels < Math.min(most, divides ? order.total_quantity : things.length) && {
      onClick: () => setParcels(parcels + 1),
    },
    isFull: parcels === most,
    isWhole: !things.some(isWrong),
    /** Lines of each parcel; empty for a parcel without any. */
    items: places.map((parcel) => things.flatMap((thing) => piecesOf(thing, places, parcel, shareOf))),
  }
}

type Props = { split: ReturnType<typeof useSplitLines>; isTried: boolean }

export function SplitLines({ split, isTried }: Props) {
  const { t } = useTranslation()
  const { things, places, start, add } = split
  const isFixed = (parcel: number) => start?.[parcel]?.isFixed ?? false
  return (
    <>
      <ul className={`${styles['lines']} ${styles['wide']}`} aria-label={t('splitOrder.lines')}>
        {things.map((thing) => (
          <li key={thing.shopSku}>
            <span>
              {count(thing.quantity)} × {thing.name}
              {thing.context && <small>{thing.context}</small>}
            </span>
            {split.isDivided(thing) ? (
              <span className={styles['pieces']}>
                {places.map((parcel) => (
                  <TextField
                    key={parcel}
                    label={t('splitOrder.parcel', { figure: count(parcel + 1) })}
                    aria-label={t('splitOrder.piecesOf', { name: thing.name, parcel: count(parcel + 1) })}
                    value={split.textOf(thing, parcel)}
                    inputMode="numeric"
                    maxLength={6}
                    autoComplete="off"
                    disabled={isFixed(parcel)}
                    error={
                      isTried && split.isWrong(thing) && parcel === 0
                        ? t('splitOrder.sum', { figure: count(thing.quantity) })
                        : undefined
                    }
                    onChange={(event) => split.setPieces(thing, parcel, event.currentTarget.value)}
                  />
                ))}
              </span>
            ) : (
              <SelectField
                label={t('splitOrder.parcelOf', { name: thing.name })}
                isLabelHidden
                value={split.homeOf(thing)}
                disabled={isFixed(split.homeOf(thing))}
                onChange={(event) => split.setHome(thing, Number(event.currentTarget.value))}
              >
                {places.map((parcel) => (
                  <option
                    key={parcel}
                    value={parcel}
                    disabled={isFixed(parcel) && split.homeOf(thing) !== parcel}
                  >
                    {t('splitOrder.parcel', { figure: count(parcel + 1) })}
                  </option>
                ))}
              </SelectField>
            )}
          </li>
        ))}
      </ul>
      {add && (
        <Button size="small" onClick={add.onClick}>
          <Plus size={14} aria-hidden="true" />
          {t('splitOrder.add')}
        </Button>
      )}
    </>
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

/** Takes a product's pieces for this parcel, line by line, after the pieces of the parcels before it. */
function piecesOf(
  thing: Thing,
  places: number[],
  parcel: number,
  shareOf: (thing: Thing, parcel: number) => number,
): Item[] {
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
