import { useTranslation } from 'react-i18next'
import { SelectField } from '../ui/select-field.tsx'
import { zonesByRegion } from './zones-by-region.ts'

type Props = {
  zones: string[]
  value: string
  help?: string
  error?: string | undefined
  onChange: (zone: string) => void
}

/** Time zones by part of the world; the chosen one is among them even if it goes by an older name. */
export function TimezoneField({ zones, value, onChange, ...more }: Props) {
  const { t } = useTranslation()
  const regions = zonesByRegion(zones.includes(value) ? zones : [...zones, value])
  return (
    <SelectField
      {...more}
      label={t('accountSetting.timezone')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {regions.map(([region, places]) => (
        <optgroup key={region} label={region}>
          {places.map(({ zone, place }) => (
            <option key={zone} value={zone}>
              {place}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
