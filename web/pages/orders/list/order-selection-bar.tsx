import Ban from 'lucide-react/icons/ban'
import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import FileText from 'lucide-react/icons/file-text'
import ListChecks from 'lucide-react/icons/list-checks'
import PackageOpen from 'lucide-react/icons/package-open'
import PackageX from 'lucide-react/icons/package-x'
import Printer from 'lucide-react/icons/printer'
import Star from 'lucide-react/icons/star'
import StarOff from 'lucide-react/icons/star-off'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSuspenseQuery } from '@tanstack/react-query'
import { isAskedIn, mostAtOnce } from '../../../../model/order-action.ts'
import { orderStatusIds } from '../../../../model/order-status.ts'
import { mayHaveWaybill, printKinds } from '../../../../model/printing.ts'
import { SelectionBar, type SelectionAction } from '../../../parts/list/selection-bar.tsx'
import { allows, meQuery } from '../../../session.ts'
import { type Answer, AnswerRequests } from '../actions/answer-requests.tsx'
import { CancelOrders } from '../actions/cancel-orders.tsx'
import { LaterRejectReturns } from '../actions/later-reject-returns.tsx'
import { PlannedConfirmation } from '../actions/planned-confirmation.tsx'
import { ExportDialog } from '../export/export-dialog.tsx'
import { usePrint } from '../../../parts/run/use-print.ts'
import { useCopy } from '../../../parts/use-copy.ts'
import { BeginWave } from './begin-wave.tsx'
import type { OrderSelection } from './chosen-order.ts'
import { useStarChosen } from './use-star.ts'

type Props = Omit<ComponentProps<typeof SelectionBar>, 'label' | 'actions'> & {
  selection: Pick<OrderSelection, 'chosen' | 'clear'>
}

type Asks = 'confirm' | Answer | 'reject_return' | 'cancel' | 'export' | 'wave'

/** Actions on the chosen orders, the likeliest for their statuses first. */
export function OrderSelectionBar({ selection, ...bar }: Props) {
  const { t } = useTranslation()
  const [asks, setAsks] = useState<Asks | null>(null)
  const actions = useActions(selection, setAsks)
  const ids = [...selection.chosen.keys()]
  const close = (hasBegun: boolean) => {
    if (hasBegun) selection.clear()
    setAsks(null)
  }
  return (
    <>
      <SelectionBar
        {...bar}
        size={asks === 'confirm' ? 0 : bar.size}
        label={t('orders.selection')}
        actions={actions}
      />
      {asks === 'export' && <ExportDialog ids={ids} onClose={() => setAsks(null)} />}
      {asks === 'confirm' && <PlannedConfirmation ids={ids} onClose={close} />}
      {asks === 'wave' && <BeginWave ids={ids} onClose={() => setAsks(null)} />}
      {(asks === 'accept_cancel' || asks === 'reject_cancel' || asks === 'accept_return') && (
        <AnswerRequests kind={asks} chosen={selection.chosen} onClose={close} />
      )}
      {asks === 'reject_return' && <LaterRejectReturns chosen={selection.chosen} onClose={close} />}
      {asks === 'cancel' && <CancelOrders ids={ids} onClose={close} />}
    </>
  )
}

function useActions(
  { chosen }: Pick<OrderSelection, 'chosen'>,
  ask: (what: Asks) => void,
): SelectionAction[] {
  const { t } = useTranslation()
  const { data: me } = useSuspenseQuery(meQuery)
  const print = usePrint()
  const copy = useCopy()
  const star = useStarChosen()
  const ids = [...chosen.keys()]
  const refusal = ids.length > mostAtOnce ? t('print.most', { count: mostAtOnce }) : undefined
  const icon = { size: 15, 'aria-hidden': true } as const
  const statuses = [...new Set([...chosen.values()].map(({ status }) => status))]

  const copyCodes = () => {
    const codes = [...chosen.values()].map(({ code }) => code)
    void copy(codes.join('\n'), t('orders.codesCopied', { count: codes.length }))
  }

  const confirm: SelectionAction = {
    name: 'confirm',
    label: t('bulkAction.confirm'),
    icon: <Check {...icon} />,
    key: 'c',
    isUnlikely: !statuses.some((status) => isAskedIn('confirm', { status, pickupFailed: true })),
    run: () => ask('confirm'),
  }
  const waybills: SelectionAction = {
    name: 'print',
    label: t('print.waybills'),
    icon: <Printer {...icon} />,
    key: 'p',
    isUnlikely: !statuses.some((status) => mayHaveWaybill(orderStatusIds[status])),
    run: () => print.mutate({ ids, kind: 'waybill' }),
  }
  const papers = printKinds
    .filter((kind) => kind !== 'waybill')
    .map((kind): SelectionAction => {
      const run = () => print.mutate({ ids, kind })
      return {
        name: `print-${kind}`,
        label: t(`print.kind.${kind}`),
        icon: <FileText {...icon} />,
        refusal,
        run,
      }
    })
  const canConfirm = allows(me, 'orders.confirm')
  const canPrint = allows(me, 'orders.print')
  const canStar = allows(me, 'orders.mark')
  const requests = new Set([...chosen.values()].map(({ request }) => request))
  const answers: (SelectionAction | false)[] = [
    requests.has('cancel') && {
      name: 'accept_cancel',
      label: t('bulkAction.accept_cancel'),
      icon: <Check {...icon} />,
      key: 'a',
      run: () => ask('accept_cancel'),
    },
    requests.has('cancel') && {
      name: 'reject_cancel',
      label: t('bulkAction.reject_cancel'),
      icon: <Undo2 {...icon} />,
      run: () => ask('reject_cancel'),
    },
    requests.has('return') && {
      name: 'accept_return',
      label: t('bulkAction.accept_return'),
      icon: <PackageOpen {...icon} />,
      ...(!requests.has('cancel') && { key: 'a' }),
      run: () => ask('accept_return'),
    },
    requests.has('return') && {
      name: 'reject_return',
      label: t('bulkAction.reject_return'),
      icon: <PackageX {...icon} />,
      run: () => ask('reject_return'),
    },
  ]
  // Orders that are yet to be confirmed come before those that are yet to be printed.
  const isPending = statuses.includes('pending')
  const steps = [canConfirm && confirm, canPrint && waybills]
  const next = isPending ? steps : steps.toReversed()
  const mayAnswer = allows(me, 'orders.cancel') ? answers : []
  // Nothing else can be done with an order whose buyer waits for an answer.
  const first = requests.has(null) ? [...next, ...mayAnswer] : [...mayAnswer, ...next]
  return [
    ...first,
    allows(me, 'orders.cancel') && {
      name: 'cancel',
      label: t('bulkAction.cancel'),
      icon: <Ban {...icon} />,
      run: () => ask('cancel'),
    },
    allows(me, 'orders.set_packed') && {
      name: 'pick-wave',
      label: t('wave.begin'),
      icon: <ListChecks {...icon} />,
      run: () => ask('wave'),
    },
    ...(canPrint ? papers : []),
    allows(me, 'orders.export') && {
      name: 'export-chosen',
      label: t('exports.export'),
      icon: <Download {...icon} />,
      refusal: refusal && t('bulkAction.tooMany', { most: mostAtOnce }),
      run: () => ask('export'),
    },
    canStar && {
      name: 'star',
      label: t('orders.starAll'),
      icon: <Star {...icon} />,
      key: 'f',
      run: () => star(ids, 1),
    },
    canStar && {
      name: 'unstar',
      label: t('orders.unstarAll'),
      icon: <StarOff {...icon} />,
      run: () => star(ids, 0),
    },
    {
      name: 'copy-codes',
      label: t('orders.copyCodes'),
      icon: <Copy {...icon} />,
      run: copyCodes,
    },
  ].filter((action) => action !== false)
}
