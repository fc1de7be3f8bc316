import { useState } from 'react'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import type { Photo } from '../../../parts/photos/photo-grid.tsx'

/** Uploads files one after the other; each is added as soon as the server has taken it. */
export function usePhotoUploads(productId: number, onUploaded: (photo: Photo) => void) {
  const errorMessage = useErrorMessage()
  const [uploading, setUploading] = useState(0)
  const [errors, setErrors] = useState<string[]>([])

  async function upload(files: File[]): Promise<void> {
    setErrors([])
    setUploading((before) => before + files.length)
    for (const file of files) {
      try {
        const form = new FormData()
        form.append('image', file, file.name)
        const { data } = await api('POST /products/{id}/image', { params: { id: productId }, form })
        onUploaded({ id: data.id, url: data.url })
      } catch (error) {
        const reason = error instanceof ApiError ? error.fields['image'] : undefined
        setErrors((before) => [...before, `${file.name}: ${reason ?? errorMessage(error)}`])
      }
      setUploading((before) => before - 1)
    }
  }
  return { uploading, errors, upload }
}
