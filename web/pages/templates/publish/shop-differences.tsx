import X from 'lucide-react/icons/x'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { amountText } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { shopsQuery } from '../../../parts/queries/shop-queries.ts'
import { templateDifferencesQuery, type TemplateUpload } from '../../../parts/queries/template-queries.ts'
import { When } from '../../../parts/when.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import styles from './publish.module.css'
import { useUploadActions } from './use-upload-actions.ts'

type Props = { templateId: number; upload: TemplateUpload; onClose: () => void }

/** Fields that publishing again would send to a shop, against what was last sent. */
export function ShopDifferences({ templateId, upload, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error, refetch } = useQuery(templateDifferencesQuery(upload.id))
  const panel = useRef<HTMLElement>(null)
  // On a narrow screen it stands below all shops.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [data])
  const { publish, renew } = useUploadActions(templateId)
  const { data: shops } = useQuery(shopsQuery)
  const currency = shops?.find(({ id }) => id === upload.shop_id)?.currency ?? ''
  const keep = useMutation({
    mutationFn: () => api('POST /shop-product-template/{id}/keep-listing', { params: { id: upload.id } }),
    onSuccess: onClose,
    onError: (failure) => showToast({ tone: 'error', message: errorMessage(failure) }),
    onSettled: renew,
  })
  const sent = (data ?? []).filter((one) => one.is_sent)
  const unsent = (data ?? []).filter((one) => !one.is_sent)
  return (
    <aside
      ref={panel}
      className={styles['differences']}
      aria-label={t('templates.differencesOf', { shop: upload.shop_name })}
    >
      <header className={styles['barHead']}>
        <span className={styles['lines']}>
          <b>
            <ChannelMark platformId={upload.platform_id} /> {upload.shop_name}
          </b>
          <small>{t('templates.onlyThese', { count: sent.length })}</small>
        </span>
        <IconButton label={t('action.close')} onClick={onClose}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      {error && <LoadError title={t('templates.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton width="80%" height={60} />}
      {sent.map(({ field, sku, uploaded, next }) => (
        <section key={`${field} ${sku}`}>
          <h3>
            {t(`templates.difference.${field as 'name'}`, { defaultValue: field })}
            {sku !== null && <code> {sku}</code>}
          </h3>
          <p className={styles['before']}>
            <span className="visually-hidden">{t('templates.before')}</span>
            <Value field={field} text={uploaded} currency={currency} />
          </p>
          <p className={styles['after']}>
            <span className="visually-hidden">{t('templates.after')}</span>
            <Value field={field} text={next} currency={currency} />
          </p>
        </section>
      ))}
      {unsent.length > 0 && (
        <section>
          <h3>{t('templates.notSentTitle')}</h3>
          {unsent.map(({ field, sku, reason }) => (
            <p key={`${field} ${sku}`} className={styles['unsent']}>
              {t(`templates.difference.${field as 'name'}`, { defaultValue: field })}
              {sku !== null && ` ${sku}`}
              {reason !== null && `: ${reason}`}
            </p>
          ))}
        </section>
      )}
      <footer className={styles['foot']}>
        <Button busy={keep.isPending} onClick={() => keep.mutate()}>
          {t('templates.keepListing')}
        </Button>
        <Button
          variant="primary"
          busy={publish.isPending}
          disabled={sent.length === 0}
          onClick={() => publish.mutate([upload.shop_id], { onSuccess: onClose })}
        >
          {t('templates.sendChanges', { count: sent.length })}
        </Button>
      </footer>
      {publish.reason && (
        <p className={styles['error']} role="alert">
          {publish.reason}
        </p>
      )}
    </aside>
  )
}

type ValueProps = { field: string; text: string | null; currency: string }

/** Addresses of photos are shown as the photos. */
function Value({ field, text, currency }: ValueProps) {
  if (text === null || text === '') return <>–</>
  if (field === 'price') return <>{amountText(Number(text), currency)}</>
  if (field === 'special_price') {
    const [price, from = '', to = ''] = text.split(' ')
    return (
      <>
        {amountText(Number(price), currency)} <When at={from} /> – <When at={to} />
      </>
    )
  }
  const parts = text.split(/[\s,]+/)
  if (!parts.every((part) => /^(https?:\/\/|\/api\/)\S+$/.test(part))) return <>{text}</>
  return (
    <span className={styles['photos']}>
      {parts.map((url) => (
        <img key={url} src={url} alt="" loading="lazy" />
      ))}
    </span>
  )
}
