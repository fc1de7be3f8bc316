import type { Reply } from '../../../contract/endpoints.ts'
import type { DeliveryDefaults } from '../../../model/delivery-defaults.ts'
import { AppError } from '../../../model/errors.ts'
import type { Language } from '../../../model/language.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersion, findVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { ChannelSessions } from '../../syncs/channel-session.ts'
import { channelName } from '../../i18n/channel-name.ts'
import { listShops, type Shop } from '../../shops/shops-store.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import { chooseDefaultCourier, goesWithOwnCouriers } from './default-courier.ts'
import { findDeliveryDefaults, listDefaultCouriers, saveDeliveryDefaults } from './delivery-settings-store.ts'

type DefaultsReply = Reply<'GET /settings/delivery'>['data']
type PlatformReply = Reply<'GET /settings/delivery-platform'>

export function deliverySettingsRoutes(
  serve: Serve,
  { db }: ServerContext,
  sessions: CourierSessions,
  channels: ChannelSessions,
): void {
  serve('GET /settings/delivery', async ({ query, session: { ownerId } }) => {
    const courierId = knownCourier(query.shipment_id)
    return db.asOwner(ownerId, async (tx) => {
      const version = await findVersion(tx, ownerId, 'delivery_defaults', courierId)
      const defaults = await findDeliveryDefaults(tx, ownerId, courierId)
      return { data: presentDefaults(courierId, defaults, version) }
    })
  })

  serve('PUT /settings/delivery', async ({ body, session }) => {
    const { ownerId } = session
    const courierId = knownCourier(body.shipment_id)
    return db.asOwner(ownerId, async (tx) => {
      const version = await claimVersion(tx, session, ['delivery_defaults', courierId], body.updated_at)
      const before = await findDeliveryDefaults(tx, ownerId, courierId)
      const { insurance, auto_print: autoPrint, needs_code: needsCode } = body
      const defaults: DeliveryDefaults = {
        serviceId: body.service === undefined ? before.serviceId : body.service || null,
        feePayer: body.payer ?? before.feePayer,
        isInsured: insurance === undefined ? before.isInsured : insurance === 1,
        inspection: body.note_code ?? before.inspection,
        mode: body.pickup_mode ?? before.mode,
        parcel: body.default_package === undefined ? before.parcel : body.default_package,
        shipmentType: body.shipment_type ?? before.shipmentType,
        transportation: body.transportation ?? before.transportation,
        remark: body.remark ?? before.remark,
        isAutoPrint: autoPrint === undefined ? before.isAutoPrint : autoPrint === 1,
        needsCode: needsCode === undefined ? before.needsCode : needsCode === 1,
      }
      await saveDeliveryDefaults(tx, ownerId, courierId, defaults)
      return { data: presentDefaults(courierId, defaults, version) }
    })
  })

  serve('GET /settings/delivery-platform', ({ session, language }) =>
    db.asOwner(session.ownerId, (tx) => listPlatforms(tx, session, language)),
  )

  serve('PUT /settings/delivery-platform', async ({ body, session, language }) => {
    const { ownerId, shopIds } = session
    const { shop_id: shopId = 0, shipment_id: courierId } = body
    if (courierId !== null) knownCourier(courierId)
    return db.asOwner(ownerId, async (tx) => {
      const shops = await ownShops(tx, session)
      const shop = shops.find(({ id, platformId }) =>
        shopId ? id === shopId : platformId === body.platform_id,
      )
      if (!shop) throw new AppError('not_found')
      // It concerns every shop of the channel.
      if (shopId === 0 && shopIds.length > 0) throw new AppError('forbidden')
      await claimVersion(tx, session, ['default_couriers'], body.updated_at)
      await chooseDefaultCourier(tx, ownerId, { platformId: shop.platformId, shopId, courierId })
      return listPlatforms(tx, session, language)
    })
  })

  function knownCourier(courierId: number): number {
    if (!sessions.courierOf(courierId)) throw new AppError('not_found')
    return courierId
  }

  /** Lists the shops whose channel delivers nothing itself. */
  async function ownShops(tx: Tx, { ownerId, shopIds }: Session): Promise<Shop[]> {
    const shops = await listShops(tx, ownerId, shopIds)
    return shops.filter((shop) => goesWithOwnCouriers(channels, shop))
  }

  async function listPlatforms(tx: Tx, session: Session, language: Language): Promise<PlatformReply> {
    const version = await findVersion(tx, session.ownerId, 'default_couriers')
    const shops = await ownShops(tx, session)
    const chosen = await listDefaultCouriers(tx, session.ownerId)
    const courierFor = (platformId: number, shopId: number) =>
      chosen.find((one) => one.platformId === platformId && one.shopId === shopId)?.courierId ?? null
    const nameOf = (platformId: number) => {
      const connector = channels.connectorOf(platformId)
      return connector ? channelName(connector, language) : String(platformId)
    }
    const data = [...Map.groupBy(shops, ({ platformId }) => platformId)].map(([platformId, rows]) => ({
      platform_id: platformId,
      name: nameOf(platformId),
      shipment_id: courierFor(platformId, 0),
      shops: rows.map(({ id, systemName }) => ({
        id,
        system_name: systemName,
        shipment_id: courierFor(platformId, id),
      })),
    }))
    return { data, meta: { updated_at: version } }
  }
}

function presentDefaults(
  courierId: number,
  defaults: DeliveryDefaults,
  version: string | null,
): DefaultsReply {
  return {
    shipment_id: courierId,
    service: defaults.serviceId,
    payer: defaults.feePayer,
    insurance: defaults.isInsured ? 1 : 0,
    note_code: defaults.inspection,
    default_package: defaults.parcel,
    pickup_mode: defaults.mode,
    shipment_type: defaults.shipmentType,
    transportation: defaults.transportation,
    remark: defaults.remark,
    auto_print: defaults.isAutoPrint ? 1 : 0,
    needs_code: defaults.needsCode ? 1 : 0,
    updated_at: version,
  }
}
