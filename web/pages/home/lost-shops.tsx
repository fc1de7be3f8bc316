import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useTranslation } from 'react-i18next'
import { isLockedOut, shopsQuery } from '../../parts/queries/shop-queries.ts'
import { paths } from '../../paths.ts'
import { allows, meQuery } from '../../session.ts'
import buttons from '../../ui/button.module.css'
import styles from './lost-shops.module.css'

const most = 2

/** Shops whose channel ended the access, one line each, before anything else. */
export function LostShops() {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: shops } = useQuery(shopsQuery)
  const lost = shops?.filter(isLockedOut) ?? []
  const mayLink = allows(me, 'settings.channels')
  if (lost.length === 0) return null
  return (
    <ul className={styles['shops']} aria-label={t('home.lostShops')}>
      {lost.slice(0, most).map(({ id, system_name: name, platform, auth_state: state }) => (
        <li key={id} className={styles['shop']}>
          <CircleAlert size={17} aria-hidden="true" />
          <span>
            <strong>{name}</strong>{' '}
            {t(state === 'revoked' ? 'shop.lost.revoked' : 'shop.lost.expired', {
              platform: platform?.data.name ?? '',
            })}{' '}
            {t('shop.lostMeans')}
          </span>
          {mayLink && (
            <Link to={paths.channel(id)} className={`${buttons['button']} ${buttons['small']}`}>
              {t('channels.linkAgain')}
              <span className="visually-hidden"> · {name}</span>
            </Link>
          )}
        </li>
      ))}
      {lost.length > most && (
        <li>
          {mayLink ? (
            <Link to={paths.channels()}>{t('home.moreLost', { count: lost.length - most })}</Link>
          ) : (
            t('home.moreLost', { count: lost.length - most })
          )}
        </li>
      )}
    </ul>
  )
}
