import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Store from 'lucide-react/icons/store'
import { useTranslation } from 'react-i18next'
import { pageAccess } from '../page-access.ts'
import { locale } from '../page-language.ts'
import { paths } from '../paths.ts'
import { meQuery } from '../session.ts'
import buttons from '../ui/button.module.css'
import { HelpLink } from './help-link.tsx'
import styles from './required-channel.module.css'
import type { Shop } from './queries/shop-queries.ts'

/** In place of what has nothing to show while no shop is connected. `lost`: those that were once. */
export function RequiredChannel({ lost }: { lost: Shop[] }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const names = new Intl.ListFormat(locale).format(lost.map((shop) => shop.system_name))
  const [first, ...more] = lost
  return (
    <section className={styles['screen']} aria-labelledby="required-channel">
      <span className={styles['image']}>
        <Store size={56} strokeWidth={1.2} aria-hidden="true" />
      </span>
      <h2 id="required-channel">
        {first ? t('requiredChannel.again', { shops: names }) : t('requiredChannel.title')}
      </h2>
      <p>{t(first ? 'requiredChannel.againText' : 'requiredChannel.text')}</p>
      {pageAccess.channels(me) && (
        <Link
          to={first && more.length === 0 ? paths.channel(first.id) : paths.channels()}
          className={`${buttons['button']} ${buttons['primary']} ${buttons['large']}`}
        >
          {t(first ? 'channels.linkAgain' : 'requiredChannel.link')}
        </Link>
      )}
      <HelpLink answer={first ? 'permission-ended' : 'link-marketplace'} />
    </section>
  )
}
