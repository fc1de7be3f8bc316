import { useTranslation } from 'react-i18next'
import { FieldGroup } from './field-group.tsx'
import type { Shop } from '../queries/shop-queries.ts'
import styles from './setting-row.module.css'

type Props = {
  legend: string
  shops: Shop[]
  /** None: all of them. */
  chosen: number[]
  /** Shops of the user who chooses; none: all of them. */
  ownShops: number[]
  readOnly: boolean
  error: string | undefined
  onChange: (chosen: number[]) => void
}

/** None chosen is all of them, so the last one stays ticked for whoever may not give all. */
export function ShopTicks({ legend, shops, chosen, ownShops, readOnly, error, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <FieldGroup legend={legend} error={error}>
      <div className={styles['ticks']}>
        <Tick
          label={t('staff.allShops')}
          checked={chosen.length === 0}
          disabled={readOnly || ownShops.length > 0 || chosen.length === 0}
          onChange={() => onChange([])}
        />
        {shops.map((shop) => (
          <Tick
            key={shop.id}
            label={shop.system_name}
            checked={chosen.includes(shop.id)}
            disabled={readOnly || (ownShops.length > 0 && chosen.length === 1 && chosen[0] === shop.id)}
            onChange={(on) => onChange(toggled(chosen, shop.id, on))}
          />
        ))}
      </div>
    </FieldGroup>
  )
}

type TickProps = { label: string; checked: boolean; disabled: boolean; onChange: (on: boolean) => void }

export function Tick({ label, checked, disabled, onChange }: TickProps) {
  return (
    <label className={styles['tick']}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

export function toggled<T>(list: T[], one: T, on: boolean): T[] {
  return on ? [...list, one] : list.filter((other) => other !== one)
}
