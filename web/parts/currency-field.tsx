import { useTranslation } from 'react-i18next'
import { type Currency, currencies } from '../../model/money.ts'
import { locale } from '../page-language.ts'
import { SelectField } from '../ui/select-field.tsx'

type Props = {
  value: Currency
  help?: string
  error?: string | undefined
  onChange: (currency: Currency) => void
}

export function CurrencyField({ onChange, ...more }: Props) {
  const { t } = useTranslation()
  return (
    <SelectField
      {...more}
      label={t('accountSetting.currency')}
      onChange={(event) => onChange(event.currentTarget.value as Currency)}
    >
      {Object.keys(currencies).map((code) => (
        <option key={code} value={code}>
          {code} · {new Intl.DisplayNames(locale, { type: 'currency' }).of(code)}
        </option>
      ))}
    </SelectField>
  )
}
