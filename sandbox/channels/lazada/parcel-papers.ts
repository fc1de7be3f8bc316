import { hmac } from '../../kit/signature.ts'
import { codeOf } from '../../kit/catalog.ts'
import { z } from 'zod'
import { escapeHtml } from '../../kit/http.ts'
import { createLabelPdf } from '../../kit/label-pdf.ts'
import { findParcel, packagesSchema, type Parcel } from './fulfil.ts'
import { isBeingPacked } from './lifecycle.ts'
import type { Lazada } from './lazada.ts'
import type { Order, PieceStatus } from './types.ts'
import { failed, jsonParameter, LazadaError, readable, shopCall } from './wire.ts'
import type { Answer, Endpoints, ShopCall } from './wire.ts'

/** Path of the label files. An address expires ten minutes after a call returned it. */
export const LABELS = '/labels/lazada/'
const LABEL_SECONDS = 600
const LARGEST_BATCH = 20

const documentSchema = packagesSchema.extend({
  doc_type: z.enum(['PDF', 'HTML']),
  print_item_list: z.boolean().optional(),
})

const PRINTABLE: readonly PieceStatus[] = ['packed', 'ready_to_ship', 'shipped', 'delivered', 'confirmed']

function linesOf({ order, pieces }: Parcel, withItems: boolean): string[] {
  const [first] = pieces
  const { address } = order.buyer
  const goods = withItems ? pieces.map(({ product, name }) => `1 x ${name} (${codeOf(product)})`) : []
  return [
    first?.tracking ?? '',
    first?.carrier ?? '',
    `Order ${order.id}`,
    `Package ${first?.packageId}`,
    address.name,
    address.full_address,
    order.cod ? 'Cash on delivery' : 'Paid',
    ...goods,
  ]
}

/** A label is made a moment after its package. */
function isMade(lazada: Lazada, { order, pieces }: Parcel): boolean {
  const packedAt =
    order.parcels[pieces[0]?.packageId ?? '']?.find(({ status }) => status === 'packed')?.at ?? 0
  return !pieces.some(isBeingPacked) && lazada.clock.now() >= packedAt + lazada.settings.documentSeconds
}

function getDocument(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const input = readable(documentSchema, jsonParameter(parameters, 'getDocumentReq'))
  if (!input) return failed('700004', 'param illegal')
  if (input.packages.length > LARGEST_BATCH) return failed('700022', 'batch size out of limit')
  const parcels = input.packages.map(({ package_id: id }) => findParcel(lazada, shop, id))
  const known = parcels.filter((parcel) => parcel !== undefined)
  if (known.length < parcels.length) return failed('30012', 'rts package not found')
  if (!known.every((parcel) => isMade(lazada, parcel) || !isPrintable(parcel)))
    return failed('700024', 'failed get lock,pls try later')
  if (!known.every(isPrintable)) return failed('700040', 'There are no packages that support printing!')
  const pages = known.map((parcel) => linesOf(parcel, input.print_item_list ?? false))
  if (input.doc_type === 'HTML') return document('HTML', pageOf(pages))
  const url = addressOf(lazada, known, input.print_item_list ?? false)
  return document('PDF', `<iframe src="${url}" width="100%" height="100%"></iframe>`, url)
}

/** Checks whether a parcel is printable; a parcel that is being packed counts, because it will be. */
const isPrintable = ({ pieces }: Parcel): boolean =>
  pieces.some((piece) => PRINTABLE.includes(piece.status) || isBeingPacked(piece))

const document = (type: string, html: string, url?: string): Answer => ({
  result: {
    success: true,
    error_code: '',
    error_msg: '',
    data: {
      doc_type: type,
      file: Buffer.from(html).toString('base64'),
      ...(url !== undefined && { pdf_url: url }),
    },
  },
})

const pageOf = (pages: string[][]): string =>
  `<!doctype html><meta charset="utf-8"><title>Shipping labels</title>${pages
    .map((lines) => `<section>${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</section>`)
    .join('')}`

const proofOf = (lazada: Lazada, name: string): string => hmac(lazada.settings.appSecret, name).slice(0, 24)

function addressOf(lazada: Lazada, parcels: Parcel[], withItems: boolean): string {
  const ids = parcels.map(({ pieces }) => pieces[0]?.packageId).join('-')
  const until = lazada.clock.now() + LABEL_SECONDS
  const [shopId] = parcels.map(({ order }) => order.shop.id)
  const name = `${shopId}_${ids}_${until}_${withItems ? 1 : 0}`
  return `${lazada.baseUrl()}${LABELS}${name}_${proofOf(lazada, name)}.pdf`
}

/** The file behind an address of a label; undefined for one that was made up or has ended. */
export function labelFile(lazada: Lazada, path: string): Buffer | undefined {
  const [, name = '', shopId, ids = '', until, items, proof] =
    /^((\d+)_([\w-]+)_(\d+)_([01]))_([\da-f]+)\.pdf$/.exec(path.slice(LABELS.length)) ?? []
  const shop = lazada.shops.get(Number(shopId))
  const isOurs = proof === proofOf(lazada, name)
  if (!shop || !isOurs || lazada.clock.now() > Number(until)) return undefined
  const parcels = ids.split('-').flatMap((id) => findParcel(lazada, shop, id) ?? [])
  return createLabelPdf(
    parcels.map((parcel) => linesOf(parcel, items === '1')),
    parcels.map(({ pieces }) => pieces[0]?.tracking ?? ''),
  )
}

const EVENTS: Partial<Record<PieceStatus, [title: string, description: string]>> = {
  packed: ['Packed', 'Your package has been packed by the seller'],
  ready_to_ship: ['Ready to ship', 'The seller has asked the courier to take your package'],
  shipped: ['Shipped', 'Your package is on its way'],
  delivered: ['Delivered', 'Your package has been delivered'],
  failed_delivery: ['Delivery failed', 'The courier could not hand your package over'],
  shipped_back: ['Shipped back', 'Your package is on its way back to the seller'],
}

function trace(lazada: Lazada, { shop, parameters }: ShopCall): Answer {
  const order = lazada.book.find(Number(parameters['order_id']))
  if (order?.shop !== shop) throw new LazadaError('LD_INPUT_PARAM_VALID', 'orderId is wrong', 'ISP')
  const list = parameters['ofcPackageIdList']
    ? readable(z.array(z.string()), jsonParameter(parameters, 'ofcPackageIdList'))
    : []
  const wanted = list?.length === 0 ? undefined : (list ?? [''])
  const parcels = [...new Set(order.pieces.map(({ packageId }) => packageId))].filter((id) => id !== '')
  if (wanted?.some((id) => !parcels.includes(id)))
    throw new LazadaError('INPUT_PARAM_VALID', 'query trade failed', 'ISP')
  return {
    result: {
      success: true,
      not_success: false,
      retry: false,
      repeated: false,
      error_code: {},
      module: [
        {
          ofc_order_id: String(order.id),
          warehouse_detail_info: '',
          package_detail_info_list: parcels
            .filter((id) => wanted?.includes(id) ?? true)
            .map((id) => traceOf(order, id)),
        },
      ],
    },
  }
}

/** Parcels of before the sandbox started have come where they are in one step. */
function traceOf(order: Order, packageId: string): object {
  const pieces = order.pieces.filter((piece) => piece.packageId === packageId)
  const past = pieces.slice(0, 1).map(({ status, updateTime: at }) => ({ at, status }))
  return {
    ofc_package_id: packageId,
    tracking_number: pieces[0]?.tracking ?? '',
    order_line_info_list: pieces.map(({ id }) => id),
    logistic_detail_info_list: (order.parcels[packageId] ?? past).flatMap(({ at, status }) => {
      const event = EVENTS[status]
      if (!event) return []
      return [
        {
          title: event[0],
          description: event[1],
          status_code: status.toUpperCase(),
          detail_type: 'LOGISTIC',
          event_time: at * 1000,
          event_date: new Date(at * 1000).toISOString().slice(0, 10),
          receive_time: at * 1000,
          package_location_name: order.shop.countryName,
          proof_images: [],
        },
      ]
    }),
  }
}

export const parcelPaperEndpoints: Endpoints = {
  '/order/package/document/get': shopCall(getDocument),
  '/logistic/order/trace': shopCall(trace),
}
