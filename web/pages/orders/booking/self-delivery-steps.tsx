import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { selfDeliveryId } from '../../../../model/delivery.ts'
import { api, ApiError } from '../../../api.ts'
import { AmountField } from '../../../parts/amount-field.tsx'
import { deliveryDefaultsQuery } from '../../../parts/queries/courier-queries.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { amountIn, plainAmount } from '../../../parts/figures.ts'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './delivery-card.module.css'

type Move = BodyInput<'PUT /orders/{id}/status-self-delivery'>
type Step = Move['status']
type Shipment = Reply<'GET /orders/{id}/shipments'>['data'][number]

const next: Record<string, Step[]> = {
  booked: ['delivering'],
  out_for_delivery: ['delivered', 'failed'],
  failed_attempt: ['delivering', 'returned'],
}

/** For whoever brings the parcel, with one hand on a phone. */
export function SelfDeliverySteps({ order, shipment }: { order: Order; shipment: Shipment }) {
  const {
    cod_amount: cod,
    parcel,
    status: { code: status },
  } = shipment
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const [otp, setOtp] = useState('')
  const [note, setNote] = useState('')
  const [collected, setCollected] = useState(cod > 0 ? plainAmount(cod) : '')
  const [photo, setPhoto] = useState<string>()
  const params = { id: order.id }
  const move = useMutation({
    mutationFn: (body: Move) =>
      api('PUT /orders/{id}/status-self-delivery', { params, body: { ...body, parcel } }),
    // Values that were sent belong to this step alone; those of the next one may have been typed meanwhile.
    onSuccess: (_, body) => {
      setNote((now) => (now.trim() === (body.note ?? '') ? '' : now))
      setOtp((now) => (now.trim() === (body.otp ?? '') ? '' : now))
      setPhoto((now) => (now === body.photo ? undefined : now))
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] }),
  })
  const isCanceled = order.status.code === 'canceled'
  const steps = (next[status] ?? []).filter((step) => !isCanceled || step === 'failed' || step === 'returned')
  const isAtDoor = status === 'out_for_delivery'
  const renew = useMutation({
    mutationFn: () => api('POST /orders/{id}/self-delivery-code', { params, body: { parcel } }),
  })
  const { data: defaults } = useQuery(deliveryDefaultsQuery(selfDeliveryId))
  const needsCode = defaults?.needs_code !== 0
  const sent = (renew.data ?? move.data)?.data
  const failed = move.error ?? renew.error
  const invalid = failed instanceof ApiError ? failed.fields : {}

  function go(step: Step) {
    const said = note.trim() ? { note: note.trim() } : {}
    if (step !== 'delivered') return move.mutate({ status: step, ...said })
    move.mutate({
      status: step,
      ...said,
      ...(otp.trim() ? { otp: otp.trim() } : needsCode ? { without_code: 1 as const } : {}),
      ...(cod > 0 && { cod_collected: amountIn(collected) ?? Number.NaN }),
      ...(photo && { photo }),
    })
  }

  if (steps.length === 0) return null
  return (
    <div className={styles['question']}>
      {needsCode && isAtDoor && (
        <output className={styles['muted']}>
          {sent && t(sent.sent_by ? `self.sent.${sent.sent_by}` : 'self.notSent')}
        </output>
      )}
      {sent?.code && isAtDoor && <p className={styles['muted']}>{t('self.code', { code: sent.code })}</p>}
      {isAtDoor && (
        <>
          {needsCode && (
            <TextField
              label={t('self.otp')}
              value={otp}
              optional
              inputMode="numeric"
              maxLength={6}
              autoComplete="one-time-code"
              error={invalid['otp']}
              onChange={(event) => setOtp(event.currentTarget.value)}
            />
          )}
          {cod > 0 && (
            <AmountField
              label={t('self.collected')}
              value={collected}
              currency={order.currency}
              unit={order.currency}
              error={invalid['cod_collected']}
              onChange={(event) => setCollected(event.currentTarget.value)}
            />
          )}
          <DoorPhoto photo={photo} onChange={setPhoto} />
        </>
      )}
      <TextField
        label={t('self.note')}
        value={note}
        optional
        maxLength={500}
        autoComplete="off"
        error={invalid['note']}
        {...(needsCode && isAtDoor && !otp.trim() && { help: t('self.noteWithoutCode') })}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={styles['buttons']}>
        {steps.map((step) => (
          <Button
            key={step}
            variant={step === 'failed' || step === 'returned' ? 'default' : 'primary'}
            busy={move.isPending}
            onClick={() => go(step)}
          >
            {t(`self.step.${step}`)}
          </Button>
        ))}
        {needsCode && isAtDoor && (
          <Button busy={renew.isPending} onClick={() => renew.mutate()}>
            {t('self.newCode')}
          </Button>
        )}
      </div>
      {failed && !['otp', 'cod_collected', 'note'].some((field) => field in invalid) && (
        <p className={styles['alarm']} role="alert">
          {errorMessage(failed)}
        </p>
      )}
    </div>
  )
}

type PhotoProps = { photo: string | undefined; onChange: (photo: string | undefined) => void }

/** The picture that is taken is shown, so that a blurred one is taken anew while the driver still stands there. */
function DoorPhoto({ photo, onChange }: PhotoProps) {
  const { t } = useTranslation()
  const chooser = useRef<HTMLInputElement>(null)
  const [isUnfit, setUnfit] = useState(false)

  async function take(input: HTMLInputElement) {
    const [file] = input.files ?? []
    if (!file) return
    const taken = await smallPicture(file)
    setUnfit(taken === undefined)
    if (taken) onChange(taken)
    input.value = ''
  }

  return (
    <div className={styles['photo']}>
      <span>{t('self.photo')}</span>
      {photo && <img src={`data:image/jpeg;base64,${photo}`} alt={t('self.photo')} height={120} />}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => void take(event.currentTarget)}
      />
      <span className={styles['buttons']}>
        <Button size="small" onClick={() => chooser.current?.click()}>
          {t(photo ? 'self.photoAgain' : 'self.photoTake')}
        </Button>
        {photo && (
          <Button size="small" onClick={() => onChange(undefined)}>
            {t('self.photoRemove')}
          </Button>
        )}
      </span>
      {isUnfit && (
        <span className={styles['alarm']} role="alert">
          {t('self.photoUnfit')}
        </span>
      )}
    </div>
  )
}

const mostPixels = 1200

/** A camera's picture is larger than anybody needs to see that a parcel stands at a door. */
async function smallPicture(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return undefined
  const scale = Math.min(1, mostPixels / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.8).split(',')[1]
}
