import MessageSquareWarning from 'lucide-react/icons/message-square-warning'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { publishSteps } from '../../../../model/product-template.ts'
import { api } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { When } from '../../../parts/when.tsx'
import type { Template, TemplateUpload } from '../../../parts/queries/template-queries.ts'
import { isChangedByOther } from '../../../parts/use-version.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.ts'
import { addressOfProblem } from '../form/field-path.ts'
import { useChannelNames } from '../../../parts/use-channel-names.ts'
import { useFieldName } from '../form/use-problem-text.ts'
import { useDraft, useFrame } from '../form/use-draft.ts'
import { UploadPill } from '../template-status.tsx'
import styles from './publish.module.css'
import { useUploadActions } from './use-upload-actions.ts'

type Props = {
  template: Template
  mayRetry: boolean
  /** Upload whose differences are shown. */
  compared: number | null
  onCompare: (upload: number) => void
}

/** One row per shop in the order of publishing, which does not change while they run. */
export function UploadRows({ template, mayRetry, compared, onCompare }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={styles['rows']} aria-label={t('templates.shops')}>
      {template.uploads.map((upload) => (
        <UploadRow
          key={upload.id}
          templateId={template.id}
          upload={upload}
          mayRetry={mayRetry}
          isCompared={compared === upload.id}
          onCompare={() => onCompare(upload.id)}
        />
      ))}
    </ul>
  )
}

type RowProps = {
  templateId: number
  upload: TemplateUpload
  mayRetry: boolean
  isCompared: boolean
  onCompare: () => void
}

function UploadRow({ upload, ...more }: RowProps) {
  const { t } = useTranslation()
  const names = useChannelNames()
  const { upload_status: status, uploaded_at: uploadedAt, requested_at: requestedAt } = upload
  const at = status.code === 'uploaded' || status.code === 'outdated' ? uploadedAt : requestedAt
  return (
    <li
      className={styles['row']}
      tabIndex={-1}
      data-compared={more.isCompared || undefined}
      data-shop-row={upload.shop_id}
    >
      <div className={styles['shop']}>
        <ChannelMark platformId={upload.platform_id} />
        <span className={styles['lines']}>
          <b title={upload.shop_name}>{upload.shop_name}</b>
          <small>{names(upload.platform_id)}</small>
        </span>
      </div>
      <div className={styles['lines']}>
        <span>
          <UploadPill status={status.code} />
        </span>
        <small>
          {status.code === 'canceled' ? t('templates.nothingWasSent') : at !== null && <When at={at} />}
        </small>
        {upload.is_kept && <small>{t('templates.kept')}</small>}
      </div>
      <UploadSteps upload={upload} />
      <div className={styles['end']}>
        {upload.is_kept && <UndoKeep templateId={more.templateId} upload={upload} />}
        <RowAction upload={upload} {...more} />
      </div>
      {(status.code === 'failed' || upload.fields.length > 0) && <Failure upload={upload} />}
    </li>
  )
}

/** Four steps, so that a failure says where it stopped. */
function UploadSteps({ upload: { step, upload_status: status } }: { upload: TemplateUpload }) {
  const { t } = useTranslation()
  const at = step === null ? -1 : publishSteps.indexOf(step)
  const isDone = status.code === 'uploaded' || status.code === 'outdated'
  const stateOf = (place: number) =>
    isDone || place < at
      ? 'done'
      : place > at || status.code === 'canceled' || status.code === 'queued'
        ? 'next'
        : status.code === 'failed'
          ? 'failed'
          : 'now'
  return (
    <ol className={styles['steps']} aria-label={t('templates.progress')}>
      {publishSteps.map((name, place) => (
        <li
          key={name}
          data-state={stateOf(place)}
          aria-current={stateOf(place) === 'now' ? 'step' : undefined}
        >
          {t(`templates.publishStep.${name}`)}
          <span className="visually-hidden">{t(`templates.stepState.${stateOf(place)}`)}</span>
        </li>
      ))}
    </ol>
  )
}

/** Compares what was last sent with the template again. */
function UndoKeep({ templateId, upload }: Pick<RowProps, 'templateId' | 'upload'>) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const { renew } = useUploadActions(templateId)
  const undo = useMutation({
    mutationFn: () =>
      api('POST /shop-product-template/{id}/undo-keep-listing', { params: { id: upload.id } }),
    onError: (error) => showToast({ tone: 'error', message: errorMessage(error) }),
    onSettled: renew,
  })
  if (!allows(me, 'products.publish')) return null
  return (
    <Button
      size="small"
      busy={undo.isPending}
      aria-label={`${t('templates.undoKeep')} · ${upload.shop_name}`}
      onClick={() => undo.mutate()}
    >
      {t('templates.undoKeep')}
    </Button>
  )
}

function RowAction({ templateId, upload, mayRetry, isCompared, onCompare }: RowProps) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const { publish, renew } = useUploadActions(templateId)
  const tell = (error: Error) => {
    // The line above the page tells of what somebody else has changed.
    if (!isChangedByOther(error)) showToast({ tone: 'error', message: errorMessage(error) })
  }
  const cancel = useMutation({
    mutationFn: () =>
      api('POST /shop-product-template/{id}/cancel-upload-to-platform', { params: { id: upload.id } }),
    onError: tell,
    onSettled: renew,
  })
  const { code } = upload.upload_status
  const named = (label: string) => ({ 'aria-label': `${label} · ${upload.shop_name}`, children: label })
  if (code === 'uploaded' && upload.product_id !== null)
    return (
      <Link
        className={`${buttons['button']} ${buttons['small']}`}
        to={paths.product(upload.product_id)}
        {...named(t('templates.openListing'))}
      />
    )
  if (!allows(me, 'products.publish')) return null
  if (code === 'queued' || code === 'uploading')
    return (
      <Button
        size="small"
        busy={cancel.isPending}
        onClick={() => cancel.mutate()}
        {...named(t('templates.cancel'))}
      />
    )
  if (code === 'outdated')
    return (
      <Button
        size="small"
        aria-expanded={isCompared}
        onClick={onCompare}
        {...named(t('templates.differences'))}
      />
    )
  if (code !== 'failed' && code !== 'canceled') return null
  return (
    <Button
      size="small"
      busy={publish.isPending}
      {...(!mayRetry && { refusal: t('templates.fixErrors') })}
      onClick={() => publish.mutate([upload.shop_id], { onError: tell })}
      {...named(t(code === 'failed' ? 'templates.retry' : 'templates.publish'))}
    />
  )
}

/** The channel's words, and the fields that it named with the way to each; of a listing that stands, what it has not taken away. */
function Failure({ upload }: { upload: TemplateUpload }) {
  const { t } = useTranslation()
  const { id, mode } = useFrame()
  const content = useDraft((state) => state.content)
  const fieldName = useFieldName()
  const hasFailed = upload.upload_status.code === 'failed'
  return (
    <div className={styles['failure']} data-failed={hasFailed || undefined}>
      <MessageSquareWarning size={16} aria-hidden="true" />
      <div className={styles['lines']}>
        {hasFailed && <b>{upload.error ?? t('templates.failedUnknown')}</b>}
        {upload.fields.map(({ field, message }) => (
          <Link
            key={`${field} ${message}`}
            {...addressOfProblem(id, mode, {
              path: field,
              platform_id: upload.platform_id,
              shop_id: upload.shop_id,
            })}
          >
            {`${fieldName(field, content)}: ${message}`}
          </Link>
        ))}
        {hasFailed && (
          <Link to={paths.templateStep(id, upload.platform_id, mode)}>{t('templates.openStep')}</Link>
        )}
        {upload.channel_code && <small>{t('templates.channelCode', { code: upload.channel_code })}</small>}
      </div>
    </div>
  )
}
