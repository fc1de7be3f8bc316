/** The labels of packages. Source: "Get Package Shipping Document". */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { LabelResult, Shipping } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import { fileRequest } from '../../http.ts'
import { labelAlone } from '../../label-alone.ts'
import { readAgain } from '../../read-again.ts'
import type { LabelFile, Parcel } from '../../../model/parcel.ts'
import { setting } from './auth.ts'
import { request } from './orders.ts'
import { documentSchema } from './selling-wire.ts'

/** The label is still being made. */
const makingCodes = new Set(['11034037', '11034023', '21023022'])

export const labels: Shipping['labels'] = (session, parcels) =>
  Promise.all(parcels.map((parcel) => labelAlone(parcel, () => readLabel(session, parcel))))

async function readLabel(session: Session, parcel: Parcel): Promise<LabelResult> {
  const { channelOrderId, channelPackageId } = parcel
  const own = { channelOrderId, channelPackageId }
  if (channelPackageId === null)
    return { ...own, isReady: false, isRefused: true, reason: 'refusal.no_package', channelCode: null }
  const path = `/fulfillment/202309/packages/${encodeURIComponent(channelPackageId)}/shipping_documents`
  const query = { document_type: 'SHIPPING_LABEL', document_size: 'A6', document_format: 'PDF' }
  let document
  try {
    document = await readAgain(() => request(session, { method: 'GET', path, query }, documentSchema))
  } catch (error) {
    if (!(error instanceof ChannelError) || !makingCodes.has(error.channelCode ?? '')) throw error
    return { ...own, isReady: false, isRefused: false }
  }
  const { doc_url: address, tracking_number: trackingNumber } = document
  if (!address) return { ...own, isReady: false, isRefused: false }
  const file = await download(session, address)
  return { ...own, isReady: true, file, trackingNumber: trackingNumber || null }
}

/** The address works for a day and without our signature. */
async function download(session: Session, address: string): Promise<LabelFile> {
  const file = fileRequest(address, setting(session.app, 'TIKTOK_API_BASE'), "TikTok Shop's label")
  const { bytes } = await readAgain(() => session.http(file))
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
    throw new ChannelError('try-later', ownMessage('refusal.label_gone', { channel: 'TikTok Shop' }))
  return { format: 'pdf', bytes }
}
