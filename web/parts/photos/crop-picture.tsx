import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import styles from './crop-picture.module.css'
import { type Crop, mostZoom, pulled, squareOf } from './crop.ts'
import { Dialog } from '../../ui/dialog.tsx'

const shownSide = 240
const avatarSide = 512
/** Marketplaces zoom no further into a photo. */
const mostSide = 2000

type Props = {
  picture: ImageBitmap
  /** Shown in a circle, and sent no larger than that needs. */
  isRound?: boolean
  /** Fewest pixels that the square may have. */
  leastSide?: number
  busy: boolean
  error: string | null
  onSave: (picture: Blob) => void
  onClose: () => void
}

/** Dialog to choose the shown square of a picture: dragged with the pointer, or moved with the sliders. */
export function CropPicture({ picture, isRound = false, leastSide = 1, busy, error, ...on }: Props) {
  const { onSave, onClose } = on
  const { t } = useTranslation()
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 })
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  // The dialog comes with its first look; the canvas is drawn once it stands.
  const [stands, setStands] = useState(false)
  useEffect(() => {
    if (stands && canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop, stands])

  function pull(event: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return
    const by = { x: event.clientX - from.current.x, y: event.clientY - from.current.y }
    from.current = { x: event.clientX, y: event.clientY }
    setCrop((before) => pulled(picture, before, by, shownSide))
  }

  function save() {
    const target = document.createElement('canvas')
    const sentSide = isRound
      ? avatarSide
      : Math.min(mostSide, Math.max(leastSide, Math.round(squareOf(picture, crop).side)))
    target.width = sentSide
    target.height = sentSide
    draw(target, picture, crop)
    target.toBlob((blob) => blob && onSave(blob), 'image/jpeg', 0.9)
  }

  const furthest = Math.max(1, Math.min(mostZoom, Math.min(picture.width, picture.height) / leastSide))
  const slider = (name: 'zoom' | 'x' | 'y', least: number, most: number) => (
    <label className={styles['slider']}>
      {t(`picture.${name}`)}
      <input
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={crop[name]}
        onChange={(event) => setCrop({ ...crop, [name]: event.currentTarget.valueAsNumber })}
      />
    </label>
  )
  return (
    <Dialog opened onClose={onClose} title={t('picture.title')}>
      <div className={styles['crop']}>
        <canvas
          ref={(element) => {
            canvas.current = element
            setStands(element !== null)
          }}
          width={shownSide}
          height={shownSide}
          className={styles['canvas']}
          data-round={isRound || undefined}
          onPointerDown={(event) => {
            from.current = { x: event.clientX, y: event.clientY }
            event.currentTarget.setPointerCapture(event.pointerId)
          }}
          onPointerMove={pull}
          onPointerUp={() => (from.current = null)}
        >
          {t('picture.preview')}
        </canvas>
        {slider('zoom', 1, furthest)}
        {slider('x', 0, 1)}
        {slider('y', 0, 1)}
        {error && (
          <p className={styles['error']} role="alert">
            {error}
          </p>
        )}
        <div className={styles['actions']}>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={save}>
            {t('picture.save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function draw(target: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { left, top, side } = squareOf(picture, crop)
  const context = target.getContext('2d')
  if (!context) return
  // JPEG has no transparency; black would stand where a logo has none.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, target.width, target.height)
  context.drawImage(picture, left, top, side, side, 0, 0, target.width, target.height)
}
