import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError } from '../../api.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { useErrorMessage } from '../../parts/error-message.ts'
import { type Me, meQuery } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import styles from './account.module.css'
import { CropPicture } from '../../parts/photos/crop-picture.tsx'
import { peopleKey } from '../../parts/queries/staff-queries.ts'
import { showToast } from '../../ui/toast.ts'

/** The picture or the initials, and the way to another one. */
export function OwnPicture({ me }: { me: Me }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const params = { id: me.id }
  const onSuccess = async () => {
    setChosen(null)
    await queries.invalidateQueries({ queryKey: meQuery.queryKey })
    await queries.invalidateQueries({ queryKey: peopleKey })
  }
  const save = useMutation({
    mutationFn: (picture: Blob) => {
      const form = new FormData()
      form.append('avatar', picture, 'avatar.jpg')
      return api('POST /users/{id}/update-avatar', { params, form })
    },
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: () => api('DELETE /users/{id}/avatar', { params }),
    onSuccess,
    onError: (error) => showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
  })

  async function read(event: ChangeEvent<HTMLInputElement>) {
    const field = event.currentTarget
    const [file] = field.files ?? []
    setProblem(null)
    save.reset()
    if (!file) return
    const bitmap = await createImageBitmap(file).catch(() => null)
    // The same file may be chosen again.
    field.value = ''
    if (!bitmap || !['image/png', 'image/jpeg'].includes(file.type)) return setProblem(t('picture.type'))
    if (Math.min(bitmap.width, bitmap.height) < 100) return setProblem(t('picture.small'))
    setChosen(bitmap)
  }

  const refused = save.error instanceof ApiError ? save.error.fields['avatar'] : undefined
  return (
    <div className={styles['who']}>
      <Avatar name={me.name} picture={me.profile_picture} size={56} />
      <div className={styles['lines']}>
        <h2>{me.name}</h2>
        <p className={styles['muted']}>{me.email}</p>
        <div className={styles['pictureActions']}>
          <input
            ref={input}
            type="file"
            hidden
            aria-label={t('picture.choose')}
            accept="image/png,image/jpeg"
            onChange={(event) => void read(event)}
          />
          <Button size="small" onClick={() => input.current?.click()}>
            {t('picture.choose')}
          </Button>
          {me.profile_picture && (
            <Button size="small" busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('picture.remove')}
            </Button>
          )}
        </div>
        {problem && (
          <p className={styles['error']} role="alert">
            {problem}
          </p>
        )}
      </div>
      {chosen && (
        <CropPicture
          picture={chosen}
          isRound
          busy={save.isPending}
          error={save.error && (refused ?? errorMessage(save.error))}
          onClose={() => setChosen(null)}
          onSave={(picture) => save.mutate(picture)}
        />
      )}
    </div>
  )
}
