import Check from 'lucide-react/icons/check'
import ScanBarcode from 'lucide-react/icons/scan-barcode'
import Undo from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { When } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import {
  countOf,
  leftOf,
  looseOf,
  nextLineOf,
  partKey,
  partsLeft,
  type Counts,
  type ScannedLine,
  type ScannedOrder,
  type ScannedPart,
} from './scan-count.ts'
import styles from './scan-page.module.css'
import type { ScanAlarm, useScan } from './use-scan.ts'

type Scanning = ReturnType<typeof useScan>

/** The order in work: the item that comes next, large enough for an arm's length, and what lies in the parcel already. */
export function ScannedNow({ scanning }: { scanning: Scanning }) {
  const { t } = useTranslation()
  const { order, counts, alarm } = scanning
  if (!order)
    return (
      <section className={styles['now']}>
        {alarm ? (
          <Alarm alarm={alarm} isLocked key={scanning.ignored} onGoOn={scanning.goOn} />
        ) : (
          <div className={styles['idle']} data-tone={scanning.notice?.tone}>
            <ScanBarcode size={64} strokeWidth={1.2} aria-hidden="true" />
            <strong>{scanning.notice?.tone === 'bad' ? scanning.notice.message : t('scan.scanLabel')}</strong>
            <p>{t('scan.scanLabelText')}</p>
          </div>
        )}
      </section>
    )
  return (
    <section className={styles['now']} aria-label={order.code}>
      <OrderHead order={order} counts={counts} />
      {alarm ? (
        <Alarm alarm={alarm} key={scanning.ignored} onGoOn={scanning.goOn} />
      ) : scanning.isDone ? (
        <div className={styles['stage']} data-tone="done">
          <span className={styles['bigTick']}>
            <Check size={72} aria-hidden="true" />
          </span>
          <div>
            <strong className={styles['name']}>{t('scan.completeNow')}</strong>
            <p>{t('scan.completeNext')}</p>
          </div>
        </div>
      ) : (
        <Expected scanning={scanning} order={order} />
      )}
      <Lines order={order} counts={counts} />
      {!scanning.isDone && !alarm && (
        <div className={styles['foot']}>
          <Button
            icon={<Undo size={16} aria-hidden="true" />}
            aria-keyshortcuts="Control+Z"
            disabled={!scanning.canUndo}
            onClick={scanning.undo}
          >
            {t('scan.undo')}
            <kbd>Ctrl Z</kbd>
          </Button>
          <Button aria-keyshortcuts="Escape" onClick={scanning.leave}>
            {t('scan.leave')}
            <kbd>Esc</kbd>
          </Button>
          {order.lines.some(({ quantity }) => quantity > 1) && (
            <p className={styles['codes']}>
              <kbd>Q</kbd> {t('scan.quantityHint')}
            </p>
          )}
        </div>
      )}
    </section>
  )
}

function OrderHead({ order, counts }: { order: ScannedOrder; counts: Counts }) {
  const { t } = useTranslation()
  const total = leftOf(order, new Map())
  const done = total - leftOf(order, counts)
  return (
    <header className={styles['orderHead']}>
      <div>
        <h2>
          <ChannelMark platformId={order.shop.platform_id} /> {order.code}
        </h2>
        <p>
          {[order.shop.system_name, order.tracking_number].filter(Boolean).join(' · ')}
          {order.ship_by_at && (
            <>
              {' · '}
              {t('scan.shipBy')} <When at={order.ship_by_at} deadline />
            </>
          )}
        </p>
        {order.last_check && (
          <p>
            {t('scan.checkedBefore', { name: order.last_check.by ?? '–' })} <When at={order.last_check.at} />
          </p>
        )}
      </div>
      <p className={styles['pieces']}>
        <b>{count(done)}</b> {t('scan.ofTotal', { total: count(total) })}
        <small>{t('scan.piecesChecked')}</small>
      </p>
      <ProgressBar percent={(100 * done) / Math.max(1, total)} label={t('scan.piecesChecked')} />
    </header>
  )
}

function Expected({ scanning: { counts, last }, order }: { scanning: Scanning; order: ScannedOrder }) {
  const { t } = useTranslation()
  const next = nextLineOf(order, counts)
  const right = order.lines.find(({ id }) => id === last)
  if (!next) return null
  const partText = (part: ScannedPart, at: number) => {
    const [done, total] = [looseOf(counts, partKey(next, at)), partsLeft(counts, next, part)]
    return `${t('scan.of', { done: count(done), total: count(total) })} · ${part.name}`
  }
  return (
    <div className={styles['stage']} data-tone={right ? 'good' : undefined}>
      <BigPicture line={next} />
      <div className={styles['words']}>
        {right && (
          <p className={styles['right']}>
            <Check size={20} aria-hidden="true" /> {t('scan.right', { name: right.name })}
          </p>
        )}
        <small>{t('scan.next')}</small>
        <strong className={styles['name']}>{next.name}</strong>
        <p className={styles['codes']}>
          {[next.variant_label, ...next.codes.slice(0, 3)].filter(Boolean).join(' · ')}
        </p>
        {next.parts.map((part, at) => (
          <p className={styles['codes']} key={part.codes[0] ?? part.name}>
            {partText(part, at)}
          </p>
        ))}
        <p className={styles['amount']}>
          <b>{count(countOf(counts, next))}</b> {t('scan.ofTotal', { total: count(next.quantity) })}
        </p>
      </div>
    </div>
  )
}

type AlarmProps = {
  alarm: ScanAlarm
  /** No scan ends it; otherwise the next right item does. */
  isLocked?: boolean
  onGoOn: () => void
}

function Alarm({ alarm: { title, text, thing, wantedBy }, isLocked = false, onGoOn }: AlarmProps) {
  const { t } = useTranslation()
  return (
    <div className={styles['stage']} data-tone="bad" role="alert">
      <span className={styles['bigCross']}>
        {thing ? <BigPicture line={thing} /> : null}
        <X size={thing ? 34 : 72} aria-hidden="true" />
      </span>
      <div className={styles['words']}>
        <strong className={styles['name']}>{title}</strong>
        {thing && (
          <p className={styles['codes']}>{[thing.name, thing.variant_label].filter(Boolean).join(' · ')}</p>
        )}
        <p className={styles['verdict']}>{text}</p>
        {wantedBy && <p>{t('scan.wantedBy', { code: wantedBy })}</p>}
        <Button size="large" variant="danger" aria-keyshortcuts="Escape" onClick={onGoOn}>
          {t('scan.goOn')}
          <kbd>Esc</kbd>
        </Button>
        {isLocked && <p className={styles['codes']}>{t('scan.notCounted')}</p>}
      </div>
    </div>
  )
}

function BigPicture({ line }: { line: ScannedLine }) {
  return (
    <span className={styles['picture']}>
      <Picture source={line.image} seed={line.codes[0] ?? line.name} size={252} />
    </span>
  )
}

/** Lines that belong in the parcel, with the pieces scanned so far. */
function Lines({ order, counts }: { order: ScannedOrder; counts: Counts }) {
  const { t } = useTranslation()
  return (
    <ul className={styles['lines']} aria-label={t('scan.inParcel')}>
      {order.lines.map((line) => {
        const done = countOf(counts, line)
        return (
          <li key={line.id} data-done={done === line.quantity || undefined}>
            <Picture source={line.image} seed={line.codes[0] ?? line.name} size={48} />
            <span className={styles['what']}>
              <span>
                {line.name} {line.is_gift && <em>{t('order.gift')}</em>}
              </span>
              <small>{[line.codes[0], line.variant_label].filter(Boolean).join(' · ')}</small>
            </span>
            <span className={styles['count']}>
              {t('scan.of', { done: count(done), total: count(line.quantity) })}
              {done === line.quantity && <Check size={18} aria-hidden="true" />}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
