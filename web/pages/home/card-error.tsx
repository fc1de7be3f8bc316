import { useTranslation } from 'react-i18next'
import { LoadError } from '../../parts/load-error.tsx'
import styles from './home-page.module.css'

type Props = { title: string; failed: { error: unknown; refetch: () => Promise<unknown> } }

/** In place of the part of home that could not be loaded; the others stay. */
export function CardError({ title, failed: { error, refetch } }: Props) {
  const { t } = useTranslation()
  return (
    <section className={styles['card']} aria-label={title}>
      <LoadError title={t('home.failed', { part: title })} error={error} onRetry={refetch} />
    </section>
  )
}
