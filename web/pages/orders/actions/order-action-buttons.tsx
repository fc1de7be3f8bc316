import { useQueryClient } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RefusalCode, ActionKind } from '../../../../model/order-action.ts'
import { HelpLink } from '../../../parts/help-link.tsx'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import { usePageActions } from '../../../parts/page-actions.ts'
import { Button, IconButton, KeyCap } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { BookParcel } from '../booking/book-parcel.tsx'
import { LaterBuyerMail } from './later-buyer-mail.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { ConfirmOrder } from './confirm-order.tsx'
import styles from './order-actions.module.css'
import { PackOrder } from './pack-order.tsx'
import { PlainQuestion } from './plain-question.tsx'
import { ShopNotLinked } from '../detail/shop-not-linked.tsx'
import { SplitOrder } from './split-order.tsx'

/** Refusals that somebody can do something about, or that pass. All others would only be in the way. */
const shownRefusals = [
  'no_shipping_yet',
  'shipment_unanswered',
  'on_hold',
  'digital',
  'action_open',
] as const satisfies RefusalCode[]
type ShownRefusal = (typeof shownRefusals)[number]

const isShown = (code: RefusalCode | undefined): code is ShownRefusal =>
  (shownRefusals as readonly (RefusalCode | undefined)[]).includes(code)

const buttons = [
  'confirm',
  'pack',
  'split',
  'unsplit',
  'accept_cancel',
  'reject_cancel',
  'cancel_shipment',
  'cancel',
] as const satisfies ActionKind[]

/** Taken back rarely, and not by a slip of the hand; but the courier of a canceled order is to be called off next. */
const isInMenu = (kind: ActionKind, { status }: Order): boolean =>
  kind === 'cancel' || (kind === 'cancel_shipment' && status.code !== 'canceled')

/** Buttons for the next step and the order's other allowed actions, the running action and the last failure. */
export function OrderActions({ order, next }: { order: Order; next: ReactNode }) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<ActionKind | 'mail' | null>(null)
  const allows = (kind: ActionKind) => order.allowed_actions.includes(kind)
  const shown = buttons.filter(
    (kind) => (allows(kind) && !isInMenu(kind, order)) || isShown(order.refused_actions[kind]),
  )
  const inMenu = buttons.filter((kind) => allows(kind) && isInMenu(kind, order))
  usePageActions(
    buttons.filter(allows).map((kind) => ({
      name: kind,
      label: `${t(`orderAction.button.${kind}`)} · ${order.code}`,
      ...(kind === 'confirm' && { key: 'c' }),
      run: () => setAsks(kind),
    })),
  )
  useRenewedList(order)
  const action = order.latest_action
  // Its message is for who sees the order in a list.
  const needsChoice = action?.error?.code === 'needs_choice'
  const mail = useBuyerMail(order)
  const isNotLinked = buttons.some((kind) => order.refused_actions[kind] === 'shop_unlinked')
  if (!next && shown.length + inMenu.length === 0 && !mail.isShown && !action?.is_under_way && !isNotLinked)
    return null

  return (
    <section className={styles['actions']} aria-label={t('orderAction.actions')}>
      <output>
        {action?.is_under_way && (
          <span className={styles['state']}>
            <span className={styles['spinner']} aria-hidden="true" />
            {t(`orderAction.underWay.${action.kind}`, { name: action.requested_by.name })}
          </span>
        )}
      </output>
      {action?.error && allows(action.kind) && (
        <p className={styles['failure']} role="alert">
          <CircleAlert size={15} aria-hidden="true" />
          <span>
            <strong>{t(`orderAction.failed.${action.kind}`)}</strong>{' '}
            {needsChoice ? t('orderAction.needsChoice') : action.error.message}
          </span>
          <Button size="small" onClick={() => setAsks(action.kind)}>
            {t(needsChoice ? 'orderAction.choose' : 'action.retry')}
          </Button>
        </p>
      )}
      {isNotLinked && <ShopNotLinked shop={order.shop.data} />}
      <div className={styles['row']}>
        <div className={styles['buttons']}>
          {next}
          {shown.map((kind) => {
            const refusal = order.refused_actions[kind]
            return (
              <Button
                key={kind}
                variant={kind === 'confirm' || kind === 'cancel_shipment' ? 'primary' : 'default'}
                {...(isShown(refusal) ? { refusal: t(`orderAction.refusal.${refusal}`) } : {})}
                onClick={() => setAsks(kind)}
              >
                {t(`orderAction.button.${kind}`)}
                {kind === 'confirm' && <KeyCap>C</KeyCap>}
              </Button>
            )
          })}
          {isShown(order.refused_actions.confirm) && <HelpLink answer="cannot-confirm" />}
        </div>
        {(inMenu.length > 0 || mail.isShown) && (
          <Menu
            position="top-end"
            button={
              <IconButton label={t('list.more')}>
                <Ellipsis size={16} aria-hidden="true" />
              </IconButton>
            }
          >
            {mail.isShown && (
              <MenuItem
                disabled={mail.refusal !== null}
                {...(mail.refusal !== null && { title: mail.refusal, 'aria-description': mail.refusal })}
                onClick={() => setAsks('mail')}
              >
                {t('buyerMail.button')}…
                {mail.refusal !== null && <span className={styles['refusal']}>{mail.refusal}</span>}
              </MenuItem>
            )}
            {inMenu.map((kind) => (
              <MenuItem key={kind} onClick={() => setAsks(kind)}>
                {t(`orderAction.button.${kind}`)}…
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {asks === 'confirm' && !order.is_own_delivery && (
        <ConfirmOrder order={order} onClose={() => setAsks(null)} />
      )}
      {asks === 'confirm' && order.is_own_delivery && (
        <BookParcel order={order} onClose={() => setAsks(null)} />
      )}
      {asks === 'mail' && <LaterBuyerMail order={order} onClose={() => setAsks(null)} />}
      {asks === 'cancel' && <CancelOrder order={order} onClose={() => setAsks(null)} />}
      {asks === 'pack' && <PackOrder order={order} onClose={() => setAsks(null)} />}
      {asks === 'split' && <SplitOrder order={order} onClose={() => setAsks(null)} />}
      {(asks === 'unsplit' ||
        asks === 'accept_cancel' ||
        asks === 'reject_cancel' ||
        asks === 'cancel_shipment') && (
        <PlainQuestion order={order} kind={asks} onClose={() => setAsks(null)} />
      )}
    </section>
  )
}

/** A mail to the buyer: not offered where nobody could mend the reason, and off with the reason elsewhere. */
function useBuyerMail({ buyer_mail_refusal: refusal }: Order): { isShown: boolean; refusal: string | null } {
  const { t } = useTranslation()
  if (refusal === 'no_permission' || refusal === 'marketplace') return { isShown: false, refusal: null }
  return { isShown: true, refusal: refusal && t(`buyerMail.refusal.${refusal}`) }
}

/** The list under the drawer keeps its rows in their places; when the order is left, those that moved on leave with it. */
function useRenewedList({ status }: Order): void {
  const queries = useQueryClient()
  const [before] = useState(status.code)
  const hasMoved = useRef(false)
  useEffect(() => {
    hasMoved.current = status.code !== before
  }, [status.code, before])
  useEffect(
    () => () => {
      if (hasMoved.current) void queries.invalidateQueries({ queryKey: orderKeys.lists })
    },
    [queries],
  )
}
