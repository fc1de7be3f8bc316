/**
 * Air waybills, as Shopee makes them: asked for, made some seconds later, fetched. Source: "v2.logistics" API reference,
 * guide "Shipping documents". Nothing is kept between two calls: where a label stands is asked each time.
 */
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { LabelResult } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import { labelAlone } from '../../label-alone.ts'
import { readAgain } from '../../read-again.ts'
import type { LabelFile, Parcel } from '../../../model/parcel.ts'
import { batchesOf, fileCall } from './auth.ts'
import { documentsSchema, get, numberSchema, post } from './selling-wire.ts'
import type { DocumentRow } from './selling-wire.ts'
import { parcelQuery, requestTrackingNumbers } from './tracking.ts'

type State =
  | { status: 'ready' | 'making' | 'unasked' }
  | { status: 'refused'; reason: string; code: string | null }

export async function labels(session: Session, parcels: Parcel[]): Promise<LabelResult[]> {
  const numbers = await trackingNumbersOf(session, parcels)
  const states = await readStates(session, parcels)
  const unasked = parcels.filter(
    (parcel) => states.get(keyOf(parcel))?.status === 'unasked' && numbers.has(keyOf(parcel)),
  )
  for (const [key, state] of await askFor(session, unasked, numbers)) states.set(key, state)
  return Promise.all(
    parcels.map(async (parcel): Promise<LabelResult> => {
      const state = states.get(keyOf(parcel)) ?? { status: 'making' }
      if (state.status === 'ready')
        return labelAlone(parcel, () => fetchLabel(session, parcel, numbers.get(keyOf(parcel)) ?? null))
      return state.status === 'refused'
        ? refusalOf(parcel, state.reason, state.code)
        : { ...parcel, isReady: false, isRefused: false }
    }),
  )
}

function keyOf({ channelOrderId, channelPackageId }: Parcel): string {
  return `${channelOrderId} ${channelPackageId ?? ''}`
}

function refusalOf(parcel: Parcel, reason: string, channelCode: string | null): LabelResult {
  return { ...parcel, isReady: false, isRefused: true, reason, channelCode }
}

/** Without one Shopee makes no label. Parcels that have none yet are left out. */
async function trackingNumbersOf(session: Session, parcels: Parcel[]): Promise<Map<string, string>> {
  const named = parcels.filter(({ channelPackageId }) => channelPackageId !== null)
  const packages = named.map(({ channelPackageId }) => ({ package_number: channelPackageId }))
  const [byPackage, others] = await Promise.all([
    requestTrackingNumbers(session, [{ package_list: packages }]),
    Promise.all(
      parcels
        .filter(({ channelPackageId }) => channelPackageId === null)
        .map(async (parcel) => [keyOf(parcel), await readNumber(session, parcel)] as const),
    ),
  ])
  const found = [
    ...named.map((parcel) => [keyOf(parcel), byPackage.get(parcel.channelPackageId ?? '')] as const),
    ...others,
  ]
  return new Map(found.flatMap(([key, number]) => (number ? [[key, number] as const] : [])))
}

async function readNumber(session: Session, parcel: Parcel): Promise<string | undefined> {
  try {
    const query = parcelQuery(parcel)
    const reply = await readAgain(() => get(session, 'logistics/get_tracking_number', query, numberSchema))
    return reply.response?.tracking_number ?? undefined
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'refused') return undefined
    throw error
  }
}

/** Rows of a batch call by parcel; a call of which all rows failed has them all the same. */
async function documentRows(
  session: Session,
  name: string,
  parcels: Parcel[],
  moreOf: (parcel: Parcel) => object = () => ({}),
): Promise<[Parcel, DocumentRow | undefined][]> {
  const byKey = new Map(parcels.map((parcel) => [keyOf(parcel), parcel]))
  const parts = await Promise.all(
    batchesOf([...byKey.keys()]).map(async (keys) => {
      const batch = keys.flatMap((key) => byKey.get(key) ?? [])
      const order_list = batch.map((parcel) => ({ ...parcelQuery(parcel), ...moreOf(parcel) }))
      const ask = () =>
        post(session, `logistics/${name}`, { order_list }, documentsSchema, 'batch_api_all_failed')
      // Both calls may be repeated: asking for the same label twice makes no second one.
      const rows = (await readAgain(ask)).response.result_list
      return batch.map((parcel): [Parcel, DocumentRow | undefined] => [
        parcel,
        rows.find((row) => isOf(row, parcel)),
      ])
    }),
  )
  return parts.flat()
}

function isOf(row: DocumentRow, { channelOrderId, channelPackageId }: Parcel): boolean {
  const isPackage =
    channelPackageId === null || !row.package_number || row.package_number === channelPackageId
  return row.order_sn === channelOrderId && isPackage
}

/** Shopee's words for "nobody has asked for this label yet". */
const notRequestedCode = 'should_print_first'

async function readStates(session: Session, parcels: Parcel[]): Promise<Map<string, State>> {
  const rows = await documentRows(session, 'get_shipping_document_result', parcels)
  return new Map(rows.map(([parcel, row]) => [keyOf(parcel), stateOf(row)]))
}

function stateOf(row: DocumentRow | undefined): State {
  if (row?.status === 'READY') return { status: 'ready' }
  if (row?.fail_error?.endsWith(notRequestedCode)) return { status: 'unasked' }
  if (row?.fail_error || row?.status === 'FAILED') return refusedState(row)
  return { status: 'making' }
}

function refusedState({ fail_error: code, fail_message: message }: DocumentRow): State {
  return {
    status: 'refused',
    reason: message || code || ownMessage('refusal.label_failed', { channel: 'Shopee' }),
    code: code || null,
  }
}

async function askFor(
  session: Session,
  parcels: Parcel[],
  numbers: Map<string, string>,
): Promise<[string, State][]> {
  const rows = await documentRows(session, 'create_shipping_document', parcels, (parcel) => ({
    tracking_number: numbers.get(keyOf(parcel)),
  }))
  return rows.map(([parcel, row]) => [
    keyOf(parcel),
    row?.fail_error ? refusedState(row) : { status: 'making' },
  ])
}

/** One parcel a call: a call for several gives one file of them all. */
async function fetchLabel(
  session: Session,
  parcel: Parcel,
  trackingNumber: string | null,
): Promise<LabelResult> {
  try {
    const body = { order_list: [parcelQuery(parcel)] }
    const caller = { ...session, now: session.now() }
    const reply = await readAgain(() =>
      fileCall(caller, '/api/v2/logistics/download_shipping_document', body),
    )
    const format = formatOf(reply.bytes, reply.headers.get('content-type') ?? '')
    if (!format)
      throw new ChannelError('changed-shape', ownMessage('refusal.label_kind', { channel: 'Shopee' }))
    return { ...parcel, isReady: true, file: { format, bytes: reply.bytes }, trackingNumber }
  } catch (error) {
    const code = error instanceof ChannelError ? error.channelCode : undefined
    // Made anew meanwhile, or not asked for after all: it is asked for again next time.
    if (code?.endsWith('download_later') || code?.endsWith(notRequestedCode))
      return { ...parcel, isReady: false, isRefused: false }
    throw error
  }
}

/** By its bytes where these tell, since the header is not always right. */
function formatOf(bytes: Uint8Array, type: string): LabelFile['format'] | null {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1').trimStart()
  if (start.startsWith('%PDF')) return 'pdf'
  if (start.startsWith('PK\u0003\u0004')) return 'zip'
  if (start.startsWith('^XA')) return 'zpl'
  return /html/i.test(type) || /^<(!doctype|html)/i.test(start) ? 'html' : null
}
