import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import styles from './bulk-choices.module.css'
import { firstChoice, missingOf } from './handover-choice.ts'
import { HandoverFields } from './handover-fields.tsx'
import type { ChosenOrder } from '../list/chosen-order.ts'
import type { Choice } from './use-order-action.ts'

/** Handover of the parcels by shop; a shop without a choice does as its channel recommends. */
export type ShopChoices = ReadonlyMap<number, Choice>

type Props = {
  orders: ReadonlyMap<number, ChosenOrder>
  choices: ShopChoices
  onChange: (choices: ShopChoices) => void
}

/** One line per shop. What a channel offers is asked for only when somebody wants another way. */
export function BulkChoices({ orders, choices, onChange }: Props) {
  const { t } = useTranslation()
  const shops = Map.groupBy(orders, ([, { shop }]) => shop.id)

  function choose(shopId: number, choice: Choice | undefined) {
    const next = new Map(choices)
    if (choice) next.set(shopId, choice)
    else next.delete(shopId)
    onChange(next)
  }

  return (
    <ul className={styles['shops']} aria-label={t('bulkAction.ways')}>
      {[...shops].map(([id, ofShop]) => (
        <ShopWay
          key={id}
          orders={ofShop}
          choice={choices.get(id)}
          onChange={(choice) => choose(id, choice)}
        />
      ))}
    </ul>
  )
}

type ShopProps = {
  orders: [number, ChosenOrder][]
  choice: Choice | undefined
  onChange: (choice: Choice | undefined) => void
}

function ShopWay({ orders, choice, onChange }: ShopProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const fields = useId()
  const [first] = orders
  if (!first) return null
  const [orderId, { shop }] = first
  return (
    <li>
      <div className={styles['line']}>
        <ChannelMark platformId={shop.platform_id} />
        <span className={styles['name']}>
          <strong>{shop.system_name}</strong>
          <small>
            {t('bulkAction.ofShop', { count: orders.length, figure: count(orders.length) })} ·{' '}
            {t(choice ? `confirmOrder.modes.${choice.mode}` : 'bulkAction.recommended')}
          </small>
        </span>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={fields}
          aria-label={t(isOpen ? 'bulkAction.asRecommendedFor' : 'bulkAction.changeFor', {
            shop: shop.system_name,
          })}
          onClick={() => {
            if (isOpen) onChange(undefined)
            setOpen(!isOpen)
          }}
        >
          {t(isOpen ? 'bulkAction.asRecommended' : 'bulkAction.change')}
        </Button>
      </div>
      <div id={fields}>{isOpen && <Ways orderId={orderId} choice={choice} onChange={onChange} />}</div>
    </li>
  )
}

type WaysProps = { orderId: number; choice: Choice | undefined; onChange: (choice: Choice) => void }

/** Modes that the channel offers for the first of the orders. Several parcels cannot share a typed tracking number. */
function Ways({ orderId, choice, onChange }: WaysProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error } = useQuery({
    queryKey: ['confirm-info', orderId],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/{id}/confirm-info', { params: { id: orderId }, signal })).data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (error)
    return (
      <p className={styles['error']} role="alert">
        {errorMessage(error)}
      </p>
    )
  if (!data) return <Skeleton width="100%" height={40} />
  const modes = data.modes.filter((mode) => !data.needs[mode]?.includes('tracking-number'))
  const info = { ...data, modes }
  const shown = choice ?? firstChoice(info)
  if (!shown || modes.length === 0) return <p>{t('confirmOrder.nothing')}</p>
  return (
    <div className={styles['fields']}>
      <HandoverFields info={info} choice={shown} missing={missingOf(info, shown)} onChange={onChange} />
    </div>
  )
}
