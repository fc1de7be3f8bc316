import { createLabelPdf } from '../../kit/label-pdf.ts'
import { isArranged } from './parcel.ts'
import { ALL_FAILED, logistics, target, type Target } from './shipping.ts'
import type { Shopee } from './shopee.ts'
import { rowsField, ShopeeError, shopPost, type Answer, type Endpoints, type ShopCall } from './wire.ts'

interface Row {
  order_sn: unknown
  package_number: unknown
  fail_error?: string
  fail_message?: string
}

/** Runs a batch call row by row; a row that fails says why, and the call fails only when all rows did. */
function eachRow(
  shopee: Shopee,
  call: ShopCall,
  run: (found: Target, row: Record<string, unknown>) => object,
): Answer {
  const rows = rowsField(call.body, 'order_list', 50).map((row): Row => {
    const known = { order_sn: row['order_sn'], package_number: row['package_number'] }
    try {
      const found = target(shopee, call.shop, row['order_sn'], row['package_number'])
      return { order_sn: found.order.sn, package_number: found.parcel.number, ...run(found, row) }
    } catch (error) {
      if (!(error instanceof ShopeeError)) throw error
      return { ...known, fail_error: error.slug, fail_message: error.message }
    }
  })
  const failed = rows.every((row) => row.fail_error !== undefined)
  return {
    wrapped: { result_list: rows },
    ...(failed && { error: ALL_FAILED }),
  }
}

/** Labels exist from the arrangement until the courier has the parcel. */
function checkPrintable({ order, parcel }: Target): void {
  if (!isArranged(parcel) || parcel.tracking === '')
    throw logistics('tracking_number_invalid', 'The package has no tracking number yet.')
  // The other parcels of a split order may still wait, so READY_TO_SHIP is allowed too.
  if (order.status !== 'PROCESSED' && order.status !== 'READY_TO_SHIP')
    throw logistics('package_can_not_print', 'The package can not be printed in its status.')
}

const createDocument = (shopee: Shopee, call: ShopCall): Answer =>
  eachRow(shopee, call, (found, row) => {
    const { order, parcel } = found
    checkPrintable(found)
    if (row['tracking_number'] !== parcel.tracking)
      throw logistics('tracking_number_invalid', 'The tracking_number is invalid.')
    if (parcel.documentAt > 0) return {}
    parcel.documentAt = shopee.clock.now() + shopee.settings.documentSeconds
    shopee.clock.at(parcel.documentAt * 1000, () =>
      shopee.pushes.send(15, order.shop.id, {
        order_sn: order.sn,
        package_number: parcel.number,
        status: 'READY',
      }),
    )
    return {}
  })

const getDocumentResult = (shopee: Shopee, call: ShopCall): Answer =>
  eachRow(shopee, call, ({ parcel }) => {
    if (parcel.documentAt === 0)
      throw logistics('shipping_document_should_print_first', 'Please create the shipping document first.')
    return { status: parcel.documentAt <= shopee.clock.now() ? 'READY' : 'PROCESSING' }
  })

function downloadDocument(shopee: Shopee, { shop, body }: ShopCall): Answer {
  const found = rowsField(body, 'order_list', 50).map((row) =>
    target(shopee, shop, row['order_sn'], row['package_number']),
  )
  for (const one of found) {
    if (one.parcel.documentAt === 0)
      throw logistics('shipping_document_should_print_first', 'Please create the shipping document first.')
    if (one.parcel.documentAt > shopee.clock.now())
      throw logistics('download_later', 'The shipping document is not ready yet.')
    checkPrintable(one)
  }
  const pages = found.map(({ order, parcel }) => [
    parcel.carrier.name,
    parcel.tracking,
    `Order ${order.sn}`,
    `To ${order.buyer.address.name}`,
    order.buyer.address.full_address,
    ...(order.cod ? ['CASH ON DELIVERY'] : []),
  ])
  const codes = found.map(({ parcel }) => parcel.tracking)
  return { file: createLabelPdf(pages, codes), type: 'application/pdf' }
}

const DOCUMENT_TYPES = ['NORMAL_AIR_WAYBILL', 'THERMAL_AIR_WAYBILL']

export const documentEndpoints: Endpoints = {
  'logistics/get_shipping_document_parameter': shopPost((shopee, call) =>
    eachRow(shopee, call, () => ({
      suggest_shipping_document_type: DOCUMENT_TYPES[0],
      selectable_shipping_document_type: DOCUMENT_TYPES,
    })),
  ),
  'logistics/create_shipping_document': shopPost(createDocument),
  'logistics/get_shipping_document_result': shopPost(getDocumentResult),
  'logistics/download_shipping_document': shopPost(downloadDocument),
}
