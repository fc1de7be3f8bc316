import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { SelectField } from '../ui/select-field.tsx'

type Props = {
  value: string
  /** Text of the empty choice. */
  none: string
  disabled?: boolean
  error: string | undefined
  onChange: (country: string) => void
}

export function CountryField({ value, none, disabled = false, error, onChange }: Props) {
  const { t } = useTranslation()
  const { data: countries = [] } = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) =>
      (await api('GET /config', { query: { include: 'countries' }, signal })).data.countries?.data ?? [],
    staleTime: Infinity,
  })
  const isKnown = value === '' || countries.some(({ code }) => code === value)
  return (
    <SelectField
      label={t('warehouse.country')}
      value={value}
      disabled={disabled}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{none}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
