import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Currency } from '../../../model/money.ts'
import { locale } from '../../page-language.ts'
import { useErrorMessage } from '../../parts/error-message.ts'
import { fieldsOf } from '../../parts/settings/setting-form.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { isSameRate, type Rates, useSaveRates } from './rate-queries.ts'
import { currencyCodes } from './rate-search.ts'
import { writtenRate } from './written-rate.ts'
import styles from './rates.module.css'

const names = new Intl.DisplayNames(locale, { type: 'currency' })

/** Adds the rate of a currency from a day on. */
export function RateForm({ rates, begun }: { rates: Rates; begun: { currency: Currency; from: string } }) {
  const { t } = useTranslation()
  const messageOf = useErrorMessage()
  const [draft, setDraft] = useState({ ...begun, rate: '' })
  const { save, error, isSaving } = useSaveRates(rates)
  const at = rates.rates.length
  const refused = fieldsOf(error)
  const fields = { from: refused[`rates.${at}.from`], rate: refused[`rates.${at}.rate`] }
  const isKnown = rates.rates.some((rate) => isSameRate(rate, draft))
  const read = writtenRate(draft.rate)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typeof read !== 'string') return
    // The day that was just added has its rate; another one is chosen on purpose. What was typed since stays.
    const onSuccess = () =>
      setDraft((now) => ({
        ...now,
        ...(now.from === draft.from && { from: '' }),
        ...(now.rate === draft.rate && { rate: '' }),
      }))
    save([...rates.rates, { ...draft, rate: read }], { onSuccess })
  }

  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <SelectField
        label={t('rates.currency')}
        value={draft.currency}
        onChange={({ currentTarget }) => setDraft({ ...draft, currency: currentTarget.value as Currency })}
      >
        {currencyCodes
          .filter((code) => code !== rates.currency)
          .map((code) => (
            <option key={code} value={code}>
              {code} · {names.of(code)}
            </option>
          ))}
      </SelectField>
      <TextField
        label={t('rates.from')}
        type="date"
        value={draft.from}
        error={fields.from ?? (isKnown ? t('rates.known') : undefined)}
        onChange={({ currentTarget }) => setDraft({ ...draft, from: currentTarget.value })}
      />
      <TextField
        label={t('rates.rate', { currency: draft.currency })}
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        value={draft.rate}
        unit={rates.currency}
        error={typeof read === 'string' ? fields.rate : t('rates.ambiguous', read)}
        onChange={({ currentTarget }) => setDraft({ ...draft, rate: currentTarget.value })}
      />
      <Button variant="primary" type="submit" busy={isSaving}>
        {t('rates.add')}
      </Button>
      {error && !fields.from && !fields.rate && (
        <p className={styles['error']} role="alert">
          {Object.values(refused)[0] ?? messageOf(error)}
        </p>
      )}
    </form>
  )
}
