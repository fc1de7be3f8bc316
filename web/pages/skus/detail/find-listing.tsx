import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { LoadError } from '../../../parts/load-error.tsx'
import { type Linkable, linkableQuery } from '../../../parts/queries/sku-queries.ts'
import { Picture } from '../../../ui/picture.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useSettled } from '../../../ui/use-settled.ts'
import styles from './sku-page.module.css'

/** Listings by a keyword. `action`: what is done with each. */
export function FindListing({ action }: { action: (listing: Linkable) => ReactNode }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const keyword = useSettled(typed.trim(), 250)
  const { data, error, refetch } = useQuery(linkableQuery(keyword))
  const found = keyword === '' ? undefined : data
  return (
    <div className={styles['find']}>
      <TextField
        label={t('skus.findListing')}
        optional
        autoComplete="off"
        maxLength={255}
        value={typed}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error && <LoadError title={t('skus.failed')} error={error} onRetry={refetch} />}
      {found?.length === 0 && <p className={styles['muted']}>{t('skus.noneFound')}</p>}
      <ul className={styles['found']} aria-label={t('skus.listings')} aria-live="polite">
        {found?.map((one) => (
          <li key={one.id}>
            <Picture source={one.image} seed={one.seller_sku ?? one.name} />
            <ListingName listing={one}>
              {one.sku ? t('skus.linkedTo', { code: one.sku.prime_sku }) : t('skus.notLinked')}
            </ListingName>
            {action(one)}
          </li>
        ))}
      </ul>
    </div>
  )
}

type NameProps = { listing: Pick<Linkable, 'name' | 'variant' | 'shop'>; children?: ReactNode }

export function ListingName({ listing: { name, variant, shop }, children }: NameProps) {
  return (
    <span className={styles['lines']}>
      <span title={name}>{variant ? `${name} · ${variant}` : name}</span>
      <small>
        <ChannelMark platformId={shop.data.platform_id} /> {shop.data.system_name}
        {children && <> · {children}</>}
      </small>
    </span>
  )
}
