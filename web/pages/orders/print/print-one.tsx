import FileText from 'lucide-react/icons/file-text'
import Printer from 'lucide-react/icons/printer'
import { useTranslation } from 'react-i18next'
import { waybillRefusal } from '../../../../model/printing.ts'
import type { OrderRow } from '../../../parts/queries/order-queries.ts'
import { usePageActions } from '../../../parts/page-actions.ts'
import { IconButton } from '../../../ui/button.tsx'
import { usePrint } from '../../../parts/run/use-print.ts'

type Printable = Pick<
  OrderRow,
  'id' | 'code' | 'status' | 'packed_at' | 'is_printed' | 'tracking_number' | 'cancel_requested_at'
> & { is_digital?: boolean }

/** For one order, unless its waybill is the next step, which has a button of its own; one that may not be printed says why. */
export function PrintOne({ order, isNext }: { order: Printable; isNext: boolean }) {
  const { t } = useTranslation()
  const print = usePrint()
  const refusal = waybillRefusal({
    status: order.status.id,
    isDigital: order.is_digital ?? false,
    packedAt: order.packed_at,
    printedAt: order.is_printed === 1 ? '' : null,
    trackingNumber: order.tracking_number,
    cancelRequestedAt: order.cancel_requested_at,
  })
  const printWaybill = () => print.mutate({ ids: [order.id], kind: 'waybill' })
  const printSlip = () => print.mutate({ ids: [order.id], kind: 'slip' })
  usePageActions([
    ...(refusal === null && !print.isPending
      ? [{ name: 'print', label: `${t('print.waybill')} · ${order.code}`, key: 'p', run: printWaybill }]
      : []),
    { name: 'slip', label: `${t('print.slip')} · ${order.code}`, run: printSlip },
  ])
  return (
    <>
      {!isNext && (
        <IconButton
          label={t('print.waybill')}
          refusal={refusal ? t(`print.refusal.${refusal}`) : undefined}
          onClick={printWaybill}
        >
          <Printer size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={t('print.slip')} onClick={printSlip}>
        <FileText size={16} aria-hidden="true" />
      </IconButton>
    </>
  )
}
