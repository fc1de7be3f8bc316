import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageAccess } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import styles from './compared-note.module.css'

type Props = {
  compared: { currency: string; converted: string[]; without_rate: string[] } | null | undefined
}

/** Says by which amounts a list of several currencies is filtered and sorted. */
export function ComparedNote({ compared }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  if (!compared) return null
  const { currency, converted, without_rate: without } = compared
  return (
    <p className={styles['compared']}>
      {converted.length > 0 && t('compared.how', { from: converted.join(', '), into: currency })}{' '}
      {without.length > 0 && t('compared.withoutRate', { currencies: without.join(', ') })}{' '}
      {without.length > 0 && pageAccess.rates(me) && <Link to={paths.rates()}>{t('compared.addRates')}</Link>}
    </p>
  )
}
