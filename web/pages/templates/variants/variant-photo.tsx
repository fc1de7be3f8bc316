import ImagePlus from 'lucide-react/icons/image-plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover } from '../../../ui/popover.tsx'
import { useDraft, useFrame } from '../form/use-draft.ts'
import styles from './variants.module.css'

/** Photo of one variant, out of those of the product. */
export function VariantPhoto({ row, label }: { row: number; label: string }) {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const [isOpen, setOpen] = useState(false)
  const url = useDraft(({ content }) => content.skus[row]?.images[0]?.image_url ?? null)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      returnsFocus={false}
      button={
        <button
          type="button"
          className={styles['photo']}
          data-field={`skus.${row}.images`}
          aria-label={t('templates.variantPhoto', { variant: label })}
          title={t('templates.variantPhoto', { variant: label })}
        >
          {url ? <img src={url} alt="" /> : <ImagePlus size={14} aria-hidden="true" />}
        </button>
      }
    >
      <Choices
        chosen={url}
        onChoose={(next) => {
          draft.changeSku(row, { images: next === null ? [] : [{ image_id: null, image_url: next }] })
          void draft.save()
        }}
      />
    </Popover>
  )
}

function Choices({ chosen, onChoose }: { chosen: string | null; onChoose: (url: string | null) => void }) {
  const { t } = useTranslation()
  const images = useDraft(({ content }) => content.images)
  if (images.length === 0) return <p className={styles['noPhotos']}>{t('templates.photosFirst')}</p>
  return (
    <div className={styles['choices']}>
      {images.map(({ image_url: url }, at) => (
        <button
          key={url}
          type="button"
          className={styles['choice']}
          aria-pressed={url === chosen}
          aria-label={t('templates.photoNumber', { at: at + 1 })}
          onClick={() => onChoose(url === chosen ? null : url)}
        >
          <img src={url} alt="" />
        </button>
      ))}
    </div>
  )
}
