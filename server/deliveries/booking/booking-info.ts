/** Choices for an order's parcel with one of the owner's couriers. Calls that courier, for some seconds at most. */
import type { Reply } from '../../../contract/endpoints.ts'
import type { Courier } from '../../../connectors/courier.ts'
import type { DeliveryChoices } from '../../../model/delivery.ts'
import { standardDefaults, type DeliveryDefaults } from '../../../model/delivery-defaults.ts'
import { AppError, codeOfRule } from '../../../model/errors.ts'
import { fromMinor, type Currency } from '../../../model/money.ts'
import type { Database } from '../../db/database.ts'
import { findOrder, type OrderDetail } from '../../orders/detail/order-store.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { inTime } from '../../http/patience.ts'
import { quoteReason } from '../../i18n/told-reason.ts'
import { findShop, type Shop } from '../../shops/shops-store.ts'
import { bookingProblems, codOf, questionOf, smallParcel, type BookingParts } from './booking-form.ts'
import { findSender } from './booking-sender.ts'
import { listCourierAccounts, type CourierAccount } from '../accounts/courier-accounts-store.ts'
import { asCourierError } from '../../syncs/courier-errors.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { courierOfOrder } from '../accounts/default-courier.ts'
import { orderOf, parcelsOf } from './divide-order.ts'
import { listOrderParcels } from './order-parcels-store.ts'
import { findParcelDefaults, type ParcelMeasures } from './parcel-measures.ts'
import {
  hasTwoLevels,
  placeByIds,
  placeByNames,
  wholePlace,
  type FoundPlace,
  type PlaceIds,
} from './receiver-place.ts'

/** Choices made so far. */
export type BookingQuestion = PlaceIds &
  AskedSize & { courierId: number | undefined; parcel?: number | undefined }

/** Kilograms and centimetres, as somebody entered them. */
type AskedSize = { [Name in 'weight' | 'length' | 'width' | 'height']?: number | undefined }

export type BookingInfo = NonNullable<Reply<'GET /orders/{id}/confirm-info'>['data']['own']>

type Answered = {
  info: BookingInfo
  /** The courier refused to answer, or could not be reached; what does not depend on it is there all the same. */
  failure: AppError | undefined
  parts: BookingParts
  choices: DeliveryChoices | null
}

export type Translate = (key: string, values?: Record<string, string | number>) => string

/** Adds the failure to the form: this courier cannot be booked now, but another one can be chosen instead. */
export function withFailure(
  { info, failure }: Pick<Answered, 'info' | 'failure'>,
  translate: Translate,
): BookingInfo {
  if (!failure) return info
  const { code, details } = failure
  const message = translate(`error.${code}`, { reason: quoteReason(translate, details.channelMessage ?? '') })
  return {
    ...info,
    warnings: [...info.warnings, message],
    problems: [...info.problems, { field: 'shipment_id', code, message }],
  }
}

export function createBookingInfo(db: Database, channels: ChannelSessions, couriers: CourierSessions) {
  return async function infoOf(
    ownerId: string,
    order: { id: number; shopId: number },
    { courierId: asked, parcel: number, ...chosen }: BookingQuestion,
    translate: Translate,
  ): Promise<Answered> {
    const { shop, parts, measures, courierId, accounts } = await db.read(ownerId, async (tx) => {
      const [detail, ofOrder] = [
        await findOrder(tx, ownerId, order.id, []),
        await findShop(tx, ownerId, order.shopId),
      ]
      if (!detail || !ofOrder) throw new AppError('not_found')
      const all = (await listCourierAccounts(tx, ownerId)).filter(({ status }) => status === 1)
      const first = firstFor(ofOrder, detail, all)
      const id = asked ?? (await courierOfOrder(tx, ofOrder, detail)) ?? first
      const parcels = parcelsOf(detail, await listOrderParcels(tx, ownerId, order.id))
      const parcel = parcels.find((one) => one.number === number)
      const about = { orderId: order.id, packed: parcel?.lines }
      const usual = id === null ? null : await findParcelDefaults(tx, ownerId, { courierId: id, ...about })
      const found: BookingParts = {
        order: orderOf(detail, parcel?.lines),
        cod: parcel?.cod ?? codOf(detail),
        sender: id === null ? null : await findSender(tx, ofOrder, detail, id),
        defaults: usual?.defaults ?? standardDefaults,
        choice: {},
        country: couriers.courierOf(id ?? -1)?.country ?? (ofOrder.region === 'VN' ? 'VN' : 'MY'),
        currency: couriers.courierOf(id ?? -1)?.currency ?? null,
      }
      return { shop: ofOrder, parts: found, measures: usual?.measures, courierId: id, accounts: all }
    })
    const courier = courierId === null ? undefined : couriers.courierOf(courierId)
    const { package: _size, ...problems } = bookingProblems(parts)
    const warnings = courier
      ? Object.entries(problems).map(([field, key]) => ({
          field,
          code: codeOfRule(key),
          message: translate(key),
        }))
      : []
    const { place, choices, failure } =
      courier && warnings.length === 0 ? await askCourier(courier, parts) : nothingAsked
    const currency = parts.order.currency as Currency
    const info: BookingInfo = {
      couriers: couriers.couriers
        .filter(({ id }) => id === 0 || accounts.some((one) => one.courierId === id))
        .map(({ id, code, name }) => ({ id, code, name })),
      shipment_id: courierId,
      fields: courier ? [...courier.bookingFields] : [],
      ...presentChoices(choices, currency, translate),
      cod_amount: fromMinor(parts.cod, currency),
      currency,
      package: presentMeasures(measures),
      weight_from: measures?.weightFrom ?? null,
      defaults: presentDefaults(parts.defaults),
      place: place && {
        province_id: place.province?.id ?? null,
        district_id: place.district?.id ?? null,
        ward_code: place.ward?.id ?? null,
      },
      channel_delivers: channels.connectorOf(shop.platformId)?.type === 'marketplace',
      warehouses: await warehousesOf(shop),
      warnings: warnings.map(({ message }) => message),
      problems: warnings,
    }
    return { info, failure, parts, choices }

    async function askCourier(one: Courier, found: BookingParts): Promise<CourierAnswer> {
      let there: FoundPlace | null = null
      try {
        there = await placeOf(one, found.order)
        const receiver = there ? wholePlace(there) : undefined
        const choice = {
          parcel: quotedParcel(chosen, measures),
          ...(receiver && { receiver }),
        }
        const question = questionOf({ ...found, choice })
        const offered = await inTime(
          couriers.use({ ownerId, courierId: one.id }, (session, { options }) => options(session, question)),
        ).catch(asCourierError)
        return { place: there, choices: offered, failure: undefined }
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'courier_not_connected') throw error
        // A place that the courier does not serve stays there, so that another one can be chosen.
        return { place: there, choices: null, failure: error }
      }
    }

    /**
     * Answers the chosen place, else the one that the address names. Null where the courier uses the address itself.
     */
    async function placeOf(
      { id, places }: Courier,
      { address }: BookingParts['order'],
    ): Promise<FoundPlace | null> {
      if (!places || !address || hasTwoLevels(address)) return null
      return inTime(
        couriers.use({ ownerId, courierId: id }, (session) => {
          const asking = { areaCache: couriers.areaCache, session, areas: places.areas }
          return chosen.province_id ? placeByIds(asking, chosen) : placeByNames(asking, address)
        }),
      ).catch(asCourierError)
    }
  }

  /**
   * Answers the first of the account's couriers that delivers there; none where the channel has couriers of its own.
   */
  function firstFor(shop: Shop, { address }: OrderDetail, accounts: CourierAccount[]): number | null {
    if (channels.connectorOf(shop.platformId)?.type === 'marketplace') return null
    const country = address?.country ?? shop.region
    const found = accounts.find((one) => couriers.courierOf(one.courierId)?.country === country)
    return found?.courierId ?? null
  }

  async function warehousesOf(shop: Shop): Promise<BookingInfo['warehouses']> {
    if (!channels.connectorOf(shop.platformId)?.warehouses) return []
    const all = await inTime(
      channels.use(shop, (session, { warehouses }) => warehouses?.list(session) ?? Promise.resolve([])),
    ).catch(asCourierError)
    return all
      .filter(({ type, isActive }) => type === 'requisition' && isActive)
      .map(({ id, name, isPrimary }) => ({ id: String(id), name, is_primary: isPrimary }))
  }
}

type CourierAnswer = {
  place: FoundPlace | null
  choices: DeliveryChoices | null
  failure: AppError | undefined
}
const nothingAsked: CourierAnswer = { place: null, choices: null, failure: undefined }

/** The parcel as it was entered, else as far as it is known. */
function quotedParcel(asked: AskedSize, known: ParcelMeasures | undefined) {
  const { weight, length, width, height } = asked
  if (weight && length && width && height) return { weight: Math.round(weight * 1000), length, width, height }
  return {
    weight: known?.weight ?? smallParcel.weight,
    length: known?.length ?? smallParcel.length,
    width: known?.width ?? smallParcel.width,
    height: known?.height ?? smallParcel.height,
  }
}

function presentChoices(
  choices: DeliveryChoices | null,
  currency: Currency,
  translate: (key: string) => string,
) {
  const { modes = [], services = [], pickup = 'none', dates = [], slots = [], cod } = choices ?? {}
  // The form shows one currency, the order's: what the courier says in another is left out.
  const isSame = choices?.currency === currency
  const amount = (minor: number | null) => (minor === null || !isSame ? null : fromMinor(minor, currency))
  return {
    modes,
    services: services.map(({ id, name, fee }) => ({ id, name, fee: amount(fee) })),
    pickup,
    dates,
    slots,
    cod: cod
      ? {
          is_cod_supported: cod.isPossible,
          max_cod: amount(cod.max),
          currency,
          reason: cod.reason && translate(`cod.${cod.reason}`),
        }
      : null,
  }
}

/** Kilograms; null: nothing of it is known. */
function presentMeasures(measures: ParcelMeasures | undefined): BookingInfo['package'] {
  if (!measures) return null
  const { weight, length, width, height } = measures
  if (weight === null && length === null) return null
  return { weight: weight === null ? null : weight / 1000, length, width, height }
}

function presentDefaults(defaults: DeliveryDefaults): BookingInfo['defaults'] {
  return {
    mode: defaults.mode,
    service_id: defaults.serviceId,
    payer: defaults.feePayer,
    inspection: defaults.inspection,
    enhanced_liability: defaults.isInsured ? 1 : 0,
    shipment_type: defaults.shipmentType,
    transportation: defaults.transportation,
    remark: defaults.remark,
    auto_print: defaults.isAutoPrint ? 1 : 0,
  }
}
