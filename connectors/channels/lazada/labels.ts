/** The labels of packages. Source: PrintAWB in Lazada's API reference. */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { LabelResult, Shipping } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import { fileRequest } from '../../http.ts'
import { labelAlone } from '../../label-alone.ts'
import { readAgain } from '../../read-again.ts'
import type { LabelFile, Parcel } from '../../../model/parcel.ts'
import { post, setting } from './auth.ts'
import { insideOf, labelSchema, resultSchema } from './selling-wire.ts'

/** Printing is for packages that are packed, and not yet canceled. */
export const labels: Shipping['labels'] = (session, parcels) =>
  Promise.all(parcels.map((parcel) => labelAlone(parcel, () => readLabel(session, parcel))))

/** One call a package: a call for several makes one file of all of them, and one that is not ready spoils the others. */
async function readLabel(session: Session, parcel: Parcel): Promise<LabelResult> {
  const { channelOrderId, channelPackageId } = parcel
  const own = { channelOrderId, channelPackageId }
  if (channelPackageId === null)
    return { ...own, isReady: false, isRefused: true, reason: 'refusal.no_package', channelCode: null }
  const request = { doc_type: 'PDF', packages: [{ package_id: channelPackageId }], print_item_list: false }
  const fields = { getDocumentReq: JSON.stringify(request) }
  const reply = await readAgain(() =>
    post({ ...session, now: session.now() }, '/order/package/document/get', fields, resultSchema),
  )
  const { file, pdf_url: address } = insideOf(reply, labelSchema)
  if (!file && !address) return { ...own, isReady: false, isRefused: false }
  return { ...own, isReady: true, file: await unwrap(session, file ?? '', address), trackingNumber: null }
}

/** `file` is base64 of a page whose frame shows the PDF, from inside the page or from an address that ends in minutes. */
async function unwrap(
  session: Session,
  file: string,
  address: string | null | undefined,
): Promise<LabelFile> {
  const bytes = Uint8Array.from(Buffer.from(file, 'base64'))
  if (isPdf(bytes)) return { format: 'pdf', bytes }
  const page = Buffer.from(bytes).toString('utf8')
  const [, inside] = /data:application\/pdf;base64,([\w+/=]+)/.exec(page) ?? []
  if (inside) return { format: 'pdf', bytes: Uint8Array.from(Buffer.from(inside, 'base64')) }
  const [, framed] = /<i?frame[^>]*\ssrc\s*=\s*["']?([^"'\s>]+)/i.exec(page) ?? []
  const shown = address || framed?.replaceAll('&amp;', '&')
  if (!shown) return { format: 'html', bytes }
  const apiBase = setting(session.app, 'LAZADA_API_BASE').replace('{site}', 'sg')
  const request = fileRequest(shown, apiBase, "Lazada's label")
  const { bytes: fetched } = await readAgain(() => session.http(request))
  if (!isPdf(fetched))
    throw new ChannelError('try-later', ownMessage('refusal.label_gone', { channel: 'Lazada' }))
  return { format: 'pdf', bytes: fetched }
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}
