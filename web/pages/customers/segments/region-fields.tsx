import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { placeOfRegion } from '../../../../model/place.ts'
import { segmentLimits, type RegionRule } from '../../../../model/segment.ts'
import { countryName } from '../../../parts/country-name.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { ChosenChips } from './chosen-chips.tsx'
import { placesQuery } from './segment-queries.ts'
import styles from './segments.module.css'

type Props = { rule: RegionRule; onChange: (rule: RegionRule) => void }

/** Places that a sale went to: whole countries, and provinces. */
export function RegionFields({ rule, onChange }: Props) {
  const { t } = useTranslation()
  const { data: known = [] } = useQuery(placesQuery)
  const { places } = rule
  const nameOf = (code: string) => {
    const { country, name } = placeOfRegion(code)
    const land = country && countryName(country)
    return name ? `${name}, ${land}` : t('segments.rule.wholeCountry', { country: land ?? code })
  }
  const countries = new Set(known.flatMap(({ country }) => (country ? [country] : [])))
  const choices = [...new Set([...countries, ...known.map(({ code }) => code)])].filter(
    (code) => !places.includes(code),
  )
  return (
    <div className={styles['more']}>
      <ChosenChips
        chosen={places.map((code) => ({ value: code, label: nameOf(code) }))}
        onRemove={(code) => onChange({ ...rule, places: places.filter((one) => one !== code) })}
      />
      {places.length < segmentLimits.choices && (
        <SelectField
          label={t('segments.rule.addPlace')}
          value=""
          onChange={({ target }) => onChange({ ...rule, places: [...places, target.value] })}
        >
          <option value="">{t('segments.rule.choosePlace')}</option>
          {choices.map((code) => (
            <option key={code} value={code}>
              {nameOf(code)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
