import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { Card } from '../../../ui/drawer-frame.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Pill } from '../../../ui/pill.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { showToast } from '../../../ui/toast.ts'
import { MoveStock } from '../stock/move-stock.tsx'
import { CostButton } from './cost-history.tsx'
import { RestockCard } from './restock-card.tsx'
import { SkuForm, type SkuBody } from './sku-form.tsx'
import { SkuListings } from './sku-listings.tsx'
import styles from './sku-page.module.css'
import { TimelineCard } from './timeline-card.tsx'

/** A SKU: its listings in every shop side by side, and its stock. */
export function SkuDetailPage() {
  const { t } = useTranslation()
  const { skuId = '' }: { skuId?: string } = useParams({ strict: false })
  const queries = useQueryClient()
  const query = skuQuery(Number(skuId))
  const { data: sku, error, refetch } = useQuery(query)
  usePageTitle(sku?.name ?? t('area.skus'))
  useLive('product.change', () => void queries.invalidateQueries({ queryKey: query.queryKey }))
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />
  return (
    <main className={styles['page']}>
      <nav className={styles['crumbs']} aria-label={t('skus.path')}>
        <Link to={paths.skus()}>{t('area.skus')}</Link>
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

function Loaded({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const [isEditing, setEditing] = useState(false)
  const { name, stock_level: level } = sku
  const facts = [
    sku.barcode && t('skus.barcodeIs', { barcode: sku.barcode }),
    t('skus.alertAt', { level: count(sku.threshold) }),
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
          </div>
        )}
      </header>
      <div className={styles['columns']}>
        <div className={styles['side']}>
          <SkuListings sku={sku} mayEdit={allows(me, 'sku.edit')} />
          <RestockCard
            sku={sku}
            onChangeLevel={sku.may_edit && allows(me, 'sku.edit') ? () => setEditing(true) : undefined}
          />
        </div>
        <div className={styles['side']}>
          <SkuStock sku={sku} />
          <TimelineCard sku={sku} />
        </div>
      </div>
      {isEditing && <EditSku sku={sku} onClose={() => setEditing(false)} />}
    </>
  )
}

/** On hand, reserved and available, over all warehouses and in each. */
function SkuStock({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const { stock_total: onHand, reserved, available, warehouses } = sku
  if (onHand === null || reserved === null || available === null)
    return (
      <Card title={t('skus.stockTitle')}>
        <p className={styles['muted']}>{t('skus.neverCounted')}</p>
        <MoveStock sku={sku} />
      </Card>
    )
  return (
    <Card title={t('skus.stockTitle')}>
      <dl className={styles['formula']}>
        {(
          [
            ['onHand', t('skus.onHand'), onHand, ''],
            ['reserved', t('skus.reserved'), reserved, '−'],
            ['available', t('skus.available'), available, '='],
          ] as const
        ).map(([key, label, figure, sign]) => (
          <div key={key} data-level={key === 'available' ? sku.stock_level : undefined}>
            <dt>{label}</dt>
            <dd>
              {sign && (
                <span className={styles['sign']} aria-hidden="true">
                  {sign}
                </span>
              )}
              {count(figure)}
            </dd>
          </div>
        ))}
      </dl>
      <table className={styles['warehouses']}>
        <thead>
          <tr>
            <th scope="col">{t('skus.warehouse')}</th>
            <th scope="col">{t('skus.onHand')}</th>
            <th scope="col">{t('skus.reserved')}</th>
            <th scope="col">{t('skus.available')}</th>
          </tr>
        </thead>
        <tbody>
          {warehouses.data.map((one) => (
            <tr key={one.warehouse_id}>
              <th scope="row">{one.name}</th>
              <td>{count(one.on_hand)}</td>
              <td>{count(one.reserved)}</td>
              <td>{count(one.available)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <MoveStock sku={sku} />
    </Card>
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
