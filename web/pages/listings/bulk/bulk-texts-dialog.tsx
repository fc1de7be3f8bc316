import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { plainTextOf } from '../../../../model/listing-html.ts'
import { listingLimitsOf } from '../../../../model/listing-limits.ts'
import { count, measureIn } from '../../../parts/figures.ts'
import { ListingHtmlField } from '../../../parts/listing-html-field.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { type Photo, PhotoGrid } from '../../../parts/photos/photo-grid.tsx'
import { LaterConfirmLeave } from '../../../parts/later-confirm-leave.tsx'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type Side, sides } from '../edit/listing-draft.ts'
import { PackageFields } from '../edit/package-fields.tsx'
import { usePhotoUploads } from '../edit/use-photo-uploads.ts'
import styles from './bulk-dialogs.module.css'
import own from './bulk-texts.module.css'
import { textsToChange } from './bulk-rows.ts'
import { BulkTextsPreview, UnchangedTexts } from './bulk-texts-preview.tsx'
import {
  descriptionRuleKinds,
  nameRuleKinds,
  parcelRuleKinds,
  photoRuleKinds,
  type Sizes,
  type TextRow,
  type TextRules,
  type TextShop,
} from './text-rules.ts'
import { type Refusal, useBulkSend } from './use-bulk-send.ts'
import { usePlannedTexts } from './use-planned-texts.ts'

type Props = { ids: number[]; onClose: () => void; onDone: () => void }
type Kinds = { [Field in keyof Required<TextRules>]: NonNullable<TextRules[Field]>['kind'] | '' }
type Kind = Exclude<Kinds[keyof Kinds], ''>

const noSizes = { weight: '', length: '', width: '', height: '' }
const ruleFields = ['name', 'description', 'photos', 'parcel'] as const

/** New names, descriptions, photos and parcels of the chosen products by rules, with what comes of them before they are sent. */
export function BulkTextsDialog({ ids, onClose, onDone }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(textsToChange(ids))
  const title = t('bulkTexts.title', { count: ids.length, figure: count(ids.length) })
  return (
    <Dialog opened size={640} title={title} onClose={onClose}>
      {data ? (
        <Loaded {...data} onClose={onClose} onDone={onDone} />
      ) : error ? (
        <LoadError title={t('products.failed')} error={error} onRetry={refetch} />
      ) : (
        <Skeleton width="100%" height={180} />
      )}
    </Dialog>
  )
}

type Loaded = { rows: TextRow[]; shops: ReadonlyMap<number, TextShop> }

function Loaded({ rows, shops, onClose, onDone }: Loaded & Omit<Props, 'ids'>) {
  const { t } = useTranslation()
  const [kinds, setKinds] = useState<Kinds>({ name: '', description: '', photos: '', parcel: '' })
  const [find, setFind] = useState('')
  const [text, setText] = useState('')
  const [html, setHtml] = useState('')
  const [sizes, setSizes] = useState(noSizes)
  const photos = useBulkPhotos(rows, shops)
  const [sent, setSent] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<Refusal[]>([])
  const [isOver, setIsOver] = useState(false)
  const { send, isPending } = useBulkSend({
    onSent: (refusals) => (refused.length + refusals.length > 0 ? setIsOver(true) : onDone()),
    onPortion: ({ products }, refusals) => {
      setSent((before) => new Set([...before, ...products.map(({ id }) => id)]))
      setRefused((before) => [...before, ...refusals])
    },
  })
  const rules = useMemo<TextRules>(
    () => ({
      ...(kinds.name && { name: { kind: kinds.name, find, text } }),
      ...(kinds.description && { description: { kind: kinds.description, html } }),
      ...(kinds.photos && { photos: { kind: kinds.photos, ids: photos.ids } }),
      ...(kinds.parcel && { parcel: { kind: kinds.parcel, sizes: measuredSizes(sizes) } }),
    }),
    [kinds, find, text, html, photos.ids, sizes],
  )
  const { texts, isCurrent } = usePlannedTexts(rows, shops, rules)
  const planned = texts?.filter(({ row }) => !sent.has(row.id))
  const good = (planned ?? []).filter(({ broken, locks }) => broken.length + locks.length === 0)
  const figures = { count: good.length, figure: count(good.length) }
  const isEmpty = {
    name: (kinds.name === 'replace' ? find : text.trim()) === '',
    description: plainTextOf(html).trim() === '',
    photos: photos.list.length === 0,
    parcel: sides.every((side) => measureIn(sizes[side]) === undefined),
  }
  const hasWrongSize = kinds.parcel !== '' && sides.some((side) => isWrongSize(sizes[side]))
  const chosen = ruleFields.filter((field) => kinds[field])
  const missing = chosen.length === 0 ? 'rule' : chosen.find((field) => isEmpty[field])

  function submit(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (good.length === 0 || !isCurrent || photos.uploads.uploading > 0 || hasWrongSize) return
    send(
      [],
      good.map(({ row, edit }) => ({ id: row.id, updated_at: row.version, ...edit })),
    )
  }

  const ruleField = (field: keyof Kinds, all: readonly Kind[]) => (
    <SelectField
      label={t(`bulkTexts.field.${field}`)}
      value={kinds[field]}
      onChange={(event) => setKinds({ ...kinds, [field]: event.currentTarget.value })}
    >
      <option value="">{t('bulkTexts.stays')}</option>
      {all.map((kind) => (
        <option key={kind} value={kind}>
          {t(`bulkTexts.kind.${kind}`)}
        </option>
      ))}
    </SelectField>
  )

  if (isOver)
    return (
      <div className={styles['form']}>
        <UnchangedTexts
          title={t('bulkTexts.refused', { count: refused.length, figure: count(refused.length) })}
          lines={refused.flatMap(({ product_id: id, message }) => {
            const row = rows.find((one) => one.id === id)
            return row ? { row, shop: shops.get(row.shop_id), reason: message } : []
          })}
        />
        <div className={styles['end']}>
          <Button onClick={onDone} data-autofocus>
            {t('action.close')}
          </Button>
        </div>
      </div>
    )
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <fieldset className={own['fields']} disabled={isPending}>
        {ruleField('name', nameRuleKinds)}
        {kinds.name && (
          <div className={kinds.name === 'replace' ? styles['rule'] : undefined}>
            {kinds.name === 'replace' && (
              <TextField
                label={t('bulkTexts.find')}
                autoComplete="off"
                maxLength={200}
                value={find}
                onChange={(event) => setFind(event.currentTarget.value)}
              />
            )}
            <TextField
              label={t(kinds.name === 'replace' ? 'bulkTexts.with' : 'bulkTexts.nameText')}
              autoComplete="off"
              optional={kinds.name === 'replace'}
              maxLength={200}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </div>
        )}
        {ruleField('description', descriptionRuleKinds)}
        {kinds.description && (
          <ListingHtmlField label={t('bulkTexts.descriptionText')} initial={html} onChange={setHtml} />
        )}
        {ruleField('photos', photoRuleKinds)}
        {kinds.photos &&
          (photos.isOpen ? (
            <>
              <p className={styles['muted']}>{t('bulkTexts.photoLimits', { limits: photos.limits })}</p>
              <PhotoGrid
                photos={photos.list}
                uploading={photos.uploads.uploading}
                errors={photos.uploads.errors}
                hasMain={kinds.photos !== 'append'}
                onChange={photos.change}
                onFiles={(files) => void photos.uploads.upload(files)}
              />
            </>
          ) : (
            <p className={styles['muted']}>{t('bulkTexts.noPhotos')}</p>
          ))}
        {ruleField('parcel', parcelRuleKinds)}
        {kinds.parcel && (
          <PackageFields
            sizes={sizes}
            errorOf={(side) => (isWrongSize(sizes[side]) ? t('listingEdit.numberRule') : undefined)}
            onChange={setSizes}
          />
        )}
      </fieldset>
      {good.length === 0 && missing ? (
        <output className={styles['muted']}>{t(`bulkTexts.missing.${missing}`)}</output>
      ) : planned ? (
        <BulkTextsPreview planned={planned} />
      ) : (
        <Skeleton width="100%" height={20} />
      )}
      {(isPending || sent.size > 0) && (
        <ProgressBar label={t('bulkTexts.sending')} percent={(100 * sent.size) / (sent.size + good.length)} />
      )}
      <LaterConfirmLeave
        when={chosen.some((field) => !isEmpty[field])}
        isSaving={isPending}
        text={t('listingEdit.leaveText')}
      />
      <div className={`${styles['end']} ${own['end']}`}>
        <Button onClick={sent.size > 0 ? onDone : onClose}>{t('action.cancel')}</Button>
        <Button
          variant="primary"
          type="submit"
          busy={isPending}
          disabled={good.length === 0 || photos.uploads.uploading > 0 || hasWrongSize}
        >
          {good.length > 0 ? t('bulkTexts.send', figures) : t('bulkTexts.sendNone')}
        </Button>
      </div>
    </form>
  )
}

const isWrongSize = (text: string) => text.trim() !== '' && measureIn(text) === undefined

/** An empty size stays as it is. */
function measuredSizes(sizes: Record<Side, string>): Sizes {
  const measured = (side: Side) => measureIn(sizes[side]) ?? null
  return {
    weight: measured('weight'),
    length: measured('length'),
    width: measured('width'),
    height: measured('height'),
  }
}

/** New photos, each of which every shop that takes photos has a copy of. */
function useBulkPhotos(rows: TextRow[], shops: Loaded['shops']) {
  const [list, setList] = useState<Photo[]>([])
  const [copies, setCopies] = useState<ReadonlyMap<string, number[]>>(new Map())
  const names = useChannelNames()
  const places = useMemo(() => [...shops.values()].filter(({ locks }) => locks.images === null), [shops])
  const firsts = places.flatMap(({ id }) => rows.find((row) => row.shop_id === id)?.id ?? [])
  const uploads = usePhotoUploads(firsts, (photo, ids) => {
    setList((before) => (before.some(({ url }) => url === photo.url) ? before : [...before, photo]))
    setCopies((before) => new Map([...before, [photo.url, ids]]))
  })
  const ids = useMemo(() => {
    // The lock of a shop that takes none tells so, whichever the numbers.
    const idsIn = ({ id: shopId }: TextShop) => {
      const at = places.findIndex(({ id }) => id === shopId)
      return list.flatMap(({ url, id }) => (at === -1 ? id : copies.get(url)?.[at]) ?? [])
    }
    return new Map([...shops.values()].map((shop) => [shop.id, idsIn(shop)]))
  }, [shops, places, list, copies])
  const channels = [...new Set(places.map(({ platform_id: platformId }) => platformId))]
  const limits = channels.map((one) => `${names(one)} ${count(listingLimitsOf(one).images.most)}`).join(', ')
  return { limits, list, change: setList, isOpen: places.length > 0, uploads, ids }
}
