import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { fittedPhoto } from '../../../parts/photos/fitted-photo.ts'
import type { Photo } from '../../../parts/photos/photo-grid.tsx'

const noLimit = { room: Infinity, most: Infinity }

/**
 * Uploads files one after the other; each is added as soon as the server has taken it. Each shop keeps its own copy: `productIds` are
 * products of different shops, and `ids` the numbers of the photo in them.
 */
export function usePhotoUploads(
  productIds: readonly number[],
  onUploaded: (photo: Photo, ids: number[]) => void,
) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [uploading, setUploading] = useState(0)
  const [errors, setErrors] = useState<string[]>([])

  /** `room`: photos that the channel takes besides those that are there, of `most` in all. */
  async function upload(
    all: File[],
    { room, most }: { room: number; most: number } = noLimit,
  ): Promise<void> {
    const files = all.slice(0, Math.max(0, room - uploading))
    const left = all.length - files.length
    setErrors(
      left > 0 ? [t('listingEdit.photoRoom', { count: left, figure: count(left), most: count(most) })] : [],
    )
    setUploading((before) => before + files.length)
    for (const file of files) {
      try {
        const photos: Required<Photo>[] = []
        const fitted = await fittedPhoto(file)
        for (const id of productIds) {
          const form = new FormData()
          form.append('image', fitted, file.name)
          photos.push((await api('POST /products/{id}/image', { params: { id }, form })).data)
        }
        const [first] = photos
        if (first)
          onUploaded(
            { id: first.id, url: first.url },
            photos.map(({ id }) => id),
          )
      } catch (error) {
        const reason = error instanceof ApiError ? error.fields['image'] : undefined
        setErrors((before) => [...before, `${file.name}: ${reason ?? errorMessage(error)}`])
      }
      setUploading((before) => before - 1)
    }
  }
  return { uploading, errors, upload }
}
