import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { type Linkable, type Sku, skusKey } from '../../../parts/queries/sku-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { FindListing } from './find-listing.tsx'
import { ListingHeads, ListingRow } from './listing-row.tsx'
import rowStyles from './listing-row.module.css'
import styles from './sku-page.module.css'
import { useLink } from '../../../parts/skus/use-link.tsx'

/** The listings of a SKU, and how others are linked and these taken off. */
export function SkuListings({ sku, mayEdit, mayAdjust }: { sku: Sku; mayEdit: boolean; mayAdjust: boolean }) {
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
      <div className={rowStyles['room']}>
        {listings.length > 0 && <ListingHeads />}
        <ul aria-label={t('skus.listings')}>
          {listings.map((one) => (
            <ListingRow key={one.id} sku={sku} listing={one} mayAdjust={mayAdjust}>
              {mayEdit && (
                <Button
                  size="small"
                  variant="quiet"
                  busy={unlink.isPending && unlink.variables.productId === one.product_id}
                  aria-label={`${t('skus.unlink')} · ${one.shop.data.system_name} · ${one.name}`}
                  onClick={() => unlink.mutate({ skuId: sku.id, productId: one.product_id })}
                >
                  {t('skus.unlink')}
                </Button>
              )}
            </ListingRow>
          ))}
        </ul>
      </div>
      {isLinking && <LinkListing sku={sku} onClose={() => setLinking(false)} />}
    </Card>
  )
}

function LinkListing({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { link, onError } = useLink()
  const [elsewhere, setElsewhere] = useState<Linkable | null>(null)
  const send = (one: Linkable, move: boolean) =>
    link.mutate(
      { skuId: sku.id, ids: [one.id], move },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (one.sku && error instanceof ApiError && error.code === 'sku_linked_elsewhere') setElsewhere(one)
          else {
            onError(error)
            // Somebody else has linked it since it was found.
            void queries.invalidateQueries({ queryKey: skusKey })
          }
        },
      },
    )
  return (
    <>
      <Dialog opened title={t('skus.link')} onClose={onClose}>
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
