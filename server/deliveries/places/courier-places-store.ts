/** Pickup places of an account, for couriers that have no places themselves. One of them is the default. */
import { sql } from 'kysely'
import type { DeliveryAddress } from '../../../model/delivery.ts'
import { AppError } from '../../../model/errors.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import type { AccountKey } from '../accounts/courier-accounts-store.ts'

const mostPlaces = 100

export type PlaceAddress = {
  address1: string
  address2: string
  city: string
  state: string
  postcode: string
  country: 'MY'
}

export type PlaceDetails = { name: string; contactName: string; phone: string; address: PlaceAddress }
export type OwnPlace = PlaceDetails & { id: number; isDefault: boolean }

const columns = sql.raw(`id, name, contact_name as "contactName", phone, address, is_default as "isDefault"`)

/** The default one first. */
export async function listOwnPlaces(tx: Tx, { ownerId, courierId }: AccountKey): Promise<OwnPlace[]> {
  const { rows } = await sql<OwnPlace>`
    select ${columns} from courier_places where owner_id = ${ownerId} and courier = ${courierId}
    order by is_default desc, id`.execute(tx)
  return rows
}

/** Without an id the default one. */
export async function findOwnPlace(tx: Tx, key: AccountKey, id?: number): Promise<OwnPlace | undefined> {
  const places = await listOwnPlaces(tx, key)
  return places.find((place) => (id === undefined ? place.isDefault : place.id === id))
}

/** The place as the sender of a parcel. */
export function senderAt({ contactName, phone, address }: OwnPlace): DeliveryAddress {
  const { address1, address2, city, state, postcode, country } = address
  const street = [address1, address2].filter((line) => line !== '').join(', ')
  return { name: contactName, phone, street, city, province: state, postcode, country }
}

/**
 * The first one is the default.
 *
 * @throws AppError conflict: there are as many as a courier may have
 */
export async function addOwnPlace(
  tx: Tx,
  key: AccountKey,
  { name, contactName, phone, address }: PlaceDetails,
  wantsDefault: boolean,
): Promise<number> {
  await lockPlaces(tx, key)
  const known = await listOwnPlaces(tx, key)
  if (known.length >= mostPlaces) throw new AppError('conflict', { message: 'error.courier_place_limit' })
  const isDefault = wantsDefault || known.length === 0
  if (isDefault) await clearDefault(tx, key)
  const [id = 0] = await drawIds(tx, 1)
  await sql`insert into courier_places (owner_id, id, courier, name, contact_name, phone, address, is_default, updated_at)
    values (${key.ownerId}, ${id}, ${key.courierId}, ${name}, ${contactName}, ${phone}, ${JSON.stringify(address)}::jsonb,
      ${isDefault}, ${new Date()})`.execute(tx)
  return id
}

export async function saveOwnPlace(
  tx: Tx,
  key: AccountKey,
  { id, name, contactName, phone, address, isDefault }: OwnPlace,
): Promise<void> {
  await lockPlaces(tx, key)
  if (isDefault) await clearDefault(tx, key)
  await sql`update courier_places set name = ${name}, contact_name = ${contactName}, phone = ${phone},
      address = ${JSON.stringify(address)}::jsonb, is_default = is_default or ${isDefault}, updated_at = ${new Date()}
    where owner_id = ${key.ownerId} and courier = ${key.courierId} and id = ${id}`.execute(tx)
}

/** @throws AppError courier_place_is_default, not_found */
export async function removeOwnPlace(tx: Tx, key: AccountKey, id: number): Promise<void> {
  await lockPlaces(tx, key)
  const place = await findOwnPlace(tx, key, id)
  if (!place) throw new AppError('not_found')
  if (place.isDefault) throw new AppError('courier_place_is_default')
  await sql`delete from courier_places
    where owner_id = ${key.ownerId} and courier = ${key.courierId} and id = ${id}`.execute(tx)
}

/** Two that add the first place at once would both be the default. */
async function lockPlaces(tx: Tx, { ownerId, courierId }: AccountKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`courier-places/${ownerId}/${courierId}`}, 0))`.execute(
    tx,
  )
}

async function clearDefault(tx: Tx, { ownerId, courierId }: AccountKey): Promise<void> {
  await sql`update courier_places set is_default = false
    where owner_id = ${ownerId} and courier = ${courierId} and is_default`.execute(tx)
}
