import { Link, useNavigate } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ScanBarcode from 'lucide-react/icons/scan-barcode'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../../parts/page-title.ts'
import { CameraButton, ScanCamera } from '../../../parts/scan-camera.tsx'
import { paths } from '../../../paths.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import { ScanConnection } from './scan-connection.tsx'
import { ScanDay } from './scan-day.tsx'
import { ScannedNow } from './scanned-now.tsx'
import styles from './scan-page.module.css'
import { useScan } from './use-scan.ts'

/** Scan to pack: a label is scanned, then its items. Two hands and a scanner do all of it; nothing needs the mouse. */
export function ScanPage() {
  const { t } = useTranslation()
  usePageTitle(t('scan.title'))
  const navigate = useNavigate()
  const scanning = useScan()
  const { order, isDone, alarm, notice, scan } = scanning
  const [byCamera, setByCamera] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useFocusKept(field)
  useKeys({
    Escape: () => {
      if (alarm) scanning.goOn()
      else if (order) scanning.leave()
      else void navigate({ to: paths.orders(), search: true })
    },
  })
  useUndoKey(scanning.undo)

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = field.current
    if (!input) return
    scan(input.value)
    input.value = ''
  }

  return (
    <main className={styles['page']} aria-label={t('scan.title')}>
      <header className={styles['head']}>
        <Link className={styles['back']} to={paths.orders()} search>
          <ChevronLeft size={18} aria-hidden="true" />
          {t('area.orders')}
        </Link>
        <h1>{t('scan.title')}</h1>
        <Link className={styles['back']} to={paths.pickWaves()}>
          {t('wave.all')}
        </Link>
        <span className={styles['tools']}>
          <ScanConnection waiting={scanning.sending.waiting} offlineSince={scanning.sending.offlineSince} />
          <button
            type="button"
            className={styles['sound']}
            aria-pressed={scanning.hasSound}
            onClick={() => scanning.setSound(!scanning.hasSound)}
          >
            {scanning.hasSound ? (
              <Volume2 size={17} aria-hidden="true" />
            ) : (
              <VolumeX size={17} aria-hidden="true" />
            )}
            <span>{t(scanning.hasSound ? 'scan.soundOn' : 'scan.soundOff')}</span>
          </button>
        </span>
      </header>
      <div className={styles['work']}>
        <form className={styles['form']} noValidate onSubmit={submit} data-alarm={alarm ? '' : undefined}>
          <ScanBarcode size={24} aria-hidden="true" />
          <label htmlFor="scan-code" className="visually-hidden">
            {t(order && !isDone ? 'scan.item' : 'scan.order')}
          </label>
          <input
            id="scan-code"
            ref={field}
            className={styles['field']}
            placeholder={t(order && !isDone ? 'scan.item' : 'scan.orderHint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            enterKeyHint="enter"
          />
          <CameraButton isOn={byCamera} onSwitch={setByCamera} />
        </form>
        {byCamera && <ScanCamera onCode={scan} />}
        <output className="visually-hidden" aria-live="assertive">
          {notice?.message}
        </output>
        <ScannedNow scanning={scanning} />
      </div>
      <ScanDay
        station={scanning.station}
        conflicts={scanning.sending.conflicts}
        aside={scanning.aside}
        onScan={scan}
        onUnderstood={scanning.sending.understood}
      />
    </main>
  )
}

function useUndoKey(undo: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo])
}

/** A scanner types wherever the focus is, so it comes back to the field with the first sign and with every click. */
function useFocusKept(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === ' ')
        return
      const target = event.target instanceof Element ? event.target : null
      if (!target?.closest('input, textarea, select')) field.current?.focus({ preventScroll: true })
    }
    // On a phone the keyboard would cover the page with every touch.
    const click = () => {
      if (matchMedia('(pointer: fine)').matches && document.activeElement?.closest('button, a') === null)
        field.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', press)
    document.addEventListener('pointerup', click)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerup', click)
    }
  }, [field])
}
