import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { SplitThing } from './split-thing.tsx'
import styles from './split-lines.module.css'
import { piecesOf, type ShareOf, type Thing, thingsOf } from './things-of.ts'

/** A parcel that is there already: its pieces by the shop's SKU, and whether they stay. */
export type StartParcel = { pieces: Record<string, number>; isFixed: boolean }

type Options = { most: number; divides: boolean; start?: StartParcel[] }

/** Assigns products to parcels. At first all is in parcel 1, so that nothing can be forgotten. */
export function useSplitLines(order: Order, { most, divides, start }: Options) {
  const things = thingsOf(order.order_product_skus.data)
  const [parcels, setParcels] = useState(Math.max(2, start?.length ?? 0))
  const [moved, setMoved] = useState<Record<string, number>>({})
  const highest = Math.min(most, divides ? order.total_quantity : things.length)
  const places = Array.from({ length: parcels }, (_, parcel) => parcel)
  const keyOf = ({ shopSku }: Thing, parcel: number) => `${shopSku} ${parcel}`
  const firstShare = ({ shopSku, quantity }: Thing, parcel: number) =>
    start ? (start[parcel]?.pieces[shopSku] ?? 0) : parcel === 0 ? quantity : 0
  const shareOf: ShareOf = (thing, parcel) => moved[keyOf(thing, parcel)] ?? firstShare(thing, parcel)
  return {
    things,
    places,
    shareOf,
    divides,
    isFixed: (parcel: number) => start?.[parcel]?.isFixed ?? false,
    move: (thing: Thing, from: number, to: number, quantity: number) =>
      setMoved({
        ...moved,
        [keyOf(thing, from)]: shareOf(thing, from) - quantity,
        [keyOf(thing, to)]: shareOf(thing, to) + quantity,
      }),
    isLast: parcels + 1 >= highest,
    add: parcels < highest && {
      onClick: () => setParcels(parcels + 1),
    },
    isFull: parcels === most,
    /** Lines of each parcel; empty for a parcel without any. */
    items: places.map((parcel) => things.flatMap((thing) => piecesOf(thing, places, parcel, shareOf))),
  }
}

type Split = ReturnType<typeof useSplitLines>

/** A column per parcel. A click moves a product, or some pieces of it, to another one. */
export function SplitLines({ split }: { split: Split }) {
  const { t } = useTranslation()
  const { things, places, add, shareOf, isFixed } = split
  const { columns, focusAfter } = useFocusAfterMove()

  const has = (parcel: number, thing: Thing) => shareOf(thing, parcel) > 0
  const firstOpen = places.find((parcel) => !isFixed(parcel) && things.some((thing) => has(parcel, thing)))

  /** The last parcel that there may be takes its button away. */
  function addParcel(onClick: () => void) {
    const first = firstOpen === undefined ? undefined : things.find((thing) => has(firstOpen, thing))
    if (split.isLast && first && firstOpen !== undefined) focusAfter({ thing: first, parcel: firstOpen })
    onClick()
  }

  function move(thing: Thing, from: number, to: number, quantity: number) {
    const rest = things.filter((one) =>
      one === thing ? shareOf(one, from) > quantity : shareOf(one, from) > 0,
    )
    const next = rest.find((one) => things.indexOf(one) >= things.indexOf(thing)) ?? rest[0]
    focusAfter(next ? { thing: next, parcel: from } : { thing, parcel: to })
    split.move(thing, from, to, quantity)
  }

  return (
    <div className={styles['split']}>
      <fieldset className={styles['parcels']} aria-label={t('splitOrder.lines')} ref={columns}>
        {places.map((parcel) => {
          const inside = things.filter((thing) => has(parcel, thing))
          const name = t('splitOrder.parcel', { figure: count(parcel + 1) })
          const pieces = inside.reduce((sum, thing) => sum + shareOf(thing, parcel), 0)
          const others = isFixed(parcel) ? [] : places.filter((to) => to !== parcel && !isFixed(to))
          return (
            <section key={parcel} aria-label={name} className={styles['parcel']}>
              <h3>
                {name}
                <output>{t('orders.itemCount', { count: pieces })}</output>
              </h3>
              {inside.length === 0 && <p className={styles['empty']}>{t('splitOrder.empty')}</p>}
              <ul className={styles['things']}>
                {inside.map((thing) => (
                  <SplitThing
                    // The number of pieces to move begins anew with what is left here.
                    key={`${thing.shopSku} ${shareOf(thing, parcel)}`}
                    thing={thing}
                    parcel={parcel}
                    share={shareOf(thing, parcel)}
                    divides={split.divides}
                    isFirst={parcel === firstOpen && thing === inside[0]}
                    others={others}
                    onMove={(to, quantity) => move(thing, parcel, to, quantity)}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </fieldset>
      {add && (
        <Button
          size="small"
          onClick={() => addParcel(add.onClick)}
          icon={<Plus size={14} aria-hidden="true" />}
        >
          {t('splitOrder.add')}
        </Button>
      )}
    </div>
  )
}

type Spot = { thing: Thing; parcel: number }

/** The button that was pressed is gone with its product: the focus goes to the next product of the parcel. */
function useFocusAfterMove() {
  const columns = useRef<HTMLFieldSetElement>(null)
  const [spot, setSpot] = useState<Spot>()
  useEffect(() => {
    if (!spot) return
    const key = `${spot.parcel}/${spot.thing.shopSku}`
    columns.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(key)}"]`)?.focus()
  }, [spot])
  return { columns, focusAfter: setSpot }
}
