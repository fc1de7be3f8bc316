/** Parcels that the seller delivers himself: the buyer's code, and the photo at the door. */
import { sql } from 'kysely'
import type { HandoverCode } from '../../../model/self-delivery.ts'
import type { Tx } from '../../db/database.ts'

type StoredCode = Omit<HandoverCode, 'expiresAt' | 'resendAfter'> & { expiresAt: string; resendAfter: string }

export async function findHandoverCode(tx: Tx, ownerId: string, id: number): Promise<HandoverCode | null> {
  const { rows } = await sql<{ code: StoredCode | null }>`
    select code from shipments where owner_id = ${ownerId} and id = ${id}`.execute(tx)
  const code = rows[0]?.code
  if (!code) return null
  return { ...code, expiresAt: new Date(code.expiresAt), resendAfter: new Date(code.resendAfter) }
}

export async function saveHandoverCode(
  tx: Tx,
  ownerId: string,
  id: number,
  code: HandoverCode | null,
): Promise<void> {
  await sql`update shipments set code = ${code && JSON.stringify(code)}::jsonb
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

export type DoorPhoto = { type: 'image/png' | 'image/jpeg'; bytes: Buffer }

export async function saveDoorPhoto(tx: Tx, ownerId: string, id: number, photo: DoorPhoto): Promise<void> {
  await sql`insert into shipment_photos (owner_id, shipment_id, bytes, type, taken_at)
    values (${ownerId}, ${id}, ${photo.bytes}, ${photo.type}, ${new Date()})
    on conflict (owner_id, shipment_id) do update set bytes = excluded.bytes, type = excluded.type,
      taken_at = excluded.taken_at`.execute(tx)
}

export async function findDoorPhoto(tx: Tx, ownerId: string, id: number): Promise<DoorPhoto | undefined> {
  const { rows } = await sql<DoorPhoto>`
    select bytes, type from shipment_photos where owner_id = ${ownerId} and shipment_id = ${id}`.execute(tx)
  return rows[0]
}
