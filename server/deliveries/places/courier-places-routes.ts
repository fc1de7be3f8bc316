/** The places from which a courier without a list of its own fetches parcels. The paths are named by the specification. */
import type { Reply } from '../../../contract/endpoints.ts'
import { localPhone } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Tx } from '../../db/database.ts'
import { claimVersion, listVersions, removeVersion } from '../../http/edit-versions-store.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import type { CourierSessions } from '../../syncs/courier-session.ts'
import type { AccountKey } from '../accounts/courier-accounts-store.ts'
import { courierOfPath } from '../../syncs/courier-paths.ts'
import {
  addOwnPlace,
  findOwnPlace,
  listOwnPlaces,
  removeOwnPlace,
  saveOwnPlace,
  type OwnPlace,
} from './courier-places-store.ts'

type PlaceReply = Reply<'GET /deliveries/warehouse/ninjavan'>['data'][number]

export function courierPlacesRoutes(
  serve: Serve,
  { db }: ServerContext,
  { couriers }: CourierSessions,
): void {
  const { id: courierId } = courierOfPath(couriers, '/deliveries/warehouse/ninjavan')
  const keyOf = (ownerId: string): AccountKey => ({ ownerId, courierId })

  serve('GET /deliveries/warehouse/ninjavan', async ({ session: { ownerId } }) => {
    return db.asOwner(ownerId, async (tx) => {
      const versions = await listVersions(tx, ownerId, 'courier_place')
      const places = await listOwnPlaces(tx, keyOf(ownerId))
      return { data: places.map((place) => presentPlace(place, versions.get(place.id))) }
    })
  })

  serve('POST /deliveries/warehouse/ninjavan', async ({ body, session: { ownerId } }) => {
    const { name, contact_name: contactName, is_default: isDefault = false, phone, ...address } = body
    const details = {
      name,
      contactName,
      phone: localPhone(phone, 'MY'),
      address: { ...address, address2: address.address2 ?? '' },
    }
    return db.asOwner(ownerId, async (tx) => {
      const id = await addOwnPlace(tx, keyOf(ownerId), details, isDefault)
      nameTarget(tx, id)
      return { data: presentPlace(await getPlace(tx, keyOf(ownerId), id), undefined) }
    })
  })

  serve('PUT /deliveries/warehouse/ninjavan/{id}', async ({ params, body, session }) => {
    const key = keyOf(session.ownerId)
    return db.asOwner(session.ownerId, async (tx) => {
      await getPlace(tx, key, params.id)
      const version = await claimVersion(tx, session, ['courier_place', params.id], body.updated_at)
      const before = await getPlace(tx, key, params.id)
      const { address1, address2, city, state, postcode } = before.address
      await saveOwnPlace(tx, key, {
        id: before.id,
        name: body.name ?? before.name,
        contactName: body.contact_name ?? before.contactName,
        phone: body.phone === undefined ? before.phone : localPhone(body.phone, 'MY'),
        address: {
          address1: body.address1 ?? address1,
          address2: body.address2 ?? address2,
          city: body.city ?? city,
          state: body.state ?? state,
          postcode: body.postcode ?? postcode,
          country: 'MY',
        },
        isDefault: body.is_default ?? false,
      })
      return { data: presentPlace(await getPlace(tx, key, params.id), version) }
    })
  })

  serve('DELETE /deliveries/warehouse/ninjavan/{id}', async ({ params, session: { ownerId }, translate }) => {
    await db.asOwner(ownerId, async (tx) => {
      await removeVersion(tx, ownerId, 'courier_place', params.id)
      await removeOwnPlace(tx, keyOf(ownerId), params.id)
    })
    return { data: null, message: translate('done.courier_place_deleted') }
  })
}

async function getPlace(tx: Tx, key: AccountKey, id: number): Promise<OwnPlace> {
  const place = await findOwnPlace(tx, key, id)
  if (!place) throw new AppError('not_found')
  return place
}

function presentPlace(place: OwnPlace, version: string | undefined): PlaceReply {
  const { id, name, contactName, phone, address, isDefault } = place
  return {
    id,
    name,
    contact_name: contactName,
    phone,
    address1: address.address1,
    address2: address.address2 || null,
    city: address.city,
    state: address.state,
    postcode: address.postcode,
    country: address.country,
    is_default: isDefault,
    updated_at: version ?? null,
  }
}
