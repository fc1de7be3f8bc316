/** Papers that go with orders: which there are, what our own waybill shows, and when a waybill may not be printed. */
import { orderStatusIds } from './order-status.ts'

export const printKinds = ['waybill', 'slip', 'pick_list', 'packing_list'] as const
export type PrintKind = (typeof printKinds)[number]

/** Why an order is not in the file of a batch. */
export const printFailures = [
  'waybill_status',
  'waybill_digital',
  'waybill_cancel_request',
  'waybill_unavailable',
  'waybill_refused',
  'waybill_html',
  'waybill_unreadable',
  'contact_hidden',
  'canceled',
  'not_found',
] as const
export type PrintFailure = (typeof printFailures)[number]

export const paperSizes = ['A6', 'A5', 'A4', '80mm'] as const
export type PaperSize = (typeof paperSizes)[number]

/** Points, 72 to the inch. Rolls of 80 mm are cut after 150 mm. */
export const papers: Record<PaperSize, { width: number; height: number }> = {
  A6: { width: 297.64, height: 419.53 },
  A5: { width: 419.53, height: 595.28 },
  A4: { width: 595.28, height: 841.89 },
  '80mm': { width: 226.77, height: 425.2 },
}

export const orientations = ['portrait', 'landscape'] as const
export type Orientation = (typeof orientations)[number]

/** A sheet as it lies in front of the reader. */
export function sheetOf({
  paper_size: size,
  orientation,
}: Pick<PrintTemplate, 'paper_size' | 'orientation'>) {
  const { width, height } = papers[size]
  return orientation === 'landscape' ? { width: height, height: width } : { width, height }
}

export const waybillParts = [
  'logo',
  'shop_name',
  'sender',
  'receiver',
  'masked_phone',
  'items',
  'sku',
  'note',
  'cod',
  'barcode',
  'qr',
  'price',
] as const
export type WaybillPart = (typeof waybillParts)[number]

/** Layout of an owner's own waybill. The channels' labels are never altered by it. */
export type PrintTemplate = {
  paper_size: PaperSize
  orientation: Orientation
  copies: number
  show: Record<WaybillPart, boolean>
  /** Simple HTML (simple-html.ts), or plain text. */
  header: string
  footer: string
  /** A PNG or JPEG as a data: address. */
  logo: string | null
}

export const standardTemplate: PrintTemplate = {
  paper_size: 'A6',
  orientation: 'portrait',
  copies: 1,
  show: {
    logo: true,
    shop_name: true,
    sender: true,
    receiver: true,
    masked_phone: false,
    items: true,
    sku: true,
    note: true,
    cod: true,
    barcode: true,
    qr: true,
    price: false,
  },
  header: '',
  footer: '',
  logo: null,
}

export type PrintedOrder = {
  status: number
  isDigital: boolean
  packedAt: Date | string | null
  printedAt: Date | string | null
  trackingNumber: string | null
  cancelRequestedAt: Date | string | null
}

/** Null when the waybill may be printed. Source: the order state machine in docs/orders.md. */
export function waybillRefusal(
  order: PrintedOrder,
): 'waybill_status' | 'waybill_digital' | 'waybill_cancel_request' | null {
  if (order.isDigital) return 'waybill_digital'
  if (!hasWaybill(order)) return 'waybill_status'
  // The parcel must stay until the seller has answered the buyer.
  if (order.cancelRequestedAt !== null && order.status <= orderStatusIds.ready_to_ship)
    return 'waybill_cancel_request'
  return null
}

/** Answers whether an order in this status may have a waybill at all. */
export function mayHaveWaybill(status: number): boolean {
  return status >= orderStatusIds.pending && status <= orderStatusIds.delivered
}

function hasWaybill({ status, packedAt, printedAt, trackingNumber }: PrintedOrder): boolean {
  switch (status) {
    case orderStatusIds.pending:
      return packedAt !== null
    case orderStatusIds.confirmed:
      return trackingNumber !== null
    case orderStatusIds.ready_to_ship:
    case orderStatusIds.shipped:
      return true
    // Once more, but not for the first time: the parcel is gone.
    case orderStatusIds.delivered:
      return printedAt !== null
    default:
      return false
  }
}
