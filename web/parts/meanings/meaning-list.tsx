import { useTranslation } from 'react-i18next'
import styles from '../info-mark.module.css'
import type { Meaning } from './meaning-keys.ts'

/** Names of figures, each with what it counts in one sentence. */
export function MeaningList({ meanings }: { meanings: readonly Meaning[] }) {
  const { t } = useTranslation()
  return (
    <dl className={styles['list']}>
      {meanings.map((meaning) => (
        <div key={meaning.name}>
          <dt>{meaning.name}</dt>
          <dd>{'of' in meaning ? t(`meanings.${meaning.of}`) : meaning.text}</dd>
        </div>
      ))}
    </dl>
  )
}
