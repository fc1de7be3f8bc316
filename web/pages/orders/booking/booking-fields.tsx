import { useTranslation } from 'react-i18next'
import { shipmentTypes, transportations } from '../../../../model/delivery.ts'
import { shortDay } from '../../../parts/dates.ts'
import { Money } from '../../../parts/money-amount.tsx'
import { type Place, PlaceFields } from '../../../parts/place-fields.tsx'
import { useClock } from '../../../parts/when.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type BookingForm, type OwnInfo, serviceOf, type Size, sizes, sizeText } from './booking-choice.ts'
import styles from './booking-fields.module.css'

type Props = {
  info: OwnInfo
  form: BookingForm
  missing: (Size | Place)[]
  onChange: (form: BookingForm) => void
}

/** Only what the chosen courier wants to be told. */
export function BookingFields({ info, form, missing, onChange }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const has = (name: OwnInfo['fields'][number]) => info.fields.includes(name)
  const set = (more: Partial<BookingForm>) => onChange({ ...form, ...more })
  const isPickup = form.mode === 'pickup' && has('pickup') && info.pickup !== 'none'
  const slots = info.slots.map(({ id, date, title, from, to }) => ({
    id,
    name: [date && shortDay(date, clock), title || `${from}–${to}`].filter(Boolean).join(' · '),
  }))
  const text = (name: Size) => (name === 'weight' ? 'kg' : 'cm')
  return (
    <>
      {info.place && (
        <PlaceFields value={form} missing={missing} offersNew onChange={(place) => set(place)} />
      )}
      <div className={styles['sizes']}>
        {sizes.map((name) => (
          <TextField
            key={name}
            label={t(`book.${name}`)}
            value={form[name]}
            unit={text(name)}
            inputMode="decimal"
            maxLength={8}
            autoComplete="off"
            error={missing.includes(name) ? t('confirmOrder.missing') : undefined}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      {info.weight_from && form.weight === sizeText(info.package?.weight) && (
        <p className={styles['from']}>{t(`book.weightFrom.${info.weight_from}`)}</p>
      )}
      {has('service') && info.services.length > 1 && (
        <List
          label={t('book.service')}
          value={serviceOf(info, form)}
          options={info.services}
          onChange={(service) => set({ service })}
        />
      )}
      <Fee info={info} form={form} />
      {info.modes.length > 1 && (
        <List
          label={t('confirmOrder.mode')}
          value={form.mode}
          options={info.modes.map((id) => ({ id, name: t(`confirmOrder.modes.${id}`) }))}
          onChange={(mode) => set({ mode: mode as BookingForm['mode'] })}
        />
      )}
      {isPickup && (
        <>
          {info.dates.length > 0 && slots.length === 0 ? (
            <List
              label={t('book.date')}
              value={form.date}
              options={info.dates.map((id) => ({ id, name: shortDay(id, clock) }))}
              onChange={(date) => set({ date })}
            />
          ) : (
            !info.slots.some(({ date }) => date) && (
              <TextField
                label={t('book.date')}
                type="date"
                value={form.date}
                onChange={(event) => set({ date: event.currentTarget.value })}
              />
            )
          )}
          {slots.length > 0 ? (
            <List
              label={t('book.slot')}
              value={form.slot}
              options={slots}
              onChange={(slot) => set({ slot })}
            />
          ) : (
            <div className={styles['pair']}>
              <TextField
                label={t('book.ready')}
                type="time"
                value={form.from}
                onChange={(event) => set({ from: event.currentTarget.value })}
              />
              <TextField
                label={t('book.until')}
                type="time"
                value={form.to}
                error={form.to <= form.from ? t('book.untilEarly') : undefined}
                onChange={(event) => set({ to: event.currentTarget.value })}
              />
            </div>
          )}
          {has('transportation') && (
            <List
              label={t('book.transportation')}
              value={form.transportation}
              options={transportations.map((id) => ({ id, name: t(`book.vehicle.${id}`) }))}
              onChange={(id) => set({ transportation: id as BookingForm['transportation'] })}
            />
          )}
          {has('trolley') && (
            <Switch
              label={t('book.trolley')}
              help=""
              checked={form.hasTrolley}
              onChange={(hasTrolley) => set({ hasTrolley })}
            />
          )}
        </>
      )}
      {has('pieces') && (
        <TextField
          label={t('book.pieces')}
          type="number"
          min={1}
          max={99}
          value={form.pieces}
          onChange={(event) => set({ pieces: event.currentTarget.value })}
        />
      )}
      {has('shipment_type') && (
        <List
          label={t('book.type')}
          value={form.shipmentType}
          options={shipmentTypes.map((id) => ({ id, name: t(`book.types.${id}`) }))}
          onChange={(id) => set({ shipmentType: id as BookingForm['shipmentType'] })}
        />
      )}
      {has('payer') && (
        <List
          label={t('book.payer')}
          value={form.payer}
          options={(['shop', 'buyer'] as const).map((id) => ({ id, name: t(`book.payers.${id}`) }))}
          onChange={(id) => set({ payer: id as BookingForm['payer'] })}
        />
      )}
      {has('inspection') && (
        <List
          label={t('book.inspection')}
          value={form.inspection}
          options={(['none', 'look', 'try'] as const).map((id) => ({
            id,
            name: t(`book.inspections.${id}`),
          }))}
          onChange={(id) => set({ inspection: id as BookingForm['inspection'] })}
        />
      )}
      {has('dangerous_good') && (
        <Switch
          label={t('book.dangerous')}
          help=""
          checked={form.isDangerous}
          onChange={(isDangerous) => set({ isDangerous })}
        />
      )}
      {has('enhanced_liability') && (
        <Switch
          label={t('book.insured')}
          help=""
          checked={form.isInsured}
          onChange={(isInsured) => set({ isInsured })}
        />
      )}
      {has('remark') && (
        <TextField
          label={t('book.remark')}
          value={form.remark}
          optional
          maxLength={50}
          autoComplete="off"
          onChange={(event) => set({ remark: event.currentTarget.value })}
        />
      )}
    </>
  )
}

type ListProps = {
  label: string
  value: string
  options: { id: string; name: string }[]
  onChange: (id: string) => void
}

export function List({ label, value, options, onChange }: ListProps) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Price, where the courier quotes one, and whether the courier collects the buyer's money. */
function Fee({ info, form }: Pick<Props, 'info' | 'form'>) {
  const { t } = useTranslation()
  const fee = info.services.find(({ id }) => id === serviceOf(info, form))?.fee ?? null
  const isCollected = info.cod?.is_cod_supported !== false
  return (
    <>
      {fee !== null && (
        <p>
          {t('book.fee')} <Money value={fee} currency={info.currency} strong />
        </p>
      )}
      {info.cod_amount > 0 && (
        <p>
          {t(isCollected ? 'book.cod' : 'book.noCod')}{' '}
          <Money value={info.cod_amount} currency={info.currency} strong />
        </p>
      )}
      {info.cod_amount > 0 && !isCollected && info.cod?.max_cod ? (
        <p className={styles['from']}>
          {t('book.mostCod')} <Money value={info.cod.max_cod} currency={info.currency} />
        </p>
      ) : null}
    </>
  )
}
