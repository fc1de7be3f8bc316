import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Eye from 'lucide-react/icons/eye'
import Merge from 'lucide-react/icons/merge'
import PackagePlus from 'lucide-react/icons/package-plus'
import Send from 'lucide-react/icons/send'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import Split from 'lucide-react/icons/split'
import Truck from 'lucide-react/icons/truck'
import Undo from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { count } from '../../../parts/figures.ts'
import { useShopNames } from '../../../parts/use-channel-names.ts'
import { When } from '../../../parts/when.tsx'
import { OrderLink } from '../../../parts/order-link.tsx'
import { Oversold } from './oversold.tsx'
import styles from './timeline-card.module.css'
import type { Entry, Group } from './timeline-groups.ts'

const icons = {
  sent: Send,
  refused: CircleAlert,
  differs: Eye,
  order: ShoppingBag,
  cancel: Undo,
  ship: Truck,
  return: Undo,
  write_off: SlidersHorizontal,
  adjust: SlidersHorizontal,
  transfer: ArrowLeftRight,
  receipt: PackagePlus,
  import: PackagePlus,
  merge: Merge,
  split: Split,
} as const

export function TimelineRow({ group }: { group: Group }) {
  const { t } = useTranslation()
  const [one] = group
  const Icon = icons[one.kind ?? (one.type === 'movement' ? 'adjust' : one.type)]
  return (
    <li data-type={one.type}>
      <When at={one.at} />
      <span className={styles['icon']}>
        <Icon size={13} aria-hidden="true" />
      </span>
      <span className={styles['words']}>
        {group.map((entry) => (
          <Sentence key={entry.id} one={entry} />
        ))}
        <Details one={one} />
      </span>
      <Change one={one} />
      <span className={styles['left']}>
        {one.on_hand_after !== null && (
          <>
            <span className="visually-hidden">{t('skus.onHand')} </span>
            {count(one.on_hand_after)}
          </>
        )}
      </span>
      {one.oversell && <Oversold oversell={one.oversell} />}
    </li>
  )
}

function Sentence({ one }: { one: Entry }) {
  const { t } = useTranslation()
  const shopName = useShopNames()
  if (one.type !== 'movement') {
    const values = {
      shop: one.shop ? shopName(one.shop) : '',
      figure: count(one.figure ?? 0),
      shown: count(one.shown ?? 0),
      reason: one.reason ?? '',
    }
    return <span>{t(`timeline.push.${one.type}`, values)}</span>
  }
  const reserving = one.reserved_change < 0 ? 'released' : 'reserved'
  const what = one.on_hand_change === 0 && one.kind === 'order' ? reserving : (one.kind ?? 'adjust')
  return (
    <span>
      {t(`movements.kind.${what}`)} <OrderLink order={one.order} />
    </span>
  )
}

/** Cause of a figure; of a movement, who made it and why, and where. */
function Details({ one }: { one: Entry }) {
  const { t } = useTranslation()
  const shopName = useShopNames()
  if (one.type !== 'movement') {
    const tries = one.attempts ?? 0
    if (one.type === 'refused' && tries > 0)
      return <small>{t('timeline.tried', { count: tries + 1, figure: count(tries + 1) })}</small>
    return one.order ? <small>{t('timeline.after', { order: one.order.code })}</small> : null
  }
  const parts = [
    one.user?.name,
    one.reason && `“${one.reason}”`,
    one.part?.name,
    one.bundle && t('timeline.inBundle', { bundle: one.bundle.name }),
    one.shop && shopName(one.shop),
    one.warehouse?.name,
  ]
  return <small>{parts.filter(Boolean).join(' · ')}</small>
}

/** Pieces that came or went; of those that orders reserve or release, how many, as nothing left the warehouse. */
function Change({ one }: { one: Entry }) {
  const { t } = useTranslation()
  const { type, on_hand_change: onHand, reserved_change: reserved } = one
  if (type !== 'movement') return <b />
  if (onHand === 0)
    return (
      <small>
        {t(reserved < 0 ? 'timeline.released' : 'timeline.reserved', { figure: count(Math.abs(reserved)) })}
      </small>
    )
  return <b>{`${onHand < 0 ? '−' : '+'}${count(Math.abs(onHand))}`}</b>
}
