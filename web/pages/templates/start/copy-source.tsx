import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { productListQuery } from '../../../parts/queries/product-queries.ts'
import { templateListQuery } from '../../../parts/queries/template-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import form from '../template-page.module.css'
import styles from './start.module.css'

type Copy = NonNullable<BodyInput<'POST /product-template'>['copy']>
type Found = {
  key: string
  copy: Copy
  name: string
  detail: string
  image: string | null
  platforms: number[]
}

type Props = {
  isBusy: boolean
  /** Why a listing cannot be copied yet; a template brings its own channels. */
  refusal: string | undefined
  onCopy: (copy: Copy) => void
}

const mostFound = 6
const typingMs = 250

/** Listings and templates by a keyword, to begin from. */
export function CopySource({ isBusy, refusal, onCopy }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), typingMs) || undefined
  const templates = useQuery(templateListQuery({ keyword, limit: mostFound }))
  const listings = useQuery(productListQuery({ keyword, limit: mostFound }))
  const found: Found[] = [
    ...(templates.data?.data ?? []).map((row) => ({
      key: `t${row.id}`,
      copy: { template_id: row.id },
      name: row.name || t('templates.unnamed'),
      detail: `${t('templates.template')} · ${row.product_sku}`,
      image: row.image,
      platforms: row.platform_ids,
    })),
    ...(listings.data?.data ?? []).map((row) => ({
      key: `p${row.id}`,
      copy: { product_id: row.id },
      name: row.name,
      detail: [row.shop.data.system_name, row.seller_sku].filter(Boolean).join(' · '),
      image: row.main_image,
      platforms: [row.shop.data.platform_id],
    })),
  ]
  const failed = templates.error ?? listings.error
  return (
    <div className={styles['find']}>
      <TextField
        label={t('templates.findSource')}
        optional
        autoComplete="off"
        maxLength={255}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {refusal && <p className={form['muted']}>{t('templates.copyNeedsShop')}</p>}
      {failed && (
        <LoadError
          title={t('templates.failed')}
          error={failed}
          onRetry={() => Promise.all([templates.refetch(), listings.refetch()])}
        />
      )}
      {templates.data && listings.data && found.length === 0 && (
        <p className={form['muted']}>{t('templates.noneFound')}</p>
      )}
      <ul className={styles['found']} aria-label={t('templates.sources')} aria-live="polite">
        {found.map(({ key, copy, name, detail, image, platforms }) => (
          <li key={key}>
            <Picture source={image} seed={name} />
            <span className={styles['lines']}>
              <span title={name}>{name}</span>
              <small>
                {platforms.map((id) => (
                  <ChannelMark key={id} platformId={id} />
                ))}{' '}
                {detail}
              </small>
            </span>
            <Button
              size="small"
              busy={isBusy}
              aria-label={`${t('templates.copy')} · ${name}`}
              {...(refusal !== undefined && copy.product_id !== undefined && { refusal })}
              onClick={() => onCopy(copy)}
            >
              {t('templates.copy')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
