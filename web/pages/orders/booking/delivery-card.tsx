import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { HelpLink } from '../../../parts/help-link.tsx'
import { Money } from '../../../parts/money-amount.tsx'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { When } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './delivery-card.module.css'
import { DivideOrder, useDivision } from './divide-order-dialog.tsx'
import { ParcelHead } from '../detail/parcel-head.tsx'
import { SelfDeliverySteps } from './self-delivery-steps.tsx'

type Shipment = Reply<'GET /orders/{id}/shipments'>['data'][number]

export function shipmentsQuery({ id, is_own_delivery: enabled }: Order) {
  return queryOptions({
    queryKey: [...orderKeys.details, id, 'shipments'] as const,
    queryFn: async ({ signal }) => (await api('GET /orders/{id}/shipments', { params: { id }, signal })).data,
    enabled,
  })
}

/** Parcels with the owner's own couriers: those that the order goes with, and what the couriers said. */
export function DeliveryCard({ order }: { order: Order }) {
  const { t } = useTranslation()
  const { data: shipments } = useQuery(shipmentsQuery(order))
  const division = useDivision(order)
  const [isDividing, setDividing] = useState(false)
  const parcels = division && division.parcels.length > 1 ? division.parcels : []
  const mayDivide = division?.may_divide === 1 && order.allowed_actions.includes('confirm')
  if (!shipments || (shipments.length === 0 && parcels.length === 0 && !mayDivide)) return null
  const shown = shipments.filter((one) => one.is_live || one.booking === 'booked')
  const ofParcel = new Set(parcels.map((one) => one.shipment_id))
  const isPartlyBooked = ofParcel.size > 1 && ofParcel.has(null)
  return (
    <Card title={t('delivery.title')}>
      <ul className={styles['shipments']}>
        {parcels.map((parcel) => {
          const shipment = shipments.find(({ id }) => id === parcel.shipment_id)
          const mayCancel = shipment?.may_cancel === true && order.allowed_actions.includes('cancel_shipment')
          return (
            <li key={`parcel-${parcel.number}`} className={`${styles['shipment']} ${styles['own']}`}>
              {division && (
                <ParcelHead order={order} division={division} parcel={parcel} mayCancel={mayCancel} />
              )}
              {shipment && <OneShipment order={order} shipment={shipment} />}
            </li>
          )
        })}
        {shown
          .filter(({ id }) => !ofParcel.has(id))
          .map((shipment) => (
            <li key={shipment.id} className={styles['shipment']} data-past={!shipment.is_live || undefined}>
              <OneShipment order={order} shipment={shipment} />
            </li>
          ))}
      </ul>
      {isPartlyBooked && <p className={styles['muted']}>{t('divide.printLater')}</p>}
      {mayDivide && (
        <Button size="small" onClick={() => setDividing(true)}>
          {parcels.length > 0 ? t('divide.change') : t('splitOrder.add')}
        </Button>
      )}
      {isDividing && division && (
        <DivideOrder order={order} division={division} onClose={() => setDividing(false)} />
      )}
    </Card>
  )
}

function OneShipment({ order, shipment }: { order: Order; shipment: Shipment }) {
  return (
    <>
      <Parcel shipment={shipment} />
      {shipment.booking === 'unanswered' && <Unanswered order={order} shipment={shipment} />}
      {shipment.is_live && shipment.provider.code === 'self_delivery' && (
        <SelfDeliverySteps order={order} shipment={shipment} />
      )}
      {shipment.has_photo && <DoorPhoto shipmentId={shipment.id} />}
      <Events shipment={shipment} />
    </>
  )
}

/** Fetched when it is asked for: it is much larger than everything else of the order. */
function DoorPhoto({ shipmentId }: { shipmentId: number }) {
  const { t } = useTranslation()
  const [isWanted, setWanted] = useState(false)
  const { data: photo, isFetching } = useQuery({
    queryKey: [...orderKeys.details, 'door-photo', shipmentId],
    queryFn: async ({ signal }) =>
      (await api('GET /shipments/{id}/photo', { params: { id: shipmentId }, signal })).data,
    enabled: isWanted,
    staleTime: Infinity,
  })
  if (photo)
    return (
      <img
        className={styles['doorPhoto']}
        src={`data:${photo.type};base64,${photo.content_base64}`}
        alt={t('self.seePhoto')}
      />
    )
  return (
    <Button size="small" busy={isFetching} onClick={() => setWanted(true)}>
      {t('self.seePhoto')}
    </Button>
  )
}

function Parcel({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation()
  const { tracking_number: number, tracking_url: url, provider, currency } = shipment
  // Own delivery costs nothing that a courier charges.
  const fee = shipment.fee === 0 ? null : shipment.fee
  return (
    <>
      <p className={styles['head']}>
        <strong>{provider.code === 'self_delivery' ? t('book.self') : provider.name}</strong>
        {number &&
          (url ? (
            <a href={url} target="_blank" rel="noreferrer" className={styles['number']}>
              {number}
            </a>
          ) : (
            <span className={styles['number']}>{number}</span>
          ))}
        <span>{shipment.status.name}</span>
      </p>
      {shipment.flag === 'pickup_failed' && (
        <p className={styles['alarm']}>
          <CircleAlert size={15} aria-hidden="true" /> {t('delivery.pickupFailed')}
        </p>
      )}
      {(fee !== null || shipment.cod_amount > 0) && (
        <p className={styles['muted']}>
          {fee !== null && (
            <>
              {t('book.fee')} <Money value={fee} currency={currency} />{' '}
            </>
          )}
          {shipment.cod_amount > 0 && (
            <>
              {t('book.cod')} <Money value={shipment.cod_amount} currency={currency} />
            </>
          )}
        </p>
      )}
      {shipment.notice && <p className={styles['muted']}>{shipment.notice}</p>}
    </>
  )
}

/** In our words, with the courier's own beside them. */
function Events({ shipment: { events } }: { shipment: Shipment }) {
  const { t } = useTranslation()
  if (events.length === 0) return null
  return (
    <ol className={styles['events']} aria-label={t('delivery.events')}>
      {events.map((event) => (
        <li key={`${event.at} ${event.courier_status}`}>
          <span>
            {event.status?.name ?? event.courier_status}
            {event.description !== event.courier_status && (
              <span className={styles['muted']}> · {event.description}</span>
            )}
          </span>
          <span className={styles['muted']}>
            <When at={event.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Nobody knows whether the courier has it: somebody looks there and says so. */
function Unanswered({ order, shipment }: { order: Order; shipment: Shipment }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [number, setNumber] = useState('')
  const params = { id: shipment.id }
  const answer = useMutation({
    mutationFn: (isThere: boolean) =>
      isThere
        ? api('POST /shipments/{id}/found', { params, body: { tracking_number: number.trim() } })
        : api('POST /shipments/{id}/not-found', { params }),
    onSettled: () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] }),
  })
  return (
    <div className={styles['question']}>
      <p className={styles['alarm']}>
        <CircleAlert size={15} aria-hidden="true" />{' '}
        {t('delivery.unanswered', { courier: shipment.provider.name, reference: shipment.reference })}
      </p>
      <TextField
        label={t('confirmOrder.trackingNumber')}
        value={number}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <div className={styles['buttons']}>
        <Button
          variant="primary"
          disabled={number.trim().length < 3}
          busy={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          {t('delivery.found')}
        </Button>
        <Button busy={answer.isPending} onClick={() => answer.mutate(false)}>
          {t('delivery.notFound')}
        </Button>
        <HelpLink answer="courier-unknown" />
      </div>
      {answer.error && (
        <p className={styles['alarm']} role="alert">
          {errorMessage(answer.error)}
        </p>
      )}
    </div>
  )
}
