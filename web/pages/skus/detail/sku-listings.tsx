import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { count } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import type { Linkable, ListingOfSku, Sku } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { FindListing, ListingName } from './find-listing.tsx'
import styles from './sku-page.module.css'
import { useLink } from './use-link.tsx'

/** The listings of a SKU, and how others are linked and these taken off. */
export function SkuListings({ sku, mayEdit }: { sku: Sku; mayEdit: boolean }) {
  const { t } = useTranslation()
  const [isLinking, setLinking] = useState(false)
  const { unlink } = useLink()
  const { data: listings } = sku.listings
  return (
    <Card
      title={
        <span className={styles['cardHead']}>
          {t('skus.listings')}
          {mayEdit && (
            <Button size="small" onClick={() => setLinking(true)}>
              {t('skus.link')}
            </Button>
          )}
        </span>
      }
    >
      {listings.length === 0 && <p className={styles['muted']}>{t('skus.noListing')}</p>}
      <ul className={styles['listings']} aria-label={t('skus.listings')}>
        {listings.map((one) => (
          <li key={one.id} data-refused={one.refusal !== null || undefined}>
            <ListingName listing={one} />
            <ListingFigures listing={one} />
            {mayEdit && (
              <Button
                size="small"
                busy={unlink.isPending && unlink.variables.productId === one.product_id}
                aria-label={`${t('skus.unlink')} · ${one.shop.data.system_name} · ${one.name}`}
                onClick={() => unlink.mutate({ skuId: sku.id, productId: one.product_id })}
              >
                {t('skus.unlink')}
              </Button>
            )}
            {one.refusal !== null && (
              <p className={styles['error']}>{t('skus.refused', { reason: one.refusal })}</p>
            )}
          </li>
        ))}
      </ul>
      {isLinking && <LinkListing sku={sku} onClose={() => setLinking(false)} />}
    </Card>
  )
}

/** Price, the stock that the shop is sent, and what it shows. */
function ListingFigures({ listing: { price, currency, sent, shown } }: { listing: ListingOfSku }) {
  const { t } = useTranslation()
  const figure = (value: number | null) => (value === null ? '–' : count(value))
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{t('skus.price')}</dt>
        <dd>
          <Money value={price} currency={currency} strong />
        </dd>
      </div>
      <div>
        <dt>{t('skus.sent')}</dt>
        <dd>{figure(sent)}</dd>
      </div>
      <div>
        <dt>{t('skus.shown')}</dt>
        <dd>{figure(shown)}</dd>
      </div>
    </dl>
  )
}

function LinkListing({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const { t } = useTranslation()
  const { link, onError } = useLink()
  const [elsewhere, setElsewhere] = useState<Linkable | null>(null)
  const send = (one: Linkable, move: boolean) =>
    link.mutate(
      { skuId: sku.id, ids: [one.id], move },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'sku_linked_elsewhere') setElsewhere(one)
          else onError(error)
        },
      },
    )
  return (
    <>
      <Dialog opened={elsewhere === null} title={t('skus.link')} onClose={onClose}>
        <FindListing
          action={(one) => (
            <Button
              size="small"
              disabled={one.sku?.id === sku.id}
              busy={link.isPending && link.variables.ids.includes(one.id)}
              aria-label={`${t('skus.linkShort')} · ${one.shop.data.system_name} · ${one.name}`}
              onClick={() => send(one, false)}
            >
              {t('skus.linkShort')}
            </Button>
          )}
        />
      </Dialog>
      {elsewhere && (
        <ConfirmDialog
          opened
          title={t('skus.moveTitle')}
          confirm={t('skus.move')}
          busy={link.isPending}
          onClose={() => setElsewhere(null)}
          onConfirm={() => send(elsewhere, true)}
        >
          <p>
            {t('skus.moveText', {
              listing: elsewhere.name,
              sku: elsewhere.sku?.name ?? '',
              code: elsewhere.sku?.prime_sku ?? '',
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
