import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/text-field.tsx'
import { type Side, sides } from './listing-draft.ts'
import styles from './listing-actions.module.css'

type Props = {
  sizes: Record<Side, string>
  errorOf: (side: Side) => string | undefined
  onChange: (sizes: Record<Side, string>) => void
}

/** Weight and sides of the parcel. */
export function PackageFields({ sizes, errorOf, onChange }: Props) {
  const { t } = useTranslation()
  const labels: Record<Side, string> = {
    weight: t('listingEdit.weight'),
    length: t('listingEdit.length'),
    width: t('listingEdit.width'),
    height: t('listingEdit.height'),
  }
  return (
    <div className={styles['sizes']}>
      {sides.map((side) => (
        <div key={side} data-field={`package.${side}`}>
          <TextField
            label={labels[side]}
            unit={side === 'weight' ? 'kg' : 'cm'}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            optional
            value={sizes[side]}
            error={errorOf(side)}
            onChange={(event) => onChange({ ...sizes, [side]: event.currentTarget.value })}
          />
        </div>
      ))}
    </div>
  )
}
