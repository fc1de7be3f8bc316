import { useTranslation } from 'react-i18next'
import { type Clock, dayOf, shortDay } from '../../../parts/dates.ts'
import { useClock } from '../../../parts/when.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import {
  type ChoiceField,
  type ConfirmInfo,
  needsOf,
  type OpenParcel,
  trackingNumberOf,
  withTrackingNumber,
} from './handover-choice.ts'
import type { Choice } from './use-order-action.ts'

type Props = {
  info: ConfirmInfo
  choice: Choice
  /** Parcels that leave now, if the order has several. */
  parcels?: OpenParcel[]
  /** Fields that have to be filled in and are not. */
  missing: ChoiceField[]
  onChange: (choice: Choice) => void
}

/** Only what there is to choose: a single address, branch or courier is just said. */
export function HandoverFields({ info, choice, parcels = [], missing, onChange }: Props) {
  const { t } = useTranslation()
  const clock = useClock()
  const needs = needsOf(info, choice)
  const addresses = choice.mode === 'pickup' ? info.addresses : []
  const address = addresses.find(({ id }) => id === choice.address_id) ?? addresses[0]
  const error = (field: ChoiceField) => (missing.includes(field) ? t('confirmOrder.missing') : undefined)
  const wantsProvider =
    needs.includes('provider_id') || (choice.mode === 'channel' && info.providers.length > 1)

  function chooseMode(mode: Choice['mode']) {
    const usual = info.addresses.find((one) => one.is_default) ?? info.addresses[0]
    if (info.recommended?.mode === mode) onChange(info.recommended)
    else onChange(mode === 'pickup' ? { mode, address_id: usual?.id ?? null } : { mode })
  }

  const list = (
    field: ChoiceField,
    label: string,
    options: { id: string; name: string }[],
    change = (value: string) => onChange({ ...choice, [field]: value || null }),
  ) => (
    <SelectField
      label={label}
      value={choice[field] ?? ''}
      error={error(field)}
      onChange={(event) => change(event.currentTarget.value)}
    >
      {!choice[field] && <option value="">{t('confirmOrder.choose')}</option>}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
  const text = (field: ChoiceField, label: string) => (
    <TextField
      label={label}
      value={choice[field] ?? ''}
      maxLength={100}
      autoComplete="off"
      error={error(field)}
      onChange={(event) => onChange({ ...choice, [field]: event.currentTarget.value || null })}
    />
  )

  return (
    <>
      {info.modes.length > 1 && (
        <SelectField
          label={t('confirmOrder.mode')}
          value={choice.mode}
          onChange={(event) => chooseMode(event.currentTarget.value as Choice['mode'])}
        >
          {info.modes.map((mode) => (
            <option key={mode} value={mode}>
              {t(`confirmOrder.modes.${mode}`)}
            </option>
          ))}
        </SelectField>
      )}
      {info.modes.length === 1 && <p>{t(`confirmOrder.modes.${choice.mode}`)}</p>}
      {addresses.length > 1
        ? list(
            'address_id',
            t('confirmOrder.address'),
            addresses.map(({ id, text: name }) => ({ id, name })),
            (value) => onChange({ ...choice, address_id: value, slot_id: null }),
          )
        : address && <p>{address.text}</p>}
      {address &&
        address.time_slots.length > 0 &&
        list(
          'slot_id',
          t('confirmOrder.slot'),
          address.time_slots.map((slot) => ({ id: slot.id, name: slotText(slot, clock) })),
        )}
      {needs.includes('branch_id') && list('branch_id', t('confirmOrder.branch'), info.branches)}
      {needs.includes('sender_name') && text('sender_name', t('confirmOrder.senderName'))}
      {wantsProvider && list('provider_id', t('confirmOrder.provider'), info.providers)}
      {needs.includes('tracking_number') &&
        (parcels.length < 2
          ? text('tracking_number', t('confirmOrder.trackingNumber'))
          : parcels.map(({ id, name }) => (
              <TextField
                key={id}
                label={t('confirmOrder.trackingNumberOf', { parcel: name })}
                value={trackingNumberOf(choice, id)}
                maxLength={100}
                autoComplete="off"
                error={trackingNumberOf(choice, id) ? undefined : error('tracking_number')}
                onChange={(event) => onChange(withTrackingNumber(choice, id, event.currentTarget.value))}
              />
            )))}
    </>
  )
}

type Slot = ConfirmInfo['addresses'][number]['time_slots'][number]

/** A channel that tells no end means the whole day. */
function slotText({ from, to }: Slot, clock: Clock): string {
  const day = shortDay(dayOf(new Date(from), clock.timeZone), clock)
  if (to === null) return day
  const hour = new Intl.DateTimeFormat(clock.locale, {
    timeZone: clock.timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return `${day} ${hour.formatRange(new Date(from), new Date(to))}`
}
