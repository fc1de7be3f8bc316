import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { compact, count } from '../../parts/figures.ts'
import { MeaningsMark } from '../../parts/meanings/meanings-mark.tsx'
import { courierChoicesQuery } from '../../parts/queries/courier-queries.ts'
import { pageAccess } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { meQuery } from '../../session.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/states.tsx'
import styles from './parcels-by-courier.module.css'
import frame from './home-page.module.css'
import { waitingQuery } from './home-queries.ts'
import type { Waiting } from './waiting-lines.ts'

/** Orders that are ready for each courier, and how far packing has come: absent while nothing is ready. */
export function ParcelsByCourier() {
  const { t } = useTranslation()
  const { data: waiting } = useQuery(waitingQuery)
  const { data: names } = useQuery(courierChoicesQuery)
  if (!waiting || waiting.couriers.length === 0) return null
  return (
    <section className={`${frame['card']} ${styles['card']}`} aria-labelledby="home-couriers">
      <div className={frame['cardHead']}>
        <h2 id="home-couriers">{t('home.couriers')}</h2>
        <MeaningsMark
          label={t('home.meaning', { figure: t('home.couriers') })}
          meanings={[
            { name: t('home.couriers'), of: 'parcels' },
            { name: t('home.toPack'), of: 'toPack' },
            { name: t('home.kind.print'), of: 'unprinted' },
          ]}
        />
        {waiting.to_pack > 0 && <ToPack parcels={waiting.to_pack} />}
      </div>
      <ul className={styles['list']}>
        {waiting.couriers.map((courier) => (
          <Courier
            key={courier.id}
            {...courier}
            name={names && (names.find(({ id }) => id === courier.id)?.name ?? t('home.noCourier'))}
          />
        ))}
      </ul>
    </section>
  )
}

/** Parcels of all shops; of those that ship by themselves none is a courier's. */
function ToPack({ parcels }: { parcels: number }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const text = t('home.parcelsToPack', { count: parcels, figure: compact(parcels) })
  if (!pageAccess.scanOrders(me)) return <span className={frame['muted']}>{text}</span>
  return (
    <Link to={paths.scanOrders()} className={frame['muted']}>
      {text}
    </Link>
  )
}

/** The name is undefined until it is loaded. */
type Props = Waiting['couriers'][number] & { name: string | undefined }

function Courier({ id, total, packed, to_pack: left, unprinted, name }: Props) {
  const { t } = useTranslation()
  const refusing = total - packed - left
  const done = t('home.packedOf', { packed: count(packed), total: compact(total) })
  return (
    <li className={styles['courier']}>
      {name === undefined && <Skeleton width={80} />}
      {name !== undefined && (
        <Link
          to={paths.orders()}
          search={{ status: 'ready_to_ship', ...(id === null ? { has_courier: 0 } : { shipment_id: id }) }}
        >
          {name}
        </Link>
      )}
      <ProgressBar percent={(100 * packed) / total} label={[name, done].filter(Boolean).join(': ')} />
      <span className={styles['done']}>{done}</span>
      <span className={styles['rest']}>
        {packed === total && t('home.allPacked')}
        {left > 0 && t('home.leftToPack', { count: left, figure: compact(left) })}
        {refusing > 0 && ` · ${t('home.askToCancel', { count: refusing, figure: compact(refusing) })}`}
        {unprinted > 0 && (
          <strong> · {t('home.unprinted', { count: unprinted, figure: compact(unprinted) })}</strong>
        )}
      </span>
    </li>
  )
}
