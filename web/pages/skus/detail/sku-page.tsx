import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StockChange } from '../../../../contract/realtime.ts'
import { mostTold } from '../../../../model/realtime-channels.ts'
import { afterReading } from '../../../console-queries.ts'
import { api, ApiError } from '../../../api.ts'
import { count } from '../../../parts/figures.ts'
import { useLive } from '../../../parts/live.ts'
import { LoadError } from '../../../parts/load-error.tsx'
import { NotFoundPage } from '../../../parts/not-found-page.tsx'
import { usePageTitle } from '../../../parts/page-title.ts'
import { type Sku, skuQuery, skusKey } from '../../../parts/queries/sku-queries.ts'
import { DeleteButton } from '../../../parts/settings/delete-button.tsx'
import { useVersion } from '../../../parts/use-version.ts'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { MergeNotes } from '../merge/merge-notes.tsx'
import { SkuMenu } from '../merge/sku-menu.tsx'
import { useKeptFocus } from '../../../ui/keep-focus.ts'
import { CostButton } from './cost-history.tsx'
import { RestockCard } from './restock-card.tsx'
import { SkuForm, type SkuBody } from './sku-form.tsx'
import { SkuListings } from './sku-listings.tsx'
import styles from './sku-page.module.css'
import { SkuNeighbours } from './sku-neighbours.tsx'
import { StockCard } from './stock-card.tsx'
import { TimelineCard } from './timeline-card.tsx'

/** A SKU: its listings in every shop side by side, and its stock. */
export function SkuDetailPage() {
  const { t } = useTranslation()
  const { skuId = '' }: { skuId?: string } = useParams({ strict: false })
  const queries = useQueryClient()
  const query = skuQuery(Number(skuId))
  const { data: sku, error, refetch } = useQuery(query)
  usePageTitle(sku?.name ?? t('area.skus'))
  const renew = () => void queries.invalidateQueries({ queryKey: query.queryKey }, afterReading)
  useLive('product.change', renew)
  useLive('stock.change', (values) => {
    if (!sku || values.some((value) => isOfSku(value as StockChange | null, sku))) renew()
  })
  const page = useRef<HTMLElement>(null)
  useKeptFocus(page)
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  return (
    <main ref={page} tabIndex={-1} className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.skus()}>{t('area.skus')}</Link>
        <SkuNeighbours skuId={Number(skuId)} />
      </nav>
      {error && !sku ? (
        <LoadError title={t('skus.failed')} error={error} onRetry={refetch} />
      ) : sku ? (
        <Loaded key={sku.id} sku={sku} />
      ) : (
        <Skeleton width="50%" height={44} />
      )}
    </main>
  )
}

/** Null, and a list that is as long as it may be, may be about any SKU. */
function isOfSku(change: StockChange | null, { id, listings }: Sku): boolean {
  if (!change) return true
  const { sku_ids: skuIds = [], listing_ids: listingIds = [] } = change
  const isCapped = Math.max(skuIds.length, listingIds.length) >= mostTold
  return isCapped || skuIds.includes(id) || listings.data.some((one) => listingIds.includes(one.id))
}

function Loaded({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [isEditing, setEditing] = useState(false)
  const { name, stock_level: level } = sku
  const facts = [
    sku.barcode && t('skus.barcodeIs', { barcode: sku.barcode }),
    sku.bin && t('skus.binIs', { bin: sku.bin }),
    t('skus.alertAt', { level: count(sku.threshold) }),
    sku.is_bundle ? t('skus.parts.bundle') : null,
  ].filter(Boolean)
  return (
    <>
      <header className={styles['head']}>
        <Picture source={sku.image} seed={sku.prime_sku} size={48} />
        <div className={styles['title']}>
          <h1>
            {name}{' '}
            {(level === 'low' || level === 'out') && (
              <Pill hue={level === 'out' ? 'red' : 'amber'}>{t(`skus.stock.${level}`)}</Pill>
            )}
          </h1>
          <p>
            <code>{sku.prime_sku}</code>
            <CostButton sku={sku} mayEdit={sku.may_edit && allows(me, 'sku.edit')} />
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        {sku.may_edit && (
          <div className={styles['actions']}>
            {allows(me, 'sku.delete') && <DeleteSku sku={sku} />}
            {allows(me, 'sku.edit') && <Button onClick={() => setEditing(true)}>{t('skus.edit')}</Button>}
            {allows(me, 'sku.edit') && <SkuMenu sku={sku} />}
          </div>
        )}
      </header>
      <MergeNotes sku={sku} mayEdit={allows(me, 'sku.edit')} />
      <div className={styles['columns']}>
        <div className={styles['side']}>
          <SkuListings
            sku={sku}
            mayEdit={allows(me, 'sku.edit') && sku.merged === null}
            mayAdjust={allows(me, 'stock.adjust')}
          />
          {allows(me, 'analytics.view') && (
            <RestockCard
              sku={sku}
              onChangeLevel={sku.may_edit && allows(me, 'sku.edit') ? () => setEditing(true) : undefined}
            />
          )}
        </div>
        <div className={styles['side']}>
          <StockCard sku={sku} />
          <TimelineCard sku={sku} />
        </div>
      </div>
      {isEditing && <EditSku sku={sku} onClose={() => setEditing(false)} />}
    </>
  )
}

function EditSku({ sku, onClose }: { sku: Sku; onClose: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [isChanged, setChanged] = useState(false)
  const save = useMutation({
    mutationFn: (change: SkuBody & { updated_at: string | null | undefined }) =>
      api('PUT /sku-centers/{id}', { params: { id: sku.id }, body: change }),
    onSuccess: async ({ data }) => {
      showToast({ tone: 'success', message: t('skus.saved', { name: data.name }) })
      onClose()
      await queries.invalidateQueries({ queryKey: skusKey })
    },
  })
  const version = useVersion(sku.updated_at, isChanged, save.error)
  return (
    <Dialog opened title={t('skus.edit')} onClose={onClose}>
      <SkuForm
        sku={sku}
        isSaving={save.isPending}
        error={save.error}
        onSave={(body) => save.mutate({ ...body, updated_at: version })}
        onCancel={onClose}
        onChange={setChanged}
      />
    </Dialog>
  )
}

function DeleteSku({ sku: { id, name } }: { sku: Sku }) {
  const { t } = useTranslation()
  return (
    <DeleteButton
      label={t('skus.delete')}
      title={t('skus.deleteTitle', { name })}
      text={t('skus.deleteText')}
      list={paths.skus()}
      listKey={skusKey}
      remove={async () => {
        await api('DELETE /sku-centers/{id}', { params: { id } })
        return t('skus.deleted', { name })
      }}
    />
  )
}
