import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { fittedPhoto, leastSide, mostBytes, mostSide } from '../../../parts/photos/fitted-photo.ts'
import type { FailedPhoto } from '../../../parts/photos/photo-grid.tsx'

/** A picture of the file that the page's own security policy allows; an empty one for what is no picture. */
function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(file.type.startsWith('image/') && typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => resolve(''))
    reader.readAsDataURL(file)
  })
}

/** Uploads photos one after the other. What would be refused is not sent, and is said on the photo itself. */
export function useTemplateUploads(onUploaded: (url: string, instead?: string) => void) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const [uploading, setUploading] = useState(0)
  const [failed, setFailed] = useState<FailedPhoto[]>([])
  const key = useRef(0)

  async function fail(file: File, reason: string) {
    const url = await dataUrlOf(file)
    setFailed((before) => [...before, { key: key.current++, url, name: file.name, reason }])
  }

  async function reasonAgainst(file: File): Promise<string | null> {
    if (!['image/png', 'image/jpeg'].includes(file.type)) return t('templates.photoType')
    if (file.size > mostBytes) return t('templates.photoBytes')
    const bitmap = await createImageBitmap(file).catch(() => null)
    if (!bitmap) return t('templates.photoType')
    const { width, height } = bitmap
    bitmap.close()
    const isWithin = [width, height].every((side) => side >= leastSide && side <= mostSide)
    return isWithin ? null : t('templates.photoSides', { width, height })
  }

  async function upload(files: File[], room: number, instead?: string): Promise<void> {
    setUploading((before) => before + files.length)
    for (const [at, file] of files.entries()) {
      try {
        const fitted = at < room ? await fittedPhoto(file) : null
        const reason = fitted ? await reasonAgainst(fitted) : t('templates.photoRoom')
        if (fitted && reason === null) {
          const form = new FormData()
          form.append('image', fitted, file.name)
          const { data } = await api('POST /product-template/upload-image', { form })
          onUploaded(data.image_url, instead)
        } else await fail(file, reason ?? '')
      } catch (error) {
        await fail(
          file,
          (error instanceof ApiError ? error.fields['image'] : undefined) ?? errorMessage(error),
        )
      }
      setUploading((before) => before - 1)
    }
  }

  function dismiss({ key: gone }: FailedPhoto) {
    setFailed((before) => before.filter((one) => one.key !== gone))
  }

  return { uploading, failed, upload, dismiss }
}
