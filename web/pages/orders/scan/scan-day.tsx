import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { clockTime } from '../../../parts/dates.ts'
import { count } from '../../../parts/figures.ts'
import { useClock } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { Conflict } from './kept-scans.ts'
import type { setAside } from './scan-count.ts'
import styles from './scan-page.module.css'
import type { ScanStation } from './use-scan-station.ts'

type Props = {
  station: ScanStation | undefined
  conflicts: Conflict[]
  aside: ReturnType<typeof setAside>
  onUnderstood: (conflict: Conflict) => void
  onScan: (code: string) => void
}

/** Parcels to keep back first, then the day so far, the last five, and what lies aside. */
export function ScanDay({ station, conflicts, aside, onUnderstood, onScan }: Props) {
  const { t } = useTranslation()
  return (
    <aside className={styles['side']} aria-label={t('scan.today')}>
      {conflicts.length > 0 && (
        <section className={styles['conflicts']} role="alert" aria-label={t('scan.keepBack')}>
          <h2>
            <TriangleAlert size={18} aria-hidden="true" /> {t('scan.keepBack')}
          </h2>
          <ul>
            {conflicts.map((conflict) => (
              <li key={`${conflict.order_id}/${conflict.why}`}>
                <span>{conflict.message}</span>
                <Button size="small" busy={false} onClick={() => onUnderstood(conflict)}>
                  {t('scan.understood')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {station && <Figures station={station} />}
      {station && station.last.length > 0 && <LastFive last={station.last} />}
      {aside.length > 0 && <Aside aside={aside} onScan={onScan} />}
    </aside>
  )
}

function Figures({ station }: { station: ScanStation }) {
  const { t } = useTranslation()
  const { checked_today: done, left } = station
  return (
    <section className={styles['card']}>
      <h2>{t('scan.today')}</h2>
      <p className={styles['figures']}>
        <b>{count(done)}</b> <span>{t('scan.ofToday', { total: count(done + left) })}</span>
        <small>{t('scan.leftToday', { count: left, figure: count(left) })}</small>
      </p>
      <ProgressBar percent={(100 * done) / Math.max(1, done + left)} label={t('scan.today')} />
    </section>
  )
}

function LastFive({ last }: { last: ScanStation['last'] }) {
  const { t } = useTranslation()
  const clock = useClock()
  return (
    <section className={styles['card']}>
      <h2>{t('scan.lastFive')}</h2>
      <ol className={styles['last']} aria-label={t('scan.lastFive')}>
        {last.map(({ id, code, image, pieces, is_canceled: isCanceled, check }) => (
          <li key={id} data-canceled={isCanceled || undefined}>
            <time dateTime={check.at}>{clockTime(new Date(check.at), clock)}</time>
            <span className={styles['tick']}>
              {isCanceled ? <X size={13} aria-hidden="true" /> : <Check size={13} aria-hidden="true" />}
            </span>
            <span className={styles['what']}>
              {code}
              {isCanceled && <strong>{t('scan.takeOut')}</strong>}
              <small>
                {[t('scan.pieces', { count: pieces, figure: count(pieces) }), check.by]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <Picture source={image} seed={code} size={28} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Aside({ aside, onScan }: Pick<Props, 'aside' | 'onScan'>) {
  const { t } = useTranslation()
  return (
    <section className={styles['card']}>
      <h2>{t('scan.aside')}</h2>
      <ul className={styles['last']} aria-label={t('scan.aside')}>
        {aside.map(({ order, done, total }) => (
          <li key={order.id}>
            <span className={styles['what']}>
              {order.code}
              <small>{t('scan.of', { done: count(done), total: count(total) })}</small>
            </span>
            <Button
              size="small"
              aria-label={`${t('scan.resume')} · ${order.code}`}
              onClick={() => onScan(order.code)}
            >
              {t('scan.resume')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
