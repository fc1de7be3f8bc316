import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templateLimits } from '../../../../model/product-template.ts'
import { count } from '../../../parts/figures.ts'
import { leastSide } from '../../../parts/photos/fitted-photo.ts'
import { PhotoGrid } from '../../../parts/photos/photo-grid.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { AltTexts } from './photo-alt-texts.tsx'
import { type ImageField, withPhoto } from './draft-changes.ts'
import { useFieldError } from './draft-field.tsx'
import styles from '../template-page.module.css'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { useDraft, useFrame } from './use-draft.ts'
import { usePhotoErrors } from './use-problems.ts'
import { useTemplateUploads } from './use-template-uploads.ts'
import { later } from '../../../later.tsx'

const CropPicture = later(async () => ({
  default: (await import('../../../parts/photos/crop-picture.tsx')).CropPicture,
}))

/** Channels that may have photos of their own. */
const ofChannel: [number, ImageField][] = [
  [1, 'images_lazada'],
  [2, 'images_shopee'],
  [5, 'images_tiktok'],
]

/** Photos of the product, for all shops or for one channel instead. */
export function TemplatePhotos() {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const names = useChannelNames()
  const platformIds = useDraft(({ content }) => content.platform_ids)
  const [tab, setTab] = useState<ImageField>('images')
  const tabs = ofChannel.filter(([platformId]) => platformIds.includes(platformId))
  const field = tabs.some(([, one]) => one === tab) ? tab : 'images'
  const images = useDraft(({ content }) => content[field])
  const shared = useDraft(({ content }) => content.images)
  const isShared = field !== 'images' && images.length === 0
  return (
    <section className={styles['section']} aria-label={t('templates.photos')}>
      <div className={styles['sectionHead']}>
        <h2>
          {t('templates.photos')}{' '}
          <span className={styles['muted']}>
            {t('templates.photosOf', {
              figure: count((isShared ? shared : images).length),
              most: count(templateLimits.images),
            })}
          </span>
        </h2>
        {tabs.length > 0 && (
          <fieldset className={styles['tabs']} aria-label={t('templates.photosFor')}>
            <button type="button" aria-pressed={field === 'images'} onClick={() => setTab('images')}>
              {t('templates.allShops')}
            </button>
            {tabs.map(([platformId, one]) => (
              <button key={one} type="button" aria-pressed={field === one} onClick={() => setTab(one)}>
                {names(platformId)}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {isShared ? (
        <p className={styles['muted']}>
          {t('templates.photosShared')}{' '}
          <Button
            size="small"
            disabled={shared.length === 0}
            onClick={() => draft.change({ [field]: shared })}
          >
            {t('templates.ownPhotos')}
          </Button>
        </p>
      ) : (
        <Photos key={field} field={field} />
      )}
      {field === 'images' && <AltTexts />}
      {field !== 'images' && !isShared && (
        <Button size="small" onClick={() => draft.change({ [field]: [] })}>
          {t('templates.sharedPhotos')}
        </Button>
      )}
    </section>
  )
}

function Photos({ field }: { field: ImageField }) {
  const { t } = useTranslation()
  const { draft } = useFrame()
  const images = useDraft(({ content }) => content[field])
  const error = useFieldError(field)
  const photoErrors = usePhotoErrors(field)
  const [crop, setCrop] = useState<{ url: string; bitmap: ImageBitmap } | null>(null)
  const uploads = useTemplateUploads((url, instead) => {
    const now = draft.get().content[field]
    const photo = { image_id: null, image_url: url }
    const isThere = now.some((one) => one.image_url === url)
    if (instead) draft.change(withPhoto(draft.get().content, field, instead, photo))
    else if (!isThere) draft.change({ [field]: [...now, photo] })
    draft.leave(field)
    void draft.save()
  })
  async function open(url: string) {
    try {
      const blob = await fetch(url).then((answer) => answer.blob())
      setCrop({ url, bitmap: await createImageBitmap(blob) })
    } catch {
      // A photo that a channel keeps may not be read by other pages.
      showToast({ tone: 'error', message: t('templates.cropFailed') })
    }
  }
  return (
    <div data-field={field}>
      <PhotoGrid
        photos={images.map(({ image_url: url }) => ({ url }))}
        uploading={uploads.uploading}
        errors={[...(error ? [error] : []), ...photoErrors]}
        failed={uploads.failed}
        onDismiss={uploads.dismiss}
        onCrop={({ url }) => void open(url)}
        onChange={(photos) => {
          const [gone] = images.filter((one) => !photos.some(({ url }) => url === one.image_url))
          draft.change(
            gone
              ? withPhoto(draft.get().content, field, gone.image_url, null)
              : { [field]: photos.flatMap(({ url }) => images.find((one) => one.image_url === url) ?? []) },
          )
          draft.leave(field)
        }}
        onFiles={(files) => void uploads.upload(files, templateLimits.images - images.length)}
      />
      {crop && (
        <Suspense>
          <CropPicture
            picture={crop.bitmap}
            leastSide={leastSide}
            busy={uploads.uploading > 0}
            error={null}
            onClose={() => setCrop(null)}
            onSave={(blob) => {
              setCrop(null)
              void uploads.upload([new File([blob], 'photo.jpg', { type: blob.type })], 1, crop.url)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
