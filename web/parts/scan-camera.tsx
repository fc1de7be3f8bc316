import Camera from 'lucide-react/icons/camera'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { useNarrow } from '../ui/use-media.ts'
import { startCodeReader } from './scan-camera-reader.ts'
import styles from './scan-camera.module.css'

type ButtonProps = { size?: 'large'; isOn: boolean; onSwitch: (isOn: boolean) => void }

/** Switches the camera on and off, where the browser lends it, which it does to safe addresses alone. */
export function CameraButton({ size, isOn, onSwitch }: ButtonProps) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  if (!('mediaDevices' in navigator)) return null
  return (
    <Button
      {...(size && { size })}
      icon={<Camera size={18} aria-hidden="true" />}
      aria-label={t('scan.camera')}
      aria-pressed={isOn}
      onClick={() => onSwitch(!isOn)}
    >
      {!isNarrow && t('scan.camera')}
    </Button>
  )
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
