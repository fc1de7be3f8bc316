import { useNavigate } from '@tanstack/react-router'
import Camera from 'lucide-react/icons/camera'
import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count } from '../../../parts/figures.ts'
import { usePageTitle } from '../../../parts/page-title.ts'
import { hasScanCamera, ScanCamera } from '../../../parts/scan-camera.tsx'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, DrawerFrame } from '../../../ui/drawer-frame.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { countOf, type Counts, type ScannedOrder } from './scan-count.ts'
import styles from './scan-drawer.module.css'
import { useScan } from './use-scan.ts'

/** The check before the hand-over: an order is scanned, then its items. Nothing needs the mouse. */
export function ScanDrawer() {
  const { t } = useTranslation()
  usePageTitle(t('scan.title'))
  const navigate = useNavigate()
  const { order, counts, isNoted, notice, scan, leave } = useScan()
  const [byCamera, setByCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const close = () => void navigate({ to: paths.orders(), search: true, resetScroll: false })
  const isUnderWay = order !== null && !isNoted
  useFocusKept(field)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = field.current
    if (!input) return
    scan(input.value)
    input.value = ''
  }

  return (
    <DrawerFrame title={<h2>{t('scan.title')}</h2>} onClose={close} onEscape={isUnderWay ? leave : close}>
      <Card>
        <form className={styles['form']} noValidate onSubmit={submit}>
          <label htmlFor="scan-code">{t(isUnderWay ? 'scan.item' : 'scan.order')}</label>
          <input
            id="scan-code"
            ref={field}
            className={styles['field']}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
          />
          {hasScanCamera() && (
            <Button
              size="small"
              icon={<Camera size={15} aria-hidden="true" />}
              aria-pressed={byCamera}
              onClick={() => setByCamera(!byCamera)}
            >
              {t('scan.camera')}
            </Button>
          )}
        </form>
        {byCamera && <ScanCamera onCode={scan} />}
        <output aria-live="assertive" className={styles['place']}>
          {notice && (
            <span className={styles['notice']} data-tone={notice.tone}>
              {notice.tone === 'bad' ? (
                <CircleAlert size={18} aria-hidden="true" />
              ) : (
                <Check size={18} aria-hidden="true" />
              )}
              <span>{notice.message}</span>
            </span>
          )}
        </output>
      </Card>
      {order && <Checked order={order} counts={counts} onLeave={isUnderWay ? leave : null} />}
    </DrawerFrame>
  )
}

type CheckedProps = { order: ScannedOrder; counts: Counts; onLeave: (() => void) | null }

/** Lines that belong in the parcel, with the pieces scanned so far. */
function Checked({ order, counts, onLeave }: CheckedProps) {
  const { t } = useTranslation()
  return (
    <Card
      title={
        <>
          <ChannelMark platformId={order.shop.platform_id} /> {order.code}
        </>
      }
    >
      {order.last_check && (
        <p className={styles['muted']}>
          {t('scan.checkedBefore', { name: order.last_check.by ?? '–' })} <When at={order.last_check.at} />
        </p>
      )}
      <ul className={styles['lines']}>
        {order.lines.map((line) => {
          const done = countOf(counts, line)
          return (
            <li key={line.id} data-done={done === line.quantity || undefined}>
              <Picture source={line.image} seed={line.codes[0] ?? line.name} />
              <span className={styles['what']}>
                <span>
                  {line.name} {line.is_gift && <em>{t('order.gift')}</em>}
                </span>
                <small>{[line.codes[0], line.variant_label].filter(Boolean).join(' · ')}</small>
              </span>
              <span className={styles['count']}>
                {t('scan.of', { done: count(done), total: count(line.quantity) })}
                {done === line.quantity && <Check size={16} aria-hidden="true" />}
              </span>
            </li>
          )
        })}
      </ul>
      {onLeave && (
        <Button size="small" onClick={onLeave}>
          {t('scan.leave')}
        </Button>
      )}
    </Card>
  )
}

/** A scanner types wherever the focus is, so it comes back to the field with the first sign and with every click. */
function useFocusKept(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    field.current?.focus()
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === ' ')
        return
      const target = event.target instanceof Element ? event.target : null
      if (!target?.closest('input, textarea, select')) field.current?.focus()
    }
    const click = () => {
      if (document.activeElement?.closest('button') === null) field.current?.focus()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('pointerup', click)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerup', click)
    }
  }, [field])
}
