import Rows2 from 'lucide-react/icons/rows-2'
import Rows4 from 'lucide-react/icons/rows-4'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { densities, densityKey, showDensity, type Density } from '../density.ts'
import { useLocalStorage } from '../ui/use-local-storage.ts'
import styles from './scheme-choice.module.css'

const icons = { comfortable: Rows2, compact: Rows4 }

/** Answers the row density in this browser, and its setter. */
export function useDensity(): [Density, (next: Density) => void] {
  const [density, setDensity] = useLocalStorage<Density>(densityKey, 'comfortable')
  return [
    density,
    (next) => {
      setDensity(next)
      showDensity(next)
    },
  ]
}

export function DensityChoice() {
  const { t } = useTranslation()
  const [density, setDensity] = useDensity()
  const name = useId()
  return (
    <fieldset className={styles['choice']}>
      <legend className="visually-hidden">{t('density.label')}</legend>
      {densities.map((value) => {
        const Icon = icons[value]
        return (
          <label key={value} className={styles['option']} title={t(`density.${value}`)}>
            <input type="radio" name={name} checked={density === value} onChange={() => setDensity(value)} />
            <Icon size={15} aria-hidden="true" />
            <span className="visually-hidden">{t(`density.${value}`)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
