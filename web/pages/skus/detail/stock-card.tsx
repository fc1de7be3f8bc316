import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import type { Sku } from '../../../parts/queries/sku-queries.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { MoveStock } from '../stock/move-stock.tsx'
import styles from './sku-page.module.css'

/** The stock of a SKU and how it comes about: its own pieces by warehouse, or the parts of a bundle. */
export function StockCard({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  return (
    <Card title={t('skus.stockTitle')}>
      {sku.is_bundle ? <BundleStock sku={sku} /> : <OwnStock sku={sku} />}
      <InBundles sku={sku} />
      {!sku.is_bundle && !sku.merged && <MoveStock sku={sku} />}
    </Card>
  )
}

/** The safety stock of all shops where it is the same and they share all stock of one warehouse; else 0, as each listing says its own. */
function commonBuffer({ listings, warehouses }: Sku): number {
  if (warehouses.data.length > 1) return 0
  const offers = listings.data.flatMap(({ offer, push }) => (offer && push ? [offer] : []))
  const buffers = new Set(offers.map(({ buffer }) => buffer))
  const [buffer = 0] = buffers
  return buffers.size === 1 && offers.every(({ share }) => share === 100) ? buffer : 0
}

function OwnStock({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const { stock_total: onHand, reserved, available } = sku
  if (onHand === null || reserved === null || available === null)
    return <p className={styles['muted']}>{t('skus.neverCounted')}</p>
  const buffer = commonBuffer(sku)
  return (
    <>
      <dl className={styles['formula']}>
        <Term label={t('skus.onHand')} figure={onHand} />
        <Term label={t('skus.reserved')} figure={reserved} sign="−" />
        {buffer > 0 && <Term label={t('skus.buffer')} figure={buffer} sign="−" />}
        <Term
          label={t(buffer > 0 ? 'skus.forShops' : 'skus.available')}
          figure={buffer > 0 ? Math.max(0, available - buffer) : available}
          sign="="
          level={sku.stock_level}
        />
      </dl>
      <Warehouses sku={sku} />
    </>
  )
}

type TermProps = { label: string; figure: number; sign?: string; level?: Sku['stock_level'] }

function Term({ label, figure, sign, level }: TermProps) {
  return (
    <div data-level={level ?? undefined}>
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
  )
}

function Warehouses({ sku: { warehouses } }: { sku: Sku }) {
  const { t } = useTranslation()
  return (
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
  )
}

/** Its parts, the scarcest first: that one limits it. */
function BundleStock({ sku }: { sku: Sku }) {
  const { t } = useTranslation()
  const { available, parts, stock_level: level } = sku
  const [scarcest] = parts.data
  return (
    <>
      {available === null ? (
        <p className={styles['muted']}>{t('skus.parts.uncounted', { name: scarcest?.name ?? '' })}</p>
      ) : (
        <dl className={styles['formula']}>
          <Term
            label={t('skus.parts.limitedBy', { name: scarcest?.name ?? '' })}
            figure={available}
            level={level}
          />
        </dl>
      )}
      <table className={styles['warehouses']} aria-label={t('skus.parts.title')}>
        <thead>
          <tr>
            <th scope="col">{t('skus.parts.title')}</th>
            <th scope="col">{t('skus.parts.perBundle')}</th>
            <th scope="col">{t('skus.available')}</th>
            <th scope="col">{t('skus.parts.enoughFor')}</th>
          </tr>
        </thead>
        <tbody>
          {parts.data.map((one) => (
            <tr key={one.sku_id}>
              <th scope="row">
                <span className={styles['part']}>
                  <Picture source={one.image} seed={one.prime_sku} />
                  <Link to={paths.sku(one.sku_id)}>{one.name}</Link>
                </span>
              </th>
              <td>{count(one.quantity)}</td>
              <td>{one.available === null ? '–' : count(one.available)}</td>
              <td>{one.enough_for === null ? '–' : count(one.enough_for)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function InBundles({ sku: { bundles } }: { sku: Sku }) {
  const { t } = useTranslation()
  const { data } = bundles
  if (data.length === 0) return null
  return (
    <p className={styles['inBundles']}>
      {t('skus.parts.inBundles', { count: data.length, figure: count(data.length) })}{' '}
      {data.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ', '}
          <Link to={paths.sku(id)}>{name}</Link>
        </span>
      ))}
    </p>
  )
}
