import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { shortDay } from '../../parts/dates.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { decimal } from '../../parts/figures.ts'
import { fieldsOf } from '../../parts/settings/setting-form.tsx'
import { useClock, When } from '../../parts/when.tsx'
import list from '../../parts/settings/kept-list.module.css'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isSameRate, type Rate, type Rates, useSaveRates } from './rate-queries.ts'
import styles from './rates.module.css'
import { typedRate, writtenRate } from './written-rate.ts'

/** A rate, which is changed in its place. */
export function RateRow({ rate, rates }: { rate: Rate; rates: Rates }) {
  const { t } = useTranslation()
  const clock = useClock()
  const messageOf = useErrorMessage()
  const [draft, setDraft] = useState<string | null>(null)
  const [asks, setAsks] = useState(false)
  const { save, error, isSaving, reset } = useSaveRates(rates)
  const { currency, from, source, changed_by: by, changed_at: at } = rate
  const others = rates.rates.filter((one) => !isSameRate(one, rate))
  const day = shortDay(from, clock)
  const name = { currency, day }
  const read = writtenRate(draft ?? '')
  const fault = error ? (Object.values(fieldsOf(error))[0] ?? messageOf(error)) : undefined

  return (
    <tr>
      <th scope="row">{day}</th>
      <td>
        {draft === null ? (
          <span className={styles['rate']}>
            1 {currency} = {decimal(Number(rate.rate), 12)} {rates.currency}
          </span>
        ) : (
          <EditRate
            label={t('rates.rateOf', name)}
            unit={rates.currency}
            value={draft}
            error={typeof read === 'string' ? fault : t('rates.ambiguous', read)}
            isSaving={isSaving}
            onChange={setDraft}
            onSave={() => {
              if (typeof read !== 'string') return
              const onSuccess = () => setDraft((now) => (now === draft ? null : now))
              save([...others, { ...rate, rate: read }], { onSuccess })
            }}
            onCancel={() => setDraft(null)}
          />
        )}
      </td>
      <td>{source === 'hand' ? t('rates.byHand') : source}</td>
      <td>
        {by} <When at={at} />
      </td>
      <td className={list['buttons']}>
        <IconButton
          label={t('rates.edit', name)}
          onClick={() => {
            reset()
            setDraft(typedRate(rate.rate))
          }}
        >
          <Pencil size={16} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t('rates.remove', name)}
          onClick={() => {
            reset()
            setAsks(true)
          }}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
        <ConfirmDialog
          opened={asks}
          title={t('rates.removeTitle', name)}
          confirm={t('rates.removeButton')}
          variant="danger"
          busy={isSaving}
          error={error && messageOf(error)}
          onClose={() => setAsks(false)}
          onConfirm={() => save(others, { onSuccess: () => setAsks(false) })}
        >
          <p>{t('rates.removeText')}</p>
        </ConfirmDialog>
      </td>
    </tr>
  )
}

type EditProps = {
  label: string
  unit: string
  value: string
  error: string | undefined
  isSaving: boolean
  onChange: (value: string) => void
  onSave: () => void
  onCancel: () => void
}

/** Takes the focus, as it stands where the row's button was pressed. */
function EditRate({ label, unit, value, error, isSaving, onChange, onSave, onCancel }: EditProps) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <form
      ref={form}
      className={styles['edit']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <TextField
        label={label}
        isLabelHidden
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        value={value}
        unit={unit}
        error={error}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button size="small" variant="primary" type="submit" busy={isSaving}>
        {t('action.save')}
      </Button>
      <Button size="small" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
    </form>
  )
}
