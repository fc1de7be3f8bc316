import { useTranslation } from 'react-i18next'
import styles from './cards.module.css'

type Props = { name: string; isChosen: boolean; onToggle: () => void }

/** Selects a row on a phone, where its card has no column for that. */
export function CardTick({ name, isChosen, onToggle }: Props) {
  const { t } = useTranslation()
  return (
    <label className={styles['select']}>
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={t('list.selectRow', { name })}
        onChange={onToggle}
      />
    </label>
  )
}
