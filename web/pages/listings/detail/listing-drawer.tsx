import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { notFound, rootRouteId, useNavigate, useParams } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import ExternalLink from 'lucide-react/icons/external-link'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterReading } from '../../../console-queries.ts'
import { ApiError } from '../../../api.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { goodsChannels, useLive } from '../../../parts/live.ts'
import { ShopName } from '../../../parts/list/cells.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { productHues, productStatusOfRow } from '../../../parts/product-labels.ts'
import { type Product, productQuery } from '../../../parts/queries/product-queries.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import buttons from '../../../ui/button.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { Card, DrawerFrame } from '../../../ui/drawer-frame.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { ListingActions, type ListingDialog } from '../edit/listing-actions.tsx'
import { useListings } from '../list/use-listings.ts'
import styles from './listing-drawer.module.css'
import { ListingHistory } from './listing-history.tsx'
import { ListingFacts } from './listing-facts.tsx'
import { ListingPlaces } from './listing-places.tsx'
import { ListingSales } from './listing-sales.tsx'
import { ListingScore } from './listing-score-card.tsx'
import { ListingVariants } from './listing-variants.tsx'
import { later } from '../../../later.tsx'

const EditListing = later(async () => ({ default: (await import('../edit/edit-listing.tsx')).EditListing }))

/** One product over the list, which keeps its place. */
export function ListingDrawer() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const params: { productId?: string } = useParams({ strict: false })
  const id = Number(params.productId)
  const rows = useListings().result.data?.data ?? []
  const { data: product, error, refetch } = useQuery(productQuery(id))
  const [editing, setEditing] = useState<number | null>(null)
  const [focus, setFocus] = useState<string>()
  const isDirty = useRef<boolean>(null)
  const known = product ?? rows.find((row) => row.id === id)
  usePageTitle(known?.name ?? t('products.product'))
  const queries = useQueryClient()
  useLive(
    goodsChannels,
    () => void queries.invalidateQueries({ queryKey: productQuery(id).queryKey, exact: true }, afterReading),
  )

  const isMissing = error instanceof ApiError && error.status === 404
  if (isMissing && !product) throw notFound({ routeId: rootRouteId })
  const at = rows.findIndex((row) => row.id === id)
  const [previous, next] = [rows[at - 1], at === -1 ? undefined : rows[at + 1]]
  const go = (to: string, replace: boolean) =>
    void navigate({ to, search: true, replace, resetScroll: false })
  // With something typed the form asks first.
  const leave = () => go(paths.products(), false)
  const leaveDeleted = useEffectEvent(() => {
    showToast({ tone: 'success', message: t('listingEdit.deleted') })
    leave()
  })
  useEffect(() => {
    // It was there: deleted at its channel meanwhile, or by another user.
    if (isMissing) leaveDeleted()
  }, [isMissing])
  return (
    <DrawerFrame
      title={
        known ? (
          <>
            <div className={styles['heading']}>
              <h2 className={styles['name']}>{known.name}</h2>
              <ShopName platformId={known.shop.data.platform_id} name={known.shop.data.system_name} />
            </div>
            <Pill hue={productHues[productStatusOfRow(known)]}>
              {t(`productStatus.${productStatusOfRow(known)}`)}
            </Pill>
          </>
        ) : (
          <Skeleton width={220} height={18} />
        )
      }
      onClose={leave}
      {...(editing === id && { onEscape: () => (isDirty.current ? leave() : setEditing(null)) })}
      actions={
        <>
          <IconButton
            label={t('products.previous')}
            disabled={!previous}
            onClick={() => previous && go(paths.product(previous.id), true)}
          >
            <ChevronUp size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('products.next')}
            disabled={!next}
            onClick={() => next && go(paths.product(next.id), true)}
          >
            <ChevronDown size={18} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      {product && editing === id ? (
        <Suspense fallback={<Skeleton width="100%" height={320} />}>
          <EditListing
            key={id}
            product={product}
            focus={focus}
            isDirty={isDirty}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ) : product ? (
        <Parts
          product={product}
          onEdit={(field) => {
            setFocus(field)
            setEditing(id)
          }}
        />
      ) : error ? (
        <Card>
          <LoadError title={t('products.failed')} error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Card>
          <Skeleton width="80%" height={48} />
          <Skeleton width="60%" />
          <Skeleton width="40%" />
        </Card>
      )}
    </DrawerFrame>
  )
}

function Parts({ product, onEdit }: { product: Product; onEdit: (field?: string) => void }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [dialog, setDialog] = useState<ListingDialog | null>(null)
  const page = product.product_skus.data.map((sku) => sku.product_sku_detail.url).find(Boolean)
  return (
    <>
      {product.refusal && (
        <Card title={t('products.refusedTitle')}>
          <p className={styles['refusal']}>{product.refusal}</p>
        </Card>
      )}
      <ListingActions product={product} open={dialog} onOpen={setDialog} onEdit={() => onEdit()} />
      <Card title={t('products.photos')}>
        {product.images.data.length > 0 ? (
          <ul className={styles['photos']} data-sideways="">
            {product.images.data.map(({ url }) => (
              <li key={url}>
                <Picture source={url} seed={product.name} size={72} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles['muted']}>{t('products.noPhotos')}</p>
        )}
      </Card>
      <Card title={t('products.variants', { count: product.variant_count })}>
        <ListingVariants product={product} />
      </Card>
      <ListingPlaces productId={product.id} />
      {allows(me, 'analytics.view') && <ListingSales productId={product.id} />}
      <ListingScore
        product={product}
        page={page}
        onFix={({ field, path }) => (field === 'price' ? setDialog('prices') : onEdit(path))}
      />
      <ListingFacts product={product} />
      <ListingHistory product={product} />
      {page && (
        <a className={`${buttons['button']} ${styles['out']}`} href={page} target="_blank" rel="noreferrer">
          <ExternalLink size={15} aria-hidden="true" />
          {t('products.openAtChannel')}
        </a>
      )}
    </>
  )
}
