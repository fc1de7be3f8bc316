import { hmac } from '../../kit/signature.ts'
import { createLabelPdf } from '../../kit/label-pdf.ts'
import { getPackage, unitsOf, type Package } from './fulfil.ts'
import type { Tiktok } from './tiktok.ts'
import type { Order } from './types.ts'
import { badParam, TiktokError, type Endpoints, type ShopCall } from './wire.ts'

/** Path of the document files. An address expires a day after a call returned it. */
export const LABELS = '/labels/tiktok/'
const DOCUMENT_SECONDS = 86_400

const TYPES = ['SHIPPING_LABEL', 'PACKING_SLIP', 'SHIPPING_LABEL_AND_PACKING_SLIP'] as const
const OTHER_TYPES = ['SHIPPING_LABEL_PICTURE', 'HAZMAT_LABEL', 'INVOICE_LABEL']

type DocumentType = (typeof TYPES)[number]

function labelLines({ order, parcel }: Package): string[] {
  const { address } = order.buyer
  return [
    order.carrier,
    parcel.tracking,
    `Order ${order.id}`,
    `Package ${parcel.id}`,
    address.name,
    address.full_address,
    order.cod ? 'Cash on delivery' : 'Paid',
  ]
}

function slipLines(found: Package): string[] {
  const goods = Map.groupBy(unitsOf(found), ({ code }) => code)
  return [
    'Packing slip',
    `Package ${found.parcel.id}`,
    ...[...goods].map(([code, units]) => `${units.length} x ${units[0]?.name} (${code})`),
  ]
}

const pagesOf = (found: Package, type: DocumentType): string[][] => [
  ...(type === 'PACKING_SLIP' ? [] : [labelLines(found)]),
  ...(type === 'SHIPPING_LABEL' ? [] : [slipLines(found)]),
]

const zplOf = ({ order, parcel }: Package): string =>
  [
    '^XA',
    `^FO50,50^A0N,40,40^FD${order.carrier}^FS`,
    `^FO50,120^BCN,120,Y,N,N^FD${parcel.tracking}^FS`,
    `^FO50,300^A0N,30,30^FDPackage ${parcel.id}^FS`,
    '^XZ',
    '',
  ].join('\n')

function getDocument(tiktok: Tiktok, { shop, id, query }: ShopCall): object {
  const type = query.get('document_type') ?? ''
  if (OTHER_TYPES.includes(type)) throw new TiktokError(21042101, 'There is no such document of the package')
  if (!TYPES.some((one) => one === type)) throw badParam('Invalid parameter: document_type')
  const size = query.get('document_size') ?? 'A6'
  if (size !== 'A6' && size !== 'A5') throw badParam('Invalid parameter: document_size')
  const format = query.get('document_format') ?? 'PDF'
  if (format !== 'PDF' && format !== 'ZPL') throw badParam('Invalid parameter: document_format')
  const { order, parcel } = getPackage(tiktok, shop, id)
  if (order.isOwnCourier)
    throw new TiktokError(21008017, 'Documents are not available for packages shipped by the seller')
  if (parcel.status === 'CANCELLED') throw new TiktokError(21023059, 'The package has been cancelled')
  if (parcel.status === 'TO_FULFILL')
    throw new TiktokError(21023035, 'Arrange the shipment before printing its documents')
  if (parcel.status !== 'PROCESSING')
    throw new TiktokError(21042102, 'Documents can not be printed after the package was picked up')
  const madeAt = (parcel.shipAt ?? order.shipTime) + tiktok.settings.documentSeconds
  if (parcel.tracking === '' || tiktok.clock.now() < madeAt)
    throw new TiktokError(11034037, 'The shipping label is being generated, please try again later')
  const until = tiktok.clock.now() + DOCUMENT_SECONDS
  const name = `${shop.id}_${parcel.id}_${type}_${until}.${format.toLowerCase()}`
  return {
    doc_url: `${tiktok.baseUrl()}${LABELS}${proofOf(tiktok, name)}_${name}`,
    tracking_number: parcel.tracking,
  }
}

const proofOf = ({ settings }: Tiktok, name: string): string => hmac(settings.appSecret, name).slice(0, 24)

/** The file behind an address of a document; undefined for one that was made up or has ended. */
export function labelFile(tiktok: Tiktok, path: string): Buffer | undefined {
  const [, proof, name = '', shopId = '', packageId = '', given, until, format] =
    /^([\da-f]+)_((\d+)_(\d+)_([A-Z_]+)_(\d+)\.(pdf|zpl))$/.exec(path.slice(LABELS.length)) ?? []
  const shop = tiktok.shops.get(shopId)
  const type = TYPES.find((one) => one === given)
  if (!shop || !type || proof !== proofOf(tiktok, name) || tiktok.clock.now() > Number(until))
    return undefined
  const found = getPackage(tiktok, shop, packageId)
  return format === 'zpl' ? Buffer.from(zplOf(found)) : createLabelPdf(pagesOf(found, type))
}

/** Lists the events of an order's parcels, the newest first. */
function trackingEvents(order: Order): { description: string; update_time_millis: number }[] {
  const steps: [time: number, description: string][] = [
    [order.shipTime, 'The seller has arranged the shipment of your package'],
    [order.collectTime, 'Your package has been picked up and is on its way'],
    [order.deliverTime, 'Your package has been delivered'],
  ]
  return steps
    .filter(([time]) => time > 0)
    .map(([time, description]) => ({ description, update_time_millis: time * 1000 }))
    .reverse()
}

function tracking(tiktok: Tiktok, { shop, id }: ShopCall): object {
  const order = tiktok.book.find(id)
  if (order?.shop !== shop) throw new TiktokError(11001001, 'The order does not exist')
  return { tracking: trackingEvents(order) }
}

export const paperEndpoints: Endpoints = {
  'fulfillment/packages/:id/shipping_documents': { method: 'GET', scope: 'shop', run: getDocument },
  'fulfillment/orders/:id/tracking': { method: 'GET', scope: 'shop', run: tracking },
}
