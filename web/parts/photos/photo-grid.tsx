import Crop from 'lucide-react/icons/crop'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type DragEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button.tsx'
import styles from './photo-grid.module.css'

/** `id`: an uploaded one that the channel does not have yet. */
export type Photo = { url: string; id?: number }

export type FailedPhoto = { key: number; url: string; name: string; reason: string }

type Props = {
  photos: Photo[]
  /** Photos that are being uploaded. */
  uploading: number
  errors: string[]
  /** False: they come behind others, of which the first is the main one. */
  hasMain?: boolean
  /** Files that were not taken, each said on its own picture. */
  failed?: FailedPhoto[]
  onDismiss?: (failed: FailedPhoto) => void
  /** Opens the cropper for a photo. */
  onCrop?: (photo: Photo) => void
  onChange: (photos: Photo[]) => void
  onFiles: (files: File[]) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * Photos of a listing, the main one first. Ordered by dragging, by choosing a photo and then its place, or by Space and the arrow keys;
 * files are chosen, dropped or pasted.
 */
export function PhotoGrid({ photos, uploading, errors, failed = [], onChange, onFiles, ...more }: Props) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const help = useId()
  const [picked, setPicked] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const all = photos.length

  function move(from: number, to: number, isByKey = true) {
    const [photo] = photos.slice(from, from + 1)
    if (!photo || to < 0 || to >= all || from === to) return
    onChange(photos.filter((one) => one !== photo).toSpliced(to, 0, photo))
    setSaid(t('listingEdit.photoMoved', { at: to + 1, all }))
    if (isByKey) focus(to)
  }
  function focus(at: number) {
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('[data-photo]')[at]?.focus())
  }
  function remove(at: number) {
    onChange(photos.toSpliced(at, 1))
    focus(Math.min(at, all - 2))
  }
  /** Picks a photo up, puts it down where it is, or moves the picked one to its place. */
  function choose(at: number, url: string) {
    const from = photos.findIndex((one) => one.url === picked)
    setPicked(from === -1 ? url : null)
    if (from === -1) setSaid(t('listingEdit.photoPicked', { at: at + 1 }))
    else if (from === at) setSaid(t('listingEdit.photoDropped', { at: at + 1 }))
    else move(from, at)
  }
  function press(event: KeyboardEvent, at: number, url: string) {
    const step = steps[event.key]
    if (event.key === ' ') {
      event.preventDefault()
      choose(at, url)
    } else if (step !== undefined) {
      event.preventDefault()
      if (picked === url) move(at, at + step)
      else focus(Math.max(0, Math.min(all - 1, at + step)))
    } else if (event.key === 'Delete') remove(at)
    else if (event.key === 'Escape' && picked !== null) {
      event.stopPropagation()
      setPicked(null)
    }
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
    setDragged(null)
  }
  return (
    <div
      className={styles['grid']}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        setDragged(photos[placeOf(event)]?.url ?? null)
      }}
      onDragEnd={() => setDragged(null)}
      onDragEnter={(event) => {
        const from = photos.findIndex(({ url }) => url === dragged)
        if (from !== -1) move(from, placeOf(event), false)
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length > 0) onFiles(files)
      }}
    >
      <ul ref={list} className={styles['photos']}>
        {photos.map(({ url }, at) => (
          <li key={url} draggable data-place={at} data-dragged={dragged === url || undefined}>
            <button
              type="button"
              data-photo=""
              className={styles['photo']}
              aria-pressed={picked === url}
              aria-label={[
                t('listingEdit.photoAt', { at: at + 1, all }),
                ...(broken.has(url) ? [t('listingEdit.photoBroken')] : []),
              ].join(' · ')}
              aria-describedby={help}
              onClick={() => choose(at, url)}
              onKeyDown={(event) => press(event, at, url)}
              // Some browsers click on this key all the same.
              onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
              onBlur={({ relatedTarget: next }) =>
                !(next instanceof HTMLElement && 'photo' in next.dataset) && setPicked(null)
              }
            >
              {broken.has(url) ? (
                <span className={styles['broken']}>{t('listingEdit.photoBroken')}</span>
              ) : (
                <img
                  src={url}
                  alt=""
                  draggable={false}
                  onError={() => setBroken((before) => new Set(before).add(url))}
                />
              )}
            </button>
            {at === 0 && more.hasMain !== false && (
              <span className={styles['main']}>{t('listingEdit.mainPhoto')}</span>
            )}
            {more.onCrop && (
              <IconButton
                label={t('listingEdit.cropPhoto', { at: at + 1 })}
                className={styles['crop'] ?? ''}
                onClick={() => more.onCrop?.({ url })}
              >
                <Crop size={14} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton
              label={t('listingEdit.removePhoto', { at: at + 1 })}
              className={styles['remove'] ?? ''}
              onClick={() => remove(at)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
        {failed.map((one) => (
          <li key={one.key} className={styles['failed']}>
            <img src={one.url} alt="" draggable={false} />
            <span role="alert">
              <b>{one.name}</b> {one.reason}
            </span>
            <IconButton
              label={t('listingEdit.dismissPhoto', { name: one.name })}
              className={styles['remove'] ?? ''}
              onClick={() => more.onDismiss?.(one)}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
        <li>
          <button
            type="button"
            data-add=""
            data-begin=""
            className={styles['add']}
            onClick={() => input.current?.click()}
          >
            <Plus size={18} aria-hidden="true" />
            {t('listingEdit.addPhotos')}
          </button>
        </li>
      </ul>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/png,image/jpeg"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <p id={help} className={styles['help']}>
        {t('listingEdit.photoRules')}. {t('listingEdit.photoKeys')}.
      </p>
      <output className={styles['help']}>
        {uploading > 0 ? t('listingEdit.uploading', { count: uploading }) : said}
      </output>
      {errors.length > 0 && (
        <div role="alert">
          <ul className={styles['errors']}>
            {errors.map((error) => (
              <li key={error}>{error}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The place of the photo that an event is about; -1: none. */
function placeOf({ target }: DragEvent): number {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  return Number(item?.dataset['place'] ?? -1)
}
