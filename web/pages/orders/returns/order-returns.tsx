import { useQuery } from '@tanstack/react-query'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReturnAction, ReturnRefusal } from '../../../../model/return-action.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { Money } from '../../../parts/money-amount.tsx'
import type { Order } from '../../../parts/queries/order-queries.ts'
import { type Return, returnsOfOrderQuery } from '../../../parts/queries/return-queries.ts'
import { When } from '../../../parts/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/drawer-frame.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { AnswerDeadline } from './answer-deadline.tsx'
import { FoundPieces } from './found-pieces.tsx'
import { showToast } from '../../../ui/toast.ts'
import actions from '../actions/order-actions.module.css'
import styles from './order-returns.module.css'
import { ReceiveReturn } from './receive-return.tsx'
import { RejectReturn } from './reject-return.tsx'
import { ShopNotLinked } from '../detail/shop-not-linked.tsx'
import { useReturnAction } from './use-return-action.ts'

/** Returns of this order; nothing when there is none. */
export function OrderReturns({ order }: { order: Order }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data, error, refetch } = useQuery({
    ...returnsOfOrderQuery(order.id),
    enabled: order.return_status !== null,
  })
  if (order.return_status === null) return null
  if (data) return data.map((one) => <ReturnCard key={one.id} one={one} />)
  return (
    <Card title={t('returns.title')}>
      {error ? (
        <p className={actions['failure']} role="alert">
          <CircleAlert size={15} aria-hidden="true" />
          <span>{errorMessage(error)}</span>
          <Button size="small" onClick={() => void refetch()}>
            {t('action.retry')}
          </Button>
        </p>
      ) : (
        <Skeleton width="60%" />
      )}
    </Card>
  )
}

function ReturnCard({ one }: { one: Return }) {
  const { t } = useTranslation()
  const { code } = one.status
  return (
    <Card title={`${t('returns.title')} · ${one.status.name} · ${t(`returns.kind.${one.kind}`)}`}>
      <div className={styles['return']}>
        {one.reason && <blockquote className={styles['reason']}>{one.reason}</blockquote>}
        <Pictures one={one} />
        <AnswerDeadline one={one} />
        <ul className={styles['lines']}>
          {one.lines.map((line) => (
            <li key={line.position}>
              <span>
                {count(line.quantity)} × {line.name ?? line.shop_sku}
                {line.variant_label && <small> · {line.variant_label}</small>}
              </span>
              <FoundPieces line={line} />
            </li>
          ))}
        </ul>
        <dl className={styles['facts']}>
          <div>
            <dt>{t(code === 'refunded' ? 'returns.refund' : 'returns.refundAsked')}</dt>
            <dd>
              <Money value={one.refund_value} currency={one.currency} strong />
            </dd>
          </div>
          {one.tracking_number && (
            <div>
              <dt>{t('returns.tracking')}</dt>
              <dd className={styles['code']}>{one.tracking_number}</dd>
            </div>
          )}
          {one.received && (
            <div>
              <dt>{t('returns.received')}</dt>
              <dd>
                {one.received.by} · <When at={one.received.at} />
                {one.received.note && <p>{one.received.note}</p>}
              </dd>
            </div>
          )}
        </dl>
        <ReturnButtons one={one} />
      </div>
    </Card>
  )
}

function Pictures({ one: { images } }: { one: Return }) {
  const { t } = useTranslation()
  if (images.length === 0) return null
  return (
    <ul className={styles['pictures']}>
      {images.map((image, at) => (
        <li key={image}>
          <a href={image} target="_blank" rel="noreferrer">
            <img src={image} alt={t('returns.picture', { number: at + 1 })} loading="lazy" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Refusals that somebody can do something about, or that pass. */
const shownRefusals = ['order_unknown', 'no_answering_yet', 'action_open'] as const satisfies ReturnRefusal[]
type ShownRefusal = (typeof shownRefusals)[number]

const isShown = (code: ReturnRefusal | undefined): code is ShownRefusal =>
  (shownRefusals as readonly (ReturnRefusal | undefined)[]).includes(code)

const buttons = ['accept', 'reject', 'receive'] as const satisfies ReturnAction[]
const actionOf = { accept_return: 'accept', reject_return: 'reject', receive_return: 'receive' } as const

function ReturnButtons({ one }: { one: Return }) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<ReturnAction | null>(null)
  const action = one.latest_action
  const allows = (action: ReturnAction) => one.allowed_actions.includes(action)
  const shown = buttons.filter((action) => allows(action) || isShown(one.refused_actions[action]))
  const isOpen = shown.length > 0 && action?.error && allows(actionOf[action.kind])
  const close = () => setAsks(null)
  const { code } = one.status
  const isOver = code === 'closed' || (code === 'refunded' && one.tracking_number === null)
  const isNotLinked = buttons.some((action) => one.refused_actions[action] === 'shop_unlinked')
  return (
    <div className={actions['actions']}>
      <output>
        {action?.is_under_way && (
          <span className={actions['state']}>
            <span className={actions['spinner']} aria-hidden="true" />
            {t(`returns.underWay.${action.kind}`, { name: action.requested_by.name })}
          </span>
        )}
      </output>
      {(isOpen || action?.kind === 'receive_return') && action?.error && (
        <p className={actions['failure']} role="alert">
          <CircleAlert size={15} aria-hidden="true" />
          <span>
            <strong>{t(`returns.failed.${action.kind}`)}</strong> {action.error.message}
          </span>
          {action.kind === 'receive_return' && <TellAgain one={one} />}
        </p>
      )}
      {isNotLinked && <ShopNotLinked shop={one.shop.data} />}
      <div className={actions['buttons']}>
        {shown.map((action) => {
          const refusal = one.refused_actions[action]
          return (
            <Button
              key={action}
              // Goods of a return that is over may still turn up, but nobody waits for them.
              variant={action === 'reject' || isOver ? 'default' : 'primary'}
              {...(isShown(refusal) ? { refusal: t(`returns.refusal.${refusal}`) } : {})}
              onClick={() => setAsks(action)}
            >
              {t(`returns.button.${action}`)}
            </Button>
          )
        })}
      </div>
      {asks === 'accept' && <AcceptReturn one={one} onClose={close} />}
      {asks === 'reject' && <RejectReturn one={one} onClose={close} />}
      {asks === 'receive' && <ReceiveReturn one={one} onClose={close} />}
    </div>
  )
}

/** The goods are in already; only the channel has not heard of it. */
function TellAgain({ one }: { one: Return }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const action = useReturnAction(one, () => undefined)
  const lines = one.lines.map(({ position, restocked, written_off }) => ({
    position,
    restock: restocked,
    write_off: written_off,
  }))
  return (
    <Button
      size="small"
      busy={action.isPending}
      onClick={() =>
        action.mutate(
          { kind: 'receive', lines },
          {
            onError: (error) =>
              showToast({ tone: 'error', title: t('error.failed'), message: errorMessage(error) }),
          },
        )
      }
    >
      {t('action.retry')}
    </Button>
  )
}

function AcceptReturn({ one, onClose }: { one: Return; onClose: () => void }) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const action = useReturnAction(one, onClose)
  return (
    <ConfirmDialog
      opened
      title={t('returns.accept.title', { code: one.order_code })}
      confirm={t('returns.button.accept')}
      dismiss={t('action.back')}
      variant={one.kind === 'refund' ? 'danger' : 'primary'}
      busy={action.isPending}
      error={action.error && errorMessage(action.error)}
      onClose={onClose}
      onConfirm={() => action.mutate({ kind: 'accept' })}
    >
      <p>{t(one.kind === 'refund' ? 'returns.accept.money' : 'returns.accept.goods')}</p>
    </ConfirmDialog>
  )
}
