import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import styles from './stock-takes.module.css'

/** Says by how many pieces a count differs; a blind count shows nothing. */
export function Difference({ pieces }: { pieces: number | null }) {
  const { t } = useTranslation()
  if (pieces === null) return null
  if (pieces === 0) return <small>{t('stockTake.asExpected')}</small>
  const figure = count(Math.abs(pieces))
  return (
    <small className={styles['differs']}>
      {pieces < 0 ? t('stockTake.fewer', { figure }) : t('stockTake.more', { figure })}
    </small>
  )
}

/** Pieces that left or came since the count, which change no difference. */
export function MovedSince({ pieces }: { pieces: number | null }) {
  const { t } = useTranslation()
  if (!pieces) return null
  const figure = count(Math.abs(pieces))
  return (
    <small>
      {pieces < 0 ? t('stockTake.leftMeanwhile', { figure }) : t('stockTake.cameMeanwhile', { figure })}
    </small>
  )
}
