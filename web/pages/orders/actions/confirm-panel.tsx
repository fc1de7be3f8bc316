import { useSuspenseQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { count } from '../../../parts/figures.ts'
import { useStartRun } from '../../../parts/run/use-run.ts'
import { allows, meQuery } from '../../../session.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useLocalStorage } from '../../../ui/use-local-storage.ts'
import styles from './confirm-panel.module.css'
import { HandoverLine } from './handover-line.tsx'
import { LeftOutLine } from './left-out-line.tsx'
import { type ConfirmPlan, useConfirmPlan } from './use-confirm-plan.ts'
import type { Choice } from './use-order-action.ts'

type Props = {
  ids: number[]
  /** `hasBegun`: the run is in the tray. */
  onClose: (hasBegun: boolean) => void
}

/** Says what confirming will do, beside the list: day, place and hand-over, what is left out, and what follows. */
export function ConfirmPanel({ ids, onClose }: Props) {
  const { t } = useTranslation()
  const errorMessage = useErrorMessage()
  const { data: me } = useSuspenseQuery(meQuery)
  const { plan, error } = useConfirmPlan(ids)
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map())
  const [wantsLabels, setWantsLabels] = useLocalStorage('confirm-prints', true)
  const run = useStartRun()
  const mayPrint = allows(me, 'orders.print')
  const heading = useId()
  const panel = useFocused(ids[0])
  useEscapeFirst(() => onClose(false))
  const toConfirm = plan?.handovers.flatMap((one) => one.order_ids) ?? []
  const toPrint = mayPrint && wantsLabels ? (plan?.to_print ?? []) : []
  // An order that is accepted before its courier is chosen has no label yet.
  const withLabel = (plan?.handovers ?? []).filter((one) => !one.own_courier || one.courier !== null)
  const printable = withLabel.flatMap((one) => one.order_ids).length + (plan?.to_print.length ?? 0)
  const alone = plan?.prints_alone.length ?? 0
  const labels = mayPrint && wantsLabels ? printable : 0
  const isNothing = plan !== undefined && toConfirm.length + toPrint.length === 0

  function choose(key: string, choice: Choice | undefined) {
    const next = new Map(choices)
    if (choice) next.set(key, choice)
    else next.delete(key)
    setChoices(next)
  }

  function choicesFor(some: number[]) {
    return (plan?.handovers ?? []).flatMap((line) => {
      const choice = choices.get(keyOf(line))
      const order_ids = line.order_ids.filter((id) => some.includes(id))
      return choice && order_ids.length > 0 ? { shop_id: line.shop.id, order_ids, choice } : []
    })
  }

  function start() {
    run.mutate(
      {
        kind: 'confirm',
        ids: toConfirm,
        labels: mayPrint ? (wantsLabels ? 'all' : 'set') : 'none',
        toPrint,
        send: (some) => api('POST /orders/bulk-confirm', { body: { ids: some, choices: choicesFor(some) } }),
      },
      { onSuccess: () => onClose(true) },
    )
  }

  return (
    <dialog open className={styles['panel']} aria-labelledby={heading}>
      <header className={styles['head']}>
        <div>
          <h2 id={heading}>
            {plan && toConfirm.length < ids.length
              ? t('queue.confirmSome', { some: count(toConfirm.length), figure: count(ids.length) })
              : t('bulkAction.title.confirm', { count: ids.length, figure: count(ids.length) })}
          </h2>
          <p>{t('queue.planText')}</p>
        </div>
        <IconButton label={t('action.close')} onClick={() => onClose(false)}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </header>
      <section className={styles['body']} aria-labelledby={heading} tabIndex={0}>
        {!plan && !error && <Skeleton width="100%" height={120} />}
        {plan && plan.handovers.length > 0 && (
          <Part title={t('bulkAction.ways')}>
            {plan.handovers.map((one) => (
              <HandoverLine
                key={keyOf(one)}
                line={one}
                choice={choices.get(keyOf(one))}
                onChange={(choice) => choose(keyOf(one), choice)}
              />
            ))}
          </Part>
        )}
        {plan && plan.left_out.length > 0 && (
          <Part title={t('queue.leftOut')}>
            {plan.left_out.map((one) => (
              <LeftOutLine
                key={one.order_ids[0]}
                line={one}
                toPrint={toPrint}
                onLeave={() => onClose(false)}
              />
            ))}
          </Part>
        )}
        {mayPrint && printable > 0 && (
          <Part title={t('queue.then')}>
            <li className={styles['then']}>
              <label>
                <input
                  type="checkbox"
                  checked={wantsLabels}
                  onChange={(event) => setWantsLabels(event.currentTarget.checked)}
                />
                {t('queue.printThen', { figure: count(printable), count: printable })}
              </label>
              {labels > 0 && alone > 0 && (
                <small>{t('queue.printAlone', { figure: count(alone), count: alone })}</small>
              )}
            </li>
          </Part>
        )}
        {toConfirm.length > 0 && <p className={styles['final']}>{t('bulkAction.text.confirm')}</p>}
        {(error ?? run.error) && (
          <p className={styles['error']} role="alert">
            {errorMessage(error ?? run.error)}
          </p>
        )}
      </section>
      <footer className={styles['foot']}>
        <Button
          ref={panel}
          variant="primary"
          busy={run.isPending || (!plan && !error)}
          disabled={isNothing || error !== null}
          onClick={start}
        >
          {buttonText()}
        </Button>
        <Button onClick={() => onClose(false)}>{t('queue.notNow')}</Button>
      </footer>
    </dialog>
  )

  function buttonText(): string {
    const figures = { confirm: count(toConfirm.length), print: count(labels) }
    if (!plan) return t('bulkAction.confirm')
    if (toConfirm.length === 0) return t('queue.printSome', figures)
    return labels > 0 ? t('queue.confirmAndPrint', figures) : t('queue.confirmFigure', figures)
  }
}

const keyOf = ({ shop, courier }: ConfirmPlan['handovers'][number]) => `${shop.id}/${courier}`

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['part']}>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </div>
  )
}

/**
 * Enter confirms. Afterwards the focus is where it was, or at the first order where that is gone, as the bar of the selection is while
 * the panel stands, so that the keyboard goes on at the row.
 */
function useFocused(firstId: number | undefined) {
  const button = useRef<HTMLButtonElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    button.current?.focus()
    return () => {
      if (document.activeElement !== document.body) return
      const isThere = opener?.isConnected && opener !== document.body
      const place = isThere ? opener : document.querySelector(`[data-row="${firstId}"] a`)
      if (place instanceof HTMLElement) place.focus()
    }
  }, [opener, firstId])
  return button
}

/** Escape closes the panel, and leaves what is chosen in the list below. */
function useEscapeFirst(close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || document.querySelector('[aria-modal=true], [role=menu]')) return
    event.preventDefault()
    close()
  })
  useEffect(() => {
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
}
