import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import styles from './segments.module.css'

type Props<T> = { chosen: { value: T; label: string }[]; onRemove: (value: T) => void }

/** Products or places of a rule, each with the way to take it off. */
export function ChosenChips<T extends string | number>({ chosen, onRemove }: Props<T>) {
  const { t } = useTranslation()
  return (
    <ul className={styles['chips']}>
      {chosen.map(({ value, label }) => {
        const remove = t('list.removeFilter', { filter: label })
        return (
          <li key={value}>
            {label}
            <button type="button" aria-label={remove} title={remove} onClick={() => onRemove(value)}>
              <X size={13} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
