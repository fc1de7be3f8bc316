import { useTranslation } from 'react-i18next'
import { count } from '../../parts/figures.ts'
import { isLockedOut, type Shop } from '../../parts/queries/shop-queries.ts'
import { When } from '../../parts/when.tsx'
import { Card } from '../../ui/drawer-frame.tsx'
import { Pill, type PillHue } from '../../ui/pill.tsx'
import styles from './channel-drawer.module.css'

type Kind = NonNullable<Shop['sync']>['data']['kinds'][number]

const hues: Record<Kind['state'], PillHue> = {
  idle: 'grey',
  running: 'blue',
  done: 'green',
  partial: 'amber',
  failed: 'red',
}

/** State of the sync of each kind of data, with the reason of a failure. */
export function SyncKinds({ shop }: { shop: Shop }) {
  const { t } = useTranslation()
  const kinds = shop.sync?.data.kinds ?? []
  if (kinds.length === 0 || isLockedOut(shop)) return null
  return (
    <Card title={t('channels.kinds')}>
      <ul className={styles['failing']}>
        {kinds.map((kind) => (
          <li key={kind.type}>
            <span className={styles['lines']}>
              <span className={styles['code']}>{t(`channels.kind.${kind.type}`)}</span>
              {kind.error && <span>{kind.error}</span>}
              <span className={styles['muted']}>
                {[
                  kind.failing > 0 &&
                    t('channels.kindFailing', { count: kind.failing, figure: count(kind.failing) }),
                  kind.waiting > 0 &&
                    t('channels.kindWaiting', { count: kind.waiting, figure: count(kind.waiting) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                {kind.last_checked_at && <When at={kind.last_checked_at} relative />}
              </span>
            </span>
            <Pill hue={hues[kind.state]}>{t(`channels.kindState.${kind.state}`)}</Pill>
          </li>
        ))}
      </ul>
    </Card>
  )
}
