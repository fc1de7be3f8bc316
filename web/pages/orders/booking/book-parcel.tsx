import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selfDeliveryId } from '../../../../model/delivery.ts'
import { api, ApiError } from '../../../api.ts'
import { addressLine } from '../../../parts/address-line.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { PlaceFields } from '../../../parts/place-fields.tsx'
import { useClock } from '../../../parts/when.tsx'
import { dayOf } from '../../../parts/dates.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Skeleton } from '../../../ui/states.tsx'
import {
  type BookingForm,
  bookingOf,
  firstForm,
  missingOf,
  type OwnInfo,
  placeOf,
  sizeOf,
} from './booking-choice.ts'
import { BookingFields, List } from './booking-fields.tsx'
import { useDivision } from './divide-order-dialog.tsx'
import styles from '../actions/order-actions.module.css'
import { useAutoPrint } from '../print/use-auto-print.ts'
import { useOrderAction } from '../actions/use-order-action.ts'

const dayMs = 86_400_000
/** Time without a key after which figures are taken as whole. */
const typingMs = 400
/** Entry in the list of couriers that accepts the order now and leaves the courier for later. */
const nobody = 'none'

type Props = {
  order: Order
  /** One parcel of a divided order; left out: each that has no courier yet. */
  parcel?: number
  onClose: () => void
}

/** Confirms an order that one of the owner's own couriers carries: which one, and what that one wants to know. */
export function BookParcel({ order, parcel, onClose }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const autoPrint = useAutoPrint()
  const action = useOrderAction(order, ({ data: { id: actionId } }) => {
    if (isBooking && info?.defaults.auto_print === 1) autoPrint({ orderId: order.id, actionId })
    onClose()
  })
  const [courier, setCourier] = useState<string>()
  const [changed, setChanged] = useState<BookingForm>()
  const [tries, setTries] = useState(0)
  const fields = useRef<HTMLDivElement>(null)
  const isAlone = courier === nobody
  const asked = courier === undefined || isAlone ? undefined : Number(courier)
  // Once the place is known by numbers, the courier says what bringing it there costs.
  const about = parcel === undefined ? {} : { parcel }
  const division = useDivision(order)
  const open = division?.parcels.filter((one) => one.is_fixed === 0) ?? []
  const place = changed?.ward ? placeOf(changed) : undefined
  const size = changed && sizeOf(changed)
  const {
    data: info,
    error,
    isFetching,
    isPlaceholderData: isOld,
    refetch,
  } = useQuery({
    queryKey: ['confirm-info', order.id, asked, place, size, parcel],
    queryFn: async ({ signal }) => {
      // A figure that is typed on leaves this question to the next one.
      if (size) await new Promise((resolve) => setTimeout(resolve, typingMs))
      signal.throwIfAborted()
      const query = { ...(asked !== undefined && { shipment_id: asked }), ...about, ...place, ...size }
      const request = { params: { id: order.id }, query, signal }
      return (await api('GET /orders/{id}/confirm-info', request)).data.own
    },
    // Times to be picked up at pass.
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // Keeps the typed values while the courier's answer for another place or size loads.
    placeholderData: (before) => (changed ? before : undefined),
  })
  const [tomorrow] = useState(() => dayOf(new Date(Date.now() + dayMs), clock.timeZone))
  const form = changed ?? (info && firstForm(info, tomorrow))
  const missing = info && form ? missingOf(info, form) : []
  const failure = action.error ?? error
  // The button stays in view, the first empty field may not.
  useEffect(() => {
    if (tries > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  const chosen = isAlone ? nobody : (courier ?? String(info?.shipment_id ?? nobody))
  const isBooking = info !== undefined && info?.shipment_id !== null && !isAlone
  const noCod = isBooking && info && lacksCod(info) ? info.cod?.reason : undefined
  const isBarred = isBooking && (noCod !== undefined || Boolean(info && info.problems.length > 0))

  function closing() {
    if (isBooking) return info?.shipment_id === selfDeliveryId ? 'book.selfText' : 'book.bookedText'
    return info?.channel_delivers ? 'book.channelText' : 'book.laterText'
  }

  function confirm() {
    setTries(tries + 1)
    if (!info || !form) return
    if (!isBooking) {
      const more = form.warehouse ? { warehouse_id: form.warehouse } : {}
      action.mutate({ kind: 'book', booking: { shipment_id: null, ...more } })
    } else if (missing.length === 0)
      action.mutate({ kind: 'book', booking: { ...bookingOf(info, form), ...about } })
  }

  return (
    <ConfirmDialog
      opened
      title={
        parcel === undefined
          ? t('confirmOrder.title', { code: order.code })
          : t('divide.bookTitle', { code: order.code, figure: count(parcel) })
      }
      confirm={t('orderAction.button.confirm')}
      dismiss={t('action.back')}
      busy={action.isPending || (!info && isFetching)}
      disabled={!info || isOld || (isBarred && !noCod)}
      {...(noCod && { refusal: noCod })}
      error={failure && <Refused error={failure} />}
      onRetry={action.error || !error ? undefined : refetch}
      onClose={onClose}
      onConfirm={confirm}
    >
      <div className={styles['fields']} ref={fields}>
        {info && (
          <List
            label={t('confirmOrder.provider')}
            value={chosen}
            options={[
              ...info.couriers.map(({ id, name, code }) => ({
                id: String(id),
                name: code === 'self_delivery' ? t('book.self') : name,
              })),
              { id: nobody, name: t(info.channel_delivers ? 'book.channel' : 'book.later') },
            ]}
            onChange={(id) => {
              setCourier(id)
              setChanged(undefined)
            }}
          />
        )}
        {info && form && info.warehouses.length > 1 && (
          <List
            label={t('book.warehouse')}
            value={form.warehouse}
            options={info.warehouses}
            onChange={(warehouse) => setChanged({ ...form, warehouse })}
          />
        )}
        {!info && !error && <Skeleton width="100%" height={40} />}
        {info && isBooking && info.problems.map((one) => <Problem key={one.field} {...one} />)}
        {info?.place && isBooking && order.address && <p>{addressLine(order.address)}</p>}
        {info?.place && form && isBooking && info.problems.length > 0 && (
          <PlaceFields
            value={form}
            missing={[]}
            offersNew
            onChange={(other) => setChanged({ ...form, ...other })}
          />
        )}
        {info && form && isBooking && info.problems.length === 0 && (
          <BookingFields info={info} form={form} missing={tries > 0 ? missing : []} onChange={setChanged} />
        )}
      </div>
      {isBooking && parcel === undefined && open.length > 1 && (
        <p>{t('divide.each', { count: open.length })}</p>
      )}
      {!isBarred && <p>{t(closing())}</p>}
    </ConfirmDialog>
  )
}

/** The buyer pays at the door, where this courier collects nothing. */
const lacksCod = ({ cod, cod_amount: amount }: OwnInfo) => amount > 0 && cod?.is_cod_supported === false

/** Error that keeps the parcel from being booked, with a link to where it is corrected. */
function Problem({ code, message }: { code: string | null; message: string }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const isOurs = code === 'delivery_sender' && allows(me, 'settings.stock')
  return (
    <div>
      <p>{message}</p>
      {isOurs && <Link to={paths.stock()}>{t('book.toWarehouses')}</Link>}
    </div>
  )
}

function Refused({ error }: { error: Error }) {
  const errorMessage = useErrorMessage()
  const fields = error instanceof ApiError ? Object.entries(error.fields) : []
  if (fields.length === 0) return errorMessage(error)
  const codes = error instanceof ApiError ? error.fieldCodes : {}
  return fields.map(([field, message]) => (
    <Problem key={field} code={codes[field] ?? null} message={message} />
  ))
}
