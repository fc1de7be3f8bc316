import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startCodeReader } from './scan-camera-reader.ts'
import styles from './scan-camera.module.css'

/** Answers whether this browser lends its camera, which it does to safe addresses alone. */
export function hasScanCamera(): boolean {
  return 'mediaDevices' in navigator
}

const pollMs = 150
/** The same code is meant once more only after it was out of sight, or in sight for so long. */
const againMs = 1500

/** Reads what is held before the camera, as if a scanner had. */
export function ScanCamera({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const tell = useEffectEvent(onCode)

  useEffect(() => {
    const reader = startCodeReader()
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let last = { code: '', at: 0 }

    async function look(): Promise<void> {
      if (isOver || !video.current) return
      const code = await reader.read(video.current)
      const at = Date.now()
      if (code && (code !== last.code || at - last.at > againMs)) {
        last = { code, at }
        tell(code)
      }
      if (!code && at - last.at > againMs / 2) last = { code: '', at }
      if (!isOver) timer = setTimeout(() => void look().catch(() => setRefused(true)), pollMs)
    }

    async function start(): Promise<void> {
      // Long codes of waybills are too fine for the 640 points that many phones give unless they are asked.
      const asked = { facingMode: 'environment', width: { ideal: 1280 } }
      stream = await navigator.mediaDevices.getUserMedia({ video: asked })
      // Closed before the camera was there.
      if (isOver || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      await look()
    }

    function stop(): void {
      isOver = true
      clearTimeout(timer)
      reader.stop()
      for (const track of stream?.getTracks() ?? []) track.stop()
    }

    start().catch(() => setRefused(true))
    return stop
  }, [])

  if (isRefused) return <p role="alert">{t('scan.noCamera')}</p>
  return (
    <video ref={video} className={styles['camera']} aria-label={t('scan.cameraPicture')} muted playsInline />
  )
}
