import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { pageAccess } from '../page-access.ts'
import { paths } from '../paths.ts'
import { meQuery } from '../session.ts'
import { Pill, type PillHue } from '../ui/pill.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { ChannelMark } from './channel-mark.tsx'
import { countryName } from './country-name.ts'
import { count, percent } from './figures.ts'
import { daysLeft, isCrm, isLockedOut, standingOf, type Shop, type Standing } from './queries/shop-queries.ts'
import styles from './shop-summary.module.css'
import { useNow, When } from './when.tsx'

const hues: Record<Standing, PillHue> = {
  unlinked: 'grey',
  ok: 'green',
  expiring: 'amber',
  expired: 'red',
  revoked: 'red',
  error: 'red',
}

/** `reconnects`: leads to linking a shop again whose channel ended the access; elsewhere something beside it does. */
type Props = { shop: Shop; link?: boolean; reconnects?: boolean }

/** A linked shop in three lines: which, how it stands, and how its sync goes. */
export function ShopSummary({ shop, link = true, reconnects = false }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const sync = shop.sync?.data
  const standing = standingOf(shop)
  const left = daysLeft(shop, useNow(60_000))
  const region = countryName(shop.region)
  return (
    <div className={styles['shop']}>
      <ChannelMark platformId={shop.platform_id} large />
      <div className={styles['lines']}>
        <div className={styles['head']}>
          {link && pageAccess.channels(me) ? (
            <Link to={paths.channel(shop.id)} className={styles['name']}>
              {shop.system_name}
            </Link>
          ) : (
            <span className={styles['name']}>{shop.system_name}</span>
          )}
          <Pill hue={hues[standing]}>
            {left === undefined ? t(`shop.auth.${standing}`) : t('expiring.days', { count: left })}
          </Pill>
        </div>
        <span className={styles['muted']}>
          {[shop.platform?.data.name, region, shop.currency].filter(Boolean).join(' · ')}
        </span>
        {shop.is_order_sync || shop.status === 0 ? (
          sync && <SyncLine sync={sync} shop={shop} hasDetails={!link} reconnects={reconnects} />
        ) : (
          <span className={styles['muted']}>{t('shop.ordersOff')}</span>
        )}
      </div>
    </div>
  )
}

type SyncProps = {
  sync: NonNullable<Shop['sync']>['data']
  shop: Shop
  hasDetails: boolean
  reconnects: boolean
}

function SyncLine({ sync, shop, hasDetails, reconnects }: SyncProps) {
  const { t } = useTranslation()
  const ofCustomers = isCrm(shop)
  if (sync.percent < 100 && sync.state !== 'failed') {
    const text = ofCustomers
      ? t('shop.syncingCustomers', { customers: count(sync.orders) })
      : t('shop.syncing', { orders: count(sync.orders) })
    return (
      <span className={styles['progress']}>
        <span className={styles['muted']}>{text}</span>
        <ProgressBar percent={sync.percent} label={text} />
        <span className={styles['muted']}>{percent(sync.percent)}</span>
      </span>
    )
  }
  return (
    <>
      {sync.last_checked_at && (
        <span className={styles['muted']}>
          {t('shop.checked')} <When at={sync.last_checked_at} relative />
        </span>
      )}
      {sync.failing > 0 && (
        <span className={styles['failing']}>
          {t(ofCustomers ? 'shop.failingCustomers' : 'shop.failing', {
            count: sync.failing,
            figure: count(sync.failing),
          })}
        </span>
      )}
      {sync.customers_refused > 0 && (
        <span className={styles['failing']}>
          {t('shop.refusedCustomers', {
            count: sync.customers_refused,
            figure: count(sync.customers_refused),
          })}
        </span>
      )}
      {isLockedOut(shop)
        ? reconnects && (
            <Link to={paths.channel(shop.id)}>
              {t('channels.linkAgain')}
              <span className="visually-hidden"> · {shop.system_name}</span>
            </Link>
          )
        : sync.error && <span className={styles['failing']}>{t('shop.syncFailed')}</span>}
      {hasDetails && sync.error && (
        <details className={styles['details']}>
          <summary>{t('shop.details')}</summary>
          {sync.error}
        </details>
      )}
    </>
  )
}
