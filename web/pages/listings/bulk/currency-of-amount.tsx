import { SelectField } from '../../../ui/select-field.tsx'

type Props = {
  label: string
  offered: string[]
  currency: string | undefined
  onChoose: (currency: string) => void
}

/** Currency that an amount for several prices is of; nothing where they all have one. */
export function CurrencyOfAmount({ label, offered, currency, onChoose }: Props) {
  if (offered.length < 2) return null
  return (
    <SelectField label={label} value={currency} onChange={(event) => onChoose(event.currentTarget.value)}>
      {offered.map((code) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </SelectField>
  )
}
