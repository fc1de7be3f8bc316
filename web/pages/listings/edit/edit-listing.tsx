import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type RefObject, type SyntheticEvent, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { lengthOf } from '../../../../model/listing-limits.ts'
import { plainTextOf } from '../../../../model/listing-html.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { type Product, productKeys } from '../../../parts/queries/product-queries.ts'
import { ConfirmLeave } from '../../../parts/settings/confirm-leave.tsx'
import { useVersion } from '../../../parts/use-version.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { ListingHtmlField } from '../../../parts/listing-html-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.ts'
import { AlertLevels } from './alert-levels.tsx'
import { changesOf, draftOf, type ListingDraft, wrongNumbers } from './listing-draft.ts'
import styles from './listing-actions.module.css'
import { PackageFields } from './package-fields.tsx'
import { PhotoGrid } from '../../../parts/photos/photo-grid.tsx'
import { SiblingTicks } from './sibling-ticks.tsx'
import { useFocusField } from './use-focus-field.ts'
import { usePhotoUploads } from './use-photo-uploads.ts'

type Props = {
  product: Product
  /** Path of the field to begin in, as a reason of the content score names it. */
  focus?: string | undefined
  /** True while something would be lost. A ref, so that a key right after the typing finds it before the drawer is drawn again. */
  isDirty: RefObject<boolean | null>
  onClose: () => void
}

/** Texts, photos, parcel and alert levels of a listing. Only what was changed is sent. */
export function EditListing({ product, focus, isDirty, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useFocusField(form, focus)
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const [begun] = useState(() => draftOf(product))
  const [draft, setDraft] = useState(begun)
  const [also, setAlso] = useState<number[]>([])
  const [wrong, setWrong] = useState<string[]>([])
  const change = (part: Partial<ListingDraft>) => setDraft((before) => ({ ...before, ...part }))
  const photos = usePhotoUploads([product.id], (photo) =>
    setDraft((before) =>
      before.photos.some(({ url }) => url === photo.url)
        ? before
        : { ...before, photos: [...before.photos, photo] },
    ),
  )
  const { mutate, error, isPending, isSuccess } = useRequestEdit(product, onClose)
  const changes = changesOf(begun, draft)
  const isChanged = Object.keys(changes).length > 0
  useImperativeHandle(isDirty, () => isChanged, [isChanged])
  // The form stands over what it was opened with, also before anything is typed.
  const version = useVersion(product.version, true, error)
  const fields = error instanceof ApiError ? error.fields : {}
  const { fields: editable, reasons, limits } = product.editable
  const length = { name: lengthOf(draft.name.trim()), description: lengthOf(plainTextOf(draft.description)) }
  const counter = (field: 'name' | 'description') =>
    t('listingEdit.counter', { now: length[field], ...limits[field] })
  const ofImages = Object.entries(fields).flatMap(([path, text]) => (path.startsWith('images') ? text : []))
  const mayCopy =
    changes.name !== undefined || changes.description !== undefined || changes.package !== undefined

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = wrongNumbers(draft)
    setWrong(found)
    if (found.length > 0 || !isChanged) return
    mutate({ ...changes, updated_at: version, ...(mayCopy && also.length > 0 && { also }) })
  }

  return (
    <form
      ref={form}
      className={styles['edit']}
      onSubmit={submit}
      noValidate
      aria-label={t('listingEdit.title')}
    >
      <ConfirmLeave when={isChanged && !isSuccess} text={t('listingEdit.leaveText')} />
      <Card
        title={
          <>
            {t('listingEdit.photos')}{' '}
            {editable.includes('images') && (
              <small className={styles['muted']}>
                {t('listingEdit.photosOf', {
                  figure: count(draft.photos.length),
                  most: count(limits.images.most),
                })}
              </small>
            )}
          </>
        }
      >
        {editable.includes('images') ? (
          <div data-field="images">
            <PhotoGrid
              photos={draft.photos}
              uploading={photos.uploading}
              errors={[...photos.errors, ...new Set(ofImages)]}
              onChange={(list) => change({ photos: list })}
              onFiles={(files) => {
                const { most } = limits.images
                void photos.upload(files, { room: most - draft.photos.length, most })
              }}
            />
          </div>
        ) : (
          <Closed reason={reasons.images} />
        )}
      </Card>
      <Card>
        <div className={styles['form']}>
          {editable.includes('name') ? (
            <div data-field="name">
              <TextField
                label={t('listingEdit.name')}
                value={draft.name}
                help={counter('name')}
                error={fields['name']}
                maxLength={1000}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
            </div>
          ) : (
            <Closed title={t('listingEdit.name')} reason={reasons.name} />
          )}
          {editable.includes('description') ? (
            <div data-field="description">
              <ListingHtmlField
                label={t('listingEdit.description')}
                initial={begun.description}
                help={counter('description')}
                error={fields['description']}
                onChange={(description) => change({ description })}
              />
            </div>
          ) : (
            <Closed title={t('listingEdit.description')} reason={reasons.description} />
          )}
        </div>
      </Card>
      <Card title={t('listingEdit.package')}>
        {editable.includes('package') ? (
          <div data-field="package">
            <PackageFields
              sizes={draft.sizes}
              errorOf={(side) =>
                wrong.includes(side) ? t('listingEdit.numberRule') : fields[`package.${side}`]
              }
              onChange={(sizes) => change({ sizes })}
            />
          </div>
        ) : (
          <Closed reason={reasons.package} />
        )}
      </Card>
      {allows(me, 'sku.edit') && (
        <AlertLevels
          product={product}
          levels={draft.levels}
          wrong={wrong}
          onChange={(levels) => change({ levels })}
        />
      )}
      {mayCopy && (
        <SiblingTicks product={product} chosen={also} currency={null} errors={fields} onChange={setAlso} />
      )}
      {error && Object.keys(fields).length === 0 && (
        <p className={styles['error']} role="alert">
          {errorMessage(error)}
        </p>
      )}
      <div className={styles['foot']}>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button
          variant="primary"
          type="submit"
          busy={isPending}
          disabled={!isChanged || photos.uploading > 0}
        >
          {t('listingEdit.send')}
        </Button>
      </div>
    </form>
  )
}

/** A field that the channel keeps, and why. */
function Closed({ title, reason }: { title?: string; reason: string | undefined }) {
  return (
    <p className={styles['closed']}>
      {title && <b>{title}: </b>}
      {reason}
    </p>
  )
}

function useRequestEdit({ id }: Product, onRequested: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInput<'PUT /products/{id}'>) =>
      api('PUT /products/{id}', { params: { id }, body }),
    onSuccess: () => {
      showToast({ tone: 'success', message: t('listingEdit.sent') })
      onRequested()
    },
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: [...productKeys.details, id] }),
  })
}
