import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { UploadStatus } from '../../../../model/product-template.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { isOpenUpload, type Template } from '../../../parts/queries/template-queries.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './publish.module.css'
import { useUploadActions } from './use-upload-actions.ts'

type Props = {
  template: Template
  /** Errors that are left; undefined while they are counted. */
  problems: number | undefined
}

const ended: UploadStatus[] = ['uploaded', 'failed', 'outdated', 'canceled']

/** The progress of publishing, and the button that begins it: filled only while nothing is wrong. */
export function PublishBar({ template, problems }: Props) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const errorMessage = useErrorMessage()
  const { publish, cancel } = useUploadActions(template.id)
  const { uploads } = template
  const bar = useRef<HTMLElement>(null)
  const codes = uploads.map(({ upload_status: { code } }) => code as UploadStatus)
  const open = uploads.filter(isOpenUpload)
  const waiting = uploads.filter(
    ({ upload_status: { code } }) =>
      code !== 'uploaded' && code !== 'queued' && code !== 'uploading' && code !== 'canceling',
  )
  const mayPublish = allows(me, 'products.publish')
  const refusal = !mayPublish
    ? t('templates.mayNotPublish')
    : problems === undefined
      ? t('templates.checking')
      : problems > 0
        ? t('templates.fixFirst', { count: problems })
        : undefined
  const cancelAll = useMutation({
    mutationFn: () => cancel(open.map(({ shop_id: id }) => id)),
    onSuccess: (tooLate) =>
      tooLate > 0 && showToast({ tone: 'warning', message: t('templates.tooLate', { count: tooLate }) }),
    onError: (error) => showToast({ tone: 'error', message: errorMessage(error) }),
  })
  const isBegun = codes.some((code) => code !== 'not_uploaded')
  return (
    <section ref={bar} tabIndex={-1} className={styles['bar']} aria-label={t('templates.publishing')}>
      <div className={styles['barHead']}>
        <output className={styles['lines']}>
          <b>
            {isBegun
              ? t('templates.finished', {
                  figure: count(codes.filter((code) => ended.includes(code)).length),
                  all: count(codes.length),
                })
              : problems === undefined
                ? t('templates.checking')
                : problems > 0
                  ? t('templates.errors', { count: problems })
                  : t('templates.allGood')}
          </b>
          <small>{open.length > 0 ? t('templates.leaveSafe') : t('templates.nothingSent')}</small>
        </output>
        {open.length > 0 && mayPublish && (
          <Button busy={cancelAll.isPending} onClick={() => cancelAll.mutate()}>
            {t('templates.cancelWaiting', { count: open.length })}
          </Button>
        )}
        {waiting.length > 0 && (
          <Button
            variant={problems === 0 ? 'primary' : 'default'}
            busy={publish.isPending}
            {...(refusal !== undefined && { refusal })}
            onClick={() =>
              publish.mutate(
                waiting.map(({ shop_id: id }) => id),
                // The button leaves with the last shop that waited for it.
                { onSuccess: () => bar.current?.focus() },
              )
            }
          >
            {t('templates.publishTo', { count: waiting.length, figure: count(waiting.length) })}
          </Button>
        )}
      </div>
      {isBegun && (
        <div className={styles['bars']} aria-hidden="true">
          {codes.map((code, at) => (
            <span key={at} data-state={code} />
          ))}
        </div>
      )}
      {publish.reason && (
        <p className={styles['error']} role="alert">
          {publish.reason}
        </p>
      )}
    </section>
  )
}
