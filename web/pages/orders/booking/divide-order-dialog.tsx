import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { AmountField } from '../../../parts/amount-field.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { amountIn, count, plainAmount } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { SplitLines, useSplitLines } from '../actions/split-lines.tsx'
import styles from './delivery-card.module.css'

export type Division = Reply<'GET /orders/{id}/parcels'>['data']

const mostParcels = 20

/** Requests how an order is divided into parcels with the owner's own couriers. */
export function useDivision(order: Order): Division | undefined {
  return useQuery({
    queryKey: [...orderKeys.details, order.id, 'parcels'],
    queryFn: async ({ signal }) =>
      (await api('GET /orders/{id}/parcels', { params: { id: order.id }, signal })).data,
    enabled: order.is_own_delivery,
  }).data
}

/** Dialog that divides an order's lines and the money to collect among parcels. Booked parcels stay as they are. */
export function DivideOrder({
  order,
  division,
  onClose,
}: {
  order: Order
  division: Division
  onClose: () => void
}) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const { parcels, cod_amount: due, currency } = division
  const start = parcels.map((parcel) => ({
    pieces: Object.fromEntries(parcel.items.map((item) => [item.shop_sku, item.quantity])),
    isFixed: parcel.is_fixed === 1,
  }))
  const split = useSplitLines(order, { most: mostParcels, divides: true, start })
  const [cods, setCods] = useState(
    parcels.length > 1 ? parcels.map((one) => plainAmount(one.cod_amount)) : [],
  )
  const [isTried, setTried] = useState(false)
  const isWrong = (at: number) => (cods[at] ?? '').trim() !== '' && amountIn(cods[at] ?? '') === undefined
  const filled = split.places.filter((at) => (split.items[at]?.length ?? 0) > 0)
  const saved = useMutation({
    mutationFn: (body: BodyInput<'PUT /orders/{id}/parcels'>) =>
      api('PUT /orders/{id}/parcels', { params: { id: order.id }, body }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] }),
  })

  function save() {
    setTried(true)
    if (filled.some(isWrong)) return
    saved.mutate({
      parcels: filled.map((at) => {
        const number = parcels[at]?.number
        const cod = amountIn(cods[at] ?? '')
        return {
          items: split.items[at] ?? [],
          ...(number !== undefined && { number }),
          ...(due > 0 && cod !== undefined && { cod_amount: cod }),
        }
      }),
    })
  }

  return (
    <ConfirmDialog
      opened
      title={t('splitOrder.title', { code: order.code })}
      confirm={t('action.save')}
      busy={saved.isPending}
      error={saved.error && errorMessage(saved.error)}
      onClose={onClose}
      size={720}
      onConfirm={save}
    >
      <SplitLines split={split} />
      {due > 0 && (
        <fieldset className={styles['cods']}>
          <legend>
            {t('divide.cod')} <Money value={due} currency={currency} strong />
          </legend>
          {filled.map((at) => (
            <AmountField
              key={at}
              label={t('divide.codOf', { figure: count(at + 1) })}
              value={cods[at] ?? ''}
              currency={currency}
              unit={currency}
              optional
              maxLength={15}
              disabled={start[at]?.isFixed ?? false}
              error={isTried && isWrong(at) ? t('divide.codWrong') : undefined}
              onChange={({ currentTarget }) =>
                setCods(
                  split.places.map((place) => (place === at ? currentTarget.value : (cods[place] ?? ''))),
                )
              }
            />
          ))}
          <p className={styles['muted']}>{t('divide.codHelp')}</p>
        </fieldset>
      )}
      <p>{t('divide.text')}</p>
    </ConfirmDialog>
  )
}
