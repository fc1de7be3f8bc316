import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { CountryField } from '../../parts/country-field.tsx'
import { FieldGroup } from '../../parts/settings/field-group.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './sales-area.module.css'

/** `key`: stays with a row while others come and go. */
export type RegionValue = { key: number; country: string; province: string }

type Props = {
  regions: RegionValue[]
  readOnly: boolean
  invalid: Record<string, string>
  onChange: (regions: RegionValue[]) => void
}

/** Regions of the orders' addresses; none means everywhere. */
export function SalesAreaRegions({ regions, readOnly, invalid, onChange }: Props) {
  const { t } = useTranslation()
  const next = Math.max(0, ...regions.map(({ key }) => key + 1))
  const change = (key: number, part: Partial<RegionValue>) =>
    onChange(regions.map((region) => (region.key === key ? { ...region, ...part } : region)))
  return (
    <FieldGroup legend={t('salesArea.regions')} error={invalid['regions']}>
      <p className={styles['muted']}>
        {t(regions.length === 0 ? 'salesArea.everywhereHelp' : 'salesArea.regionsHelp')}
      </p>
      {regions.map(({ key, country, province }, at) => (
        <fieldset
          key={key}
          className={styles['region']}
          aria-label={t('salesArea.region', { number: at + 1 })}
        >
          <CountryField
            value={country}
            none={t('warehouse.countryNone')}
            disabled={readOnly}
            error={invalid[`regions.${at}.country`] && t('salesArea.countryRule')}
            onChange={(chosen) => change(key, { country: chosen })}
          />
          <TextField
            label={t('warehouse.province')}
            value={province}
            optional
            readOnly={readOnly}
            maxLength={100}
            autoComplete="off"
            error={invalid[`regions.${at}.province`]}
            onChange={(event) => change(key, { province: event.currentTarget.value })}
          />
          {!readOnly && (
            <IconButton
              label={t('salesArea.removeRegion', { number: at + 1 })}
              onClick={() => onChange(regions.filter((region) => region.key !== key))}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          )}
        </fieldset>
      ))}
      {!readOnly && (
        <Button
          size="small"
          className={styles['more'] ?? ''}
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...regions, { key: next, country: '', province: '' }])}
        >
          {t('salesArea.addRegion')}
        </Button>
      )}
    </FieldGroup>
  )
}
