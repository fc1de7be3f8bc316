import { Link } from '@tanstack/react-router'
import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { paths } from '../paths.ts'
import buttons from '../ui/button.module.css'
import styles from './required-channel.module.css'

/** In place of a page that has nothing to show before the first shop is linked. */
export function RequiredChannel() {
  const { t } = useTranslation()
  return (
    <main className={styles['screen']}>
      <span className={styles['image']}>
        <Store size={56} strokeWidth={1.2} aria-hidden="true" />
      </span>
      <h1>{t('requiredChannel.title')}</h1>
      <p>{t('requiredChannel.text')}</p>
      <Link
        to={paths.channels()}
        className={`${buttons['button']} ${buttons['primary']} ${buttons['large']}`}
      >
        {t('requiredChannel.link')}
      </Link>
    </main>
  )
}
