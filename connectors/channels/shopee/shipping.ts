/** Parcels handed to Shopee's couriers. Source: "v2.logistics" API reference, guide "Fulfillment". */
import { allTold } from '../../all-told.ts'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { ArrangeRequest, ParcelResult, Shipping } from '../../shipping.ts'
import type { Session } from '../../session.ts'
import { readAgain } from '../../read-again.ts'
import type {
  HandoverNeed,
  HandoverOptions,
  Parcel,
  ParcelState,
  PickupAddress,
} from '../../../model/parcel.ts'
import { labels } from './labels.ts'
import {
  get,
  handoverSchema,
  nothingSchema,
  parcelsSchema,
  post,
  trackingInfoSchema,
} from './selling-wire.ts'
import { parcelQuery, requestTrackingNumbers } from './tracking.ts'
import { describeIssue, isNotFound, orderDetailSchema } from './wire.ts'

export const shipping: Shipping = {
  onHoldStatuses: ['PENDING', 'INVOICE_PENDING'],
  ordersPerCall: 1,

  async handoverOptions(session, parcel): Promise<HandoverOptions> {
    const { response } = await readAgain(() =>
      get(session, 'logistics/get_shipping_parameter', parcelQuery(parcel), handoverSchema),
    )
    const { pickup, dropoff, non_integrated: self } = response.info_needed
    const needs = new Set(
      [...(pickup ?? []), ...(dropoff ?? []), ...(self ?? [])].flatMap((word) => needsByName[word] ?? []),
    )
    return {
      // A mode whose list is empty is allowed and wants nothing to be told.
      modes: [
        ...(pickup ? (['pickup'] as const) : []),
        ...(dropoff ? (['dropoff'] as const) : []),
        ...(self ? (['self'] as const) : []),
      ],
      pickupAddresses: (response.pickup?.address_list ?? []).map((address) => ({
        id: String(address.address_id),
        text: addressText(address),
        isDefault: address.address_flag?.includes('default_address') ?? false,
        slots: (address.time_slot_list ?? []).map(slotOf),
      })),
      branches: (response.dropoff?.branch_list ?? []).map((branch) => ({
        id: String(branch.branch_id),
        name: addressText(branch),
      })),
      providers: (response.dropoff?.slug_list ?? []).map(({ slug, slug_name: name }) => ({
        id: slug,
        name: name || slug,
      })),
      needs: [...needs],
    }
  },

  async arrange(session, requests) {
    return (await allTold(requests.map((request) => arrangeOrder(session, request)))).flat()
  },

  states: readStates,

  labels,

  async track(session, parcel) {
    const { response } = await readAgain(() =>
      get(session, 'logistics/get_tracking_info', parcelQuery(parcel), trackingInfoSchema),
    )
    return (response.tracking_info ?? []).map((event) => ({
      at: new Date(event.update_time * 1000),
      description: event.description || event.logistics_status || '',
      channelStatus: event.logistics_status || null,
    }))
  },
}

const needsByName: Record<string, HandoverNeed> = {
  address_id: 'address',
  pickup_time_id: 'slot',
  branch_id: 'branch',
  sender_real_name: 'sender-name',
  tracking_no: 'tracking-number',
  tracking_number: 'tracking-number',
  slug: 'provider',
}

/** Nothing is booked in these, or no longer: a missed pickup has to be booked again. */
const unarranged = new Set([
  'LOGISTICS_NOT_START',
  'LOGISTICS_PENDING_ARRANGE',
  'LOGISTICS_READY',
  'LOGISTICS_PICKUP_RETRY',
  'LOGISTICS_INVALID',
  'LOGISTICS_REQUEST_CANCELED',
])

type Place = Partial<Record<'address' | 'town' | 'district' | 'city' | 'state' | 'zipcode', string | null>>

function addressText({ address, town, district, city, state, zipcode }: Place): string {
  return [address, town, district, city, state, zipcode].filter(Boolean).join(', ')
}

type Slot = { date: number; time_text?: string | null; pickup_time_id: string; flags?: string[] | null }

/** The hours stand only in a text, and not in everyone's: the day's start is all that is known for certain. */
function slotOf(slot: Slot): PickupAddress['slots'][number] {
  return {
    id: slot.pickup_time_id,
    from: new Date(slot.date * 1000),
    to: null,
    isRecommended: slot.flags?.includes('recommended') ?? false,
  }
}

/** Exactly one of Shopee's three modes, which is an empty object where nothing is to be told. */
function choiceOf({ choice }: ArrangeRequest): Record<string, unknown> {
  const { addressId, slotId, branchId, senderName, providerId, trackingNumber } = choice
  const number = trackingNumber === null ? {} : { tracking_number: trackingNumber }
  switch (choice.mode) {
    case 'pickup':
      return {
        pickup: {
          ...(addressId !== null && { address_id: Number(addressId) }),
          ...(slotId !== null && { pickup_time_id: slotId }),
          ...number,
        },
      }
    case 'dropoff':
      return {
        dropoff: {
          ...(branchId !== null && { branch_id: Number(branchId) }),
          ...(senderName !== null && { sender_real_name: senderName }),
          ...(providerId !== null && { slug: providerId }),
          ...number,
        },
      }
    case 'self':
      return { non_integrated: number }
    case 'channel':
      throw new ChannelError('refused', ownMessage('refusal.choose_handover', { channel: 'Shopee' }))
  }
}

async function readStates(session: Session, channelOrderId: string): Promise<ParcelState[]> {
  const query = {
    order_sn_list: channelOrderId,
    response_optional_fields: 'package_list',
    request_order_status_pending: 'true',
  }
  const { response } = await readAgain(() => get(session, 'order/get_order_detail', query, orderDetailSchema))
  const order = parcelsSchema.safeParse(response.order_list[0])
  if (!order.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'Shopee', detail: describeIssue(order.error) }),
    )
  const numbers = await requestTrackingNumbers(session, [order.data])
  return (order.data.package_list ?? []).map((one) => ({
    channelOrderId,
    channelPackageId: one.package_number,
    // Packing is no step of its own: Shopee makes the package with the order.
    isPacked: true,
    isArranged: !unarranged.has(one.logistics_status),
    provider: one.shipping_carrier || null,
    trackingNumber: numbers.get(one.package_number) ?? null,
    channelStatus: one.logistics_status,
  }))
}

/** An order that was divided since we heard of it wants a call for each package. */
async function arrangeOrder(session: Session, request: ArrangeRequest): Promise<ParcelResult[]> {
  const { channelOrderId, channelPackageId } = request.parcel
  const result = await arrangeOne(session, request)
  const isDivided = !result.isDone && /need_pac\w+_number$/.test(result.channelCode ?? '')
  if (!isDivided || channelPackageId !== null) return [result]
  const open = (await readStates(session, channelOrderId)).filter(({ isArranged }) => !isArranged)
  return allTold(
    open.map(({ channelPackageId: id }) =>
      arrangeOne(session, { ...request, parcel: { channelOrderId, channelPackageId: id } }),
    ),
  )
}

async function arrangeOne(session: Session, request: ArrangeRequest): Promise<ParcelResult> {
  const { parcel } = request
  try {
    const body = { ...parcelQuery(parcel), ...choiceOf(request) }
    await post(session, 'logistics/ship_order', body, nothingSchema).catch(async (error: unknown) => {
      if (!isShippedBefore(error) || request.choice.mode !== 'pickup') throw error
      await arrangeAgain(session, body, error)
    })
    // The courier gives a number some minutes later.
    return { ...parcel, isDone: true, trackingNumber: request.choice.trackingNumber }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    // Turned away before anything happened; any other failure leaves the outcome open.
    if (error.kind === 'slow-down') return refusalOf(parcel, error, true)
    if (error.kind !== 'refused' || isAboutApp(error)) throw error
    return refusalOf(parcel, error, false)
  }
}

function refusalOf(parcel: Parcel, error: ChannelError, mayRepeat: boolean): ParcelResult {
  return {
    ...parcel,
    isDone: false,
    reason: error.message,
    channelCode: error.channelCode ?? null,
    mayRepeat,
  }
}

function isShippedBefore(error: unknown): error is ChannelError {
  return error instanceof ChannelError && !!error.channelCode?.endsWith('package_already_shipped')
}

/** After a missed pickup Shopee wants another call, which it refuses for a parcel that needs none. */
async function arrangeAgain(session: Session, body: unknown, before: ChannelError): Promise<void> {
  try {
    await post(session, 'logistics/update_shipping_order', body, nothingSchema)
  } catch (error) {
    // Then it stands arranged, as the first answer said.
    throw error instanceof ChannelError && error.kind === 'refused' ? before : error
  }
}

/** About our app or the whole shop, whatever parcel was asked about. */
function isAboutApp(error: ChannelError): boolean {
  if (isNotFound(error)) return false
  return /(^|\.)(error_(auth|permission|api_permission|sign|shop)|api_suspended|source_ip_undeclared|shop_banned)$/.test(
    error.channelCode ?? '',
  )
}
