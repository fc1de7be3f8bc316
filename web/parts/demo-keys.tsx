import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import styles from './demo-keys.module.css'
import { demoQuery } from './queries/demo-query.ts'

/** Leads from a form that asks for keys to the page that has them; in the demo alone. */
export function DemoKeys() {
  const { t } = useTranslation()
  const { data } = useQuery(demoQuery)
  if (!data?.page_url) return null
  return (
    <p className={styles['keys']}>
      <a href={`${data.page_url}/#keys`} target="sandbox">
        {t('shell.demoKeys')}
      </a>
    </p>
  )
}
