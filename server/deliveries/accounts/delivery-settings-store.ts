/** Defaults where a person chooses nothing: the courier of a shop's orders, and the fields of a booking. */
import { sql } from 'kysely'
import { selfDeliveryId } from '../../../model/delivery.ts'
import { standardDefaults, type DeliveryDefaults } from '../../../model/delivery-defaults.ts'
import type { Tx } from '../../db/database.ts'

/** The shop's own choice, else its channel's. Null: none, or one that is not connected any more. */
export async function findDefaultCourier(
  tx: Tx,
  ownerId: string,
  shop: { id: number; platformId: number },
): Promise<number | null> {
  const { rows } = await sql<{ courier: number; isThere: boolean }>`
    select p.courier, p.courier = ${selfDeliveryId} or a.courier is not null as "isThere"
    from delivery_platforms p
    left join courier_accounts a on a.owner_id = ${ownerId} and a.courier = p.courier
    where p.owner_id = ${ownerId} and p.platform_id = ${shop.platformId} and p.shop_id in (0, ${shop.id})
    order by p.shop_id desc limit 1`.execute(tx)
  const [chosen] = rows
  return chosen?.isThere ? chosen.courier : null
}

export async function findDeliveryDefaults(
  tx: Tx,
  ownerId: string,
  courierId: number,
): Promise<DeliveryDefaults> {
  const { rows } = await sql<{ defaults: Partial<DeliveryDefaults> }>`
    select defaults from delivery_defaults where owner_id = ${ownerId} and courier = ${courierId}`.execute(tx)
  return { ...standardDefaults, ...rows[0]?.defaults }
}

export async function saveDeliveryDefaults(
  tx: Tx,
  ownerId: string,
  courierId: number,
  defaults: DeliveryDefaults,
): Promise<void> {
  await sql`insert into delivery_defaults (owner_id, courier, defaults, updated_at)
    values (${ownerId}, ${courierId}, ${JSON.stringify(defaults)}::jsonb, ${new Date()})
    on conflict (owner_id, courier) do update set defaults = excluded.defaults, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

/** `shopId` 0: the whole channel's. */
export type DefaultCourier = { platformId: number; shopId: number; courierId: number }

export async function listDefaultCouriers(tx: Tx, ownerId: string): Promise<DefaultCourier[]> {
  const { rows } = await sql<DefaultCourier>`
    select platform_id as "platformId", shop_id as "shopId", courier as "courierId" from delivery_platforms
    where owner_id = ${ownerId}`.execute(tx)
  return rows
}

/** Null: nobody is chosen any more. */
export async function saveDefaultCourier(
  tx: Tx,
  ownerId: string,
  { platformId, shopId, courierId }: Omit<DefaultCourier, 'courierId'> & { courierId: number | null },
): Promise<void> {
  if (courierId === null) {
    await sql`delete from delivery_platforms
      where owner_id = ${ownerId} and platform_id = ${platformId} and shop_id = ${shopId}`.execute(tx)
    return
  }
  await sql`insert into delivery_platforms (owner_id, platform_id, shop_id, courier)
    values (${ownerId}, ${platformId}, ${shopId}, ${courierId})
    on conflict (owner_id, platform_id, shop_id) do update set courier = excluded.courier`.execute(tx)
}
