import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import Lock from 'lucide-react/icons/lock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChannelMark } from '../../../parts/channel-mark.tsx'
import { count, percent } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import type { ListingOfSku, Sku } from '../../../parts/queries/sku-queries.ts'
import { When } from '../../../parts/when.tsx'
import { paths } from '../../../paths.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './listing-row.module.css'
import { StockRuleDialog } from './stock-rule.tsx'

type Props = { sku: Sku; listing: ListingOfSku; mayAdjust: boolean; children: ReactNode }

/** A listing: what its shop is sent and shows, how sending stands, and why it is this figure. `children`: more buttons. */
export function ListingRow({ sku, listing, mayAdjust, children }: Props) {
  const { t } = useTranslation()
  const [isRuling, setRuling] = useState(false)
  const { system_name: shop } = listing.shop.data
  return (
    <li className={styles['row']} data-refused={listing.refusal !== null || undefined}>
      <ShopName listing={listing} />
      <dl className={styles['figures']}>
        <Figure label={t('skus.price')}>
          <Money value={listing.price} currency={listing.currency} strong />
        </Figure>
        <Figure label={t('skus.sent')}>{figureOf(listing.sent)}</Figure>
        <Figure label={t('skus.shown')}>
          {differs(listing) ? <strong>{figureOf(listing.shown)}</strong> : figureOf(listing.shown)}
        </Figure>
        <Figure label={t('skus.state')} isText>
          <State listing={listing} />
        </Figure>
      </dl>
      <div className={styles['foot']}>
        <Why listing={listing} sku={sku} />
        <span className={styles['buttons']}>
          {mayAdjust && (
            <Button
              size="small"
              variant="quiet"
              aria-label={`${t('skus.rule.button')} · ${shop} · ${listing.name}`}
              onClick={() => setRuling(true)}
            >
              {t('skus.rule.button')}
            </Button>
          )}
          {children}
        </span>
      </div>
      {isRuling && (
        <StockRuleDialog skuId={sku.id} shop={listing.shop.data} onClose={() => setRuling(false)} />
      )}
    </li>
  )
}

/** The shop, and under it the name that it sells the SKU by, which leads to the listing. */
function ShopName({ listing: { product_id: productId, name, variant, shop } }: { listing: ListingOfSku }) {
  const { data: me } = useSuspenseQuery(meQuery)
  const text = variant ? `${name} · ${variant}` : name
  return (
    <span className={styles['shop']}>
      <span>
        <ChannelMark platformId={shop.data.platform_id} /> {shop.data.system_name}
      </span>
      <small title={name}>
        {allows(me, 'products.view') ? <Link to={paths.product(productId)}>{text}</Link> : text}
      </small>
    </span>
  )
}

/** Names of the columns, for the eye: each figure has its name beside it. */
export function ListingHeads() {
  const { t } = useTranslation()
  return (
    <div className={styles['heads']} aria-hidden="true">
      <span>{t('skus.shop')}</span>
      <span>{t('skus.price')}</span>
      <span>{t('skus.sent')}</span>
      <span>{t('skus.shown')}</span>
      <span>{t('skus.state')}</span>
    </div>
  )
}

function Figure({
  label,
  isText = false,
  children,
}: {
  label: string
  isText?: boolean
  children: ReactNode
}) {
  return (
    <div data-text={isText || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const figureOf = (value: number | null) => (value === null ? '–' : count(value))

function differs({ sent, shown }: ListingOfSku): boolean {
  return sent !== null && shown !== null && sent !== shown
}

function State({ listing: { push } }: { listing: ListingOfSku }) {
  const { t } = useTranslation()
  if (!push) return <span className={styles['muted']}>{t('skus.notSynced')}</span>
  const since = <When at={push.at} relative />
  if (push.state === 'done')
    return (
      <>
        <Check size={14} aria-hidden /> {t('skus.upToDate')} <small>· {since}</small>
      </>
    )
  if (push.state === 'locked')
    return (
      <>
        <Lock size={14} aria-hidden /> {t('skus.campaign')}
      </>
    )
  if (push.state === 'refused')
    return (
      <span className={styles['danger']}>
        <TriangleAlert size={14} aria-hidden /> {t('skus.isRefused')} <small>· {since}</small>
      </span>
    )
  return (
    <span className={styles['muted']}>
      {t('skus.sending')} <small>{since}</small>
    </span>
  )
}

/** The channel's words, or in one sentence what the shop is sent and why. */
function Why({ listing, sku }: { listing: ListingOfSku; sku: Sku }) {
  const { t } = useTranslation()
  const sentence = useSentence({ listing, sku })
  const { refusal, push, sent, shown } = listing
  if (refusal !== null) return <p className={styles['danger']}>{t('skus.refused', { reason: refusal })}</p>
  if (push?.state === 'locked')
    return (
      <p className={styles['muted']}>
        {t('skus.why.campaign', { shown: figureOf(shown), figure: figureOf(sent) })}
      </p>
    )
  return <p className={styles['muted']}>{sentence}</p>
}

/** The sum that the shop is sent, from what lies in its warehouse on, which is named where others have some too. */
function useSentence({ listing, sku }: { listing: ListingOfSku; sku: Sku }): string {
  const { t } = useTranslation()
  const { offer, push, sent, shown } = listing
  if (!push || !offer) return ''
  const { free, share, shared, buffer, cap, warehouse } = offer
  const stock = sku.warehouses.data.find(({ warehouse_id: id }) => id === warehouse.id)
  const begin = stock
    ? t('skus.why.stock', { onHand: count(stock.on_hand), reserved: count(stock.reserved) })
    : t('skus.why.parts', { free: count(free) })
  const isShared = share < 100 && free > 0
  const less = buffer > 0 && !isShared ? ` − ${t('skus.why.less', { buffer: count(buffer) })}` : ''
  const end = isShared ? free : free - buffer
  const formula = stock || less ? `${begin}${less} = ${count(end)}` : begin
  const isPart = sku.warehouses.data.length > 1 || free !== sku.available
  return [
    isPart ? t('skus.why.from', { warehouse: warehouse.name, sum: formula }) : formula,
    isShared ? t('skus.why.share', { share: percent(share), free: count(free), shared: count(shared) }) : '',
    isShared && buffer > 0 && shared > 0
      ? t('skus.why.buffer', { left: count(shared), buffer: count(buffer) })
      : '',
    cap !== null && Math.max(0, shared - buffer) > cap ? t('skus.why.cap', { cap: count(cap) }) : '',
    end < 0 ? t('skus.why.nothing') : '',
    push.state === 'due' && shown !== null && sent !== shown
      ? t('skus.why.differs', { shown: count(shown), figure: figureOf(sent) })
      : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
