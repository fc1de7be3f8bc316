/** Sides of the pictures of listings, once for each address, and the pictures that wait to be read. */
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Sides } from '../../images/picture-head.ts'
import { enqueue } from '../../jobs/jobs.ts'

export type UnreadPicture = { productId: number; address: string; tries: number }

export async function enqueuePictures(tx: Tx, ownerId: string, runAt?: Date): Promise<void> {
  const names = { queue: 'read-pictures', key: 'read-pictures', priority: 10 }
  await enqueue(tx, 'read-pictures', { ownerId }, { ...names, ...(runAt && { runAt }) })
}

/** Sides of each picture that was read, by its address. Null: it could not be read there. */
export async function listPictureSides(
  tx: Tx,
  ownerId: string,
  addresses: string[],
): Promise<Map<string, Sides | null>> {
  if (addresses.length === 0) return new Map()
  const { rows } = await sql<{ address: string; width: number | null; height: number | null }>`
    select a.address, s.width, s.height from unnest(${addresses}::text[]) a(address)
    join picture_sizes s on s.owner_id = ${ownerId} and s.digest = md5(a.address)`.execute(tx)
  return new Map(
    rows.map(({ address, width, height }) => [
      address,
      width === null || height === null ? null : { width, height },
    ]),
  )
}

/** Main pictures whose sides are not known yet. */
export async function addUnreadPictures(
  tx: Tx,
  ownerId: string,
  pictures: { productId: number; address: string }[],
): Promise<void> {
  if (pictures.length === 0) return
  await sql`insert into unread_pictures as u (owner_id, product_id, address, tries, due_at)
    select ${ownerId}::uuid, r."productId", r.address, 0, ${new Date()}::timestamptz
    from json_to_recordset(${JSON.stringify(pictures)}::json) as r("productId" bigint, address text)
    order by r."productId"
    on conflict (owner_id, product_id) do update set address = excluded.address, tries = 0, due_at = excluded.due_at`.execute(
    tx,
  )
  await enqueuePictures(tx, ownerId)
}

export async function listUnreadPictures(
  tx: Tx,
  ownerId: string,
  now: Date,
  limit: number,
): Promise<UnreadPicture[]> {
  const { rows } =
    await sql<UnreadPicture>`select product_id as "productId", address, tries from unread_pictures
    where owner_id = ${ownerId} and due_at <= ${now} order by product_id limit ${limit}`.execute(tx)
  return rows
}

export async function findNextPicture(tx: Tx, ownerId: string): Promise<Date | null> {
  const { rows } = await sql<{ due: Date | null }>`select min(due_at) as due from unread_pictures
    where owner_id = ${ownerId}`.execute(tx)
  return rows[0]?.due ?? null
}

type ReadSides = { address: string; sides: Sides | null }

/** A picture that could not be read before may be there now. */
export async function addPictureSizes(tx: Tx, ownerId: string, read: ReadSides[]): Promise<void> {
  if (read.length === 0) return
  const rows = read.map(({ address, sides }) => ({
    address,
    width: sides?.width ?? null,
    height: sides?.height ?? null,
  }))
  await sql`insert into picture_sizes as s (owner_id, digest, width, height, read_at)
    select distinct on (md5(r.address)) ${ownerId}::uuid, md5(r.address), r.width, r.height, ${new Date()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(address text, width integer, height integer)
    order by md5(r.address)
    on conflict (owner_id, digest) do update set width = excluded.width, height = excluded.height, read_at = excluded.read_at
      where s.width is null`.execute(tx)
}

export type ReadPicture = UnreadPicture & ReadSides

/** Saves what was read. A picture that a product shows no longer stays in the queue with its new address. */
export async function savePictureSizes(tx: Tx, ownerId: string, read: ReadPicture[]): Promise<void> {
  if (read.length === 0) return
  await addPictureSizes(tx, ownerId, read)
  const given = JSON.stringify(read.map(({ productId, address }) => ({ productId, address })))
  await sql`delete from unread_pictures u
    using json_to_recordset(${given}::json) as r("productId" bigint, address text)
    where u.owner_id = ${ownerId} and u.product_id = r."productId" and u.address = r.address`.execute(tx)
}

/** Hosts that did not answer are asked again later. */
export async function postponePictures(
  tx: Tx,
  ownerId: string,
  productIds: number[],
  due: Date,
): Promise<void> {
  await sql`update unread_pictures set tries = tries + 1, due_at = ${due}
    where owner_id = ${ownerId} and product_id = any(${productIds}::bigint[])`.execute(tx)
}
