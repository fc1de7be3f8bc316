/** Costs of SKUs and their history. Takes the locks of SKUs, which come after those of stock. */
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import { isCurrency } from '../../../model/money.ts'
import { averageCost, hasTooManyDecimals, toCost, type CostMethod } from '../../../model/sku-cost.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import { withIds, type Tx } from '../../db/database.ts'

/** A cost as a person entered it, in the account's currency. @throws AppError validation_failed for too many decimals */
export function readCost(amount: number, currency: string, field: string): number {
  if (!isCurrency(currency) || hasTooManyDecimals(amount, currency))
    throw new AppError('validation_failed', { invalidFields: { [field]: 'field.price_decimals' } })
  return toCost(amount, currency)
}

type Person = Pick<Session, 'ownerId' | 'userId' | 'name'>
type Who = Person & Pick<Session, 'currency'>

export type CostKind = 'entered' | 'receipt' | 'merge'

type NewCost = {
  skuId: number
  cost: number | null
  currency: string
  method: CostMethod
  kind: CostKind
  quantity: number | null
  unitCost: number | null
  document: number | null
  reason: string | null
}

async function saveCosts(tx: Tx, { ownerId, userId, name }: Person, costs: NewCost[]): Promise<void> {
  await sql`insert into sku_costs (owner_id, id, sku_id, since, cost, currency, method, kind, quantity, unit_cost, document,
      reason, user_id, user_name)
    select ${ownerId}::uuid, r.id, r."skuId", ${new Date()}::timestamptz, r.cost, r.currency, r.method, r.kind, r.quantity,
      r."unitCost", r.document, r.reason, ${userId}::bigint, ${name}::text
    from json_to_recordset(${JSON.stringify(await withIds(tx, costs))}::json) as r(id bigint, "skuId" bigint, cost bigint,
      currency text, method text, kind text, quantity integer, "unitCost" bigint, document bigint, reason text)
    on conflict (owner_id, id) do nothing`.execute(tx)
  await sql`update skus s set cost = r.cost, cost_currency = r.currency, cost_method = r.method
    from json_to_recordset(${JSON.stringify(costs)}::json) as r("skuId" bigint, cost bigint, currency text, method text)
    where s.owner_id = ${ownerId} and s.id = r."skuId"`.execute(tx)
}

type Cost = { skuId: number; cost: number | null; currency: string | null; method: CostMethod }

async function lockCosts(tx: Tx, ownerId: string, skuIds: number[]): Promise<Cost[]> {
  const { rows } = await sql<Cost>`
    select id as "skuId", cost, cost_currency as currency, cost_method as method from skus
    where owner_id = ${ownerId} and id = any(${skuIds}::bigint[]) order by id for no key update`.execute(tx)
  return rows
}

/** Saves what a person entered. Fields that are left out stay; what is the same as before leaves no entry. */
export async function enterCost(
  tx: Tx,
  who: Who,
  skuId: number,
  change: { cost?: number | null; method?: CostMethod; reason: string | null },
): Promise<void> {
  const [before] = await lockCosts(tx, who.ownerId, [skuId])
  if (!before) return
  const { cost = before.cost, method = before.method, reason } = change
  const currency = change.cost === undefined ? (before.currency ?? who.currency) : who.currency
  const isSame = cost === before.cost && (cost === null || currency === before.currency)
  if (isSame && method === before.method) return
  const entered = { kind: 'entered', quantity: null, unitCost: null, document: null } as const
  await saveCosts(tx, who, [{ skuId, cost, currency, method, reason, ...entered }])
}

/** Saves the costs of many SKUs, each in the currency that it names. What is the same as before leaves no entry. */
export async function enterCosts(
  tx: Tx,
  who: Person,
  costs: (KnownCost & { skuId: number })[],
  reason: string,
): Promise<void> {
  if (costs.length === 0) return
  const wanted = new Map(costs.map((one) => [one.skuId, one]))
  const known = await lockCosts(tx, who.ownerId, [...wanted.keys()])
  const entered = known.flatMap((before): NewCost[] => {
    const { cost = null, costCurrency = null } = wanted.get(before.skuId) ?? {}
    const currency = costCurrency ?? before.currency
    if (currency === null || (cost === before.cost && currency === before.currency)) return []
    const { skuId, method } = before
    const none = { quantity: null, unitCost: null, document: null }
    return [{ skuId, cost, currency, method, kind: 'entered', reason, ...none }]
  })
  if (entered.length > 0) await saveCosts(tx, who, entered)
}

export type ReceivedLine = { skuId: number; quantity: number; unitCost: number }

/**
 * Notes what received pieces cost, after their movements, in the same transaction. An average weighs them against the pieces
 * that were there in all warehouses; otherwise, and in another currency than before, theirs is the cost from now on.
 *
 * @throws AppError forbidden for a SKU that a shop lists which the user may not see
 */
export async function receiveAtCost(
  tx: Tx,
  who: Who & Pick<Session, 'shopIds'>,
  { document, reason, lines }: { document: number; reason: string | null; lines: ReceivedLine[] },
): Promise<void> {
  if (lines.length === 0) return
  const skuIds = lines.map(({ skuId }) => skuId)
  await requireOwn(tx, who, skuIds)
  const costs = new Map((await lockCosts(tx, who.ownerId, skuIds)).map((one) => [one.skuId, one]))
  const { rows } = await sql<{ skuId: number; onHand: number }>`
    select sku_id as "skuId", sum(on_hand)::int as "onHand" from stock
    where owner_id = ${who.ownerId} and sku_id = any(${skuIds}::bigint[]) group by sku_id`.execute(tx)
  const onHands = new Map(rows.map(({ skuId, onHand }) => [skuId, onHand]))
  const { currency } = who
  const received = lines.map(({ skuId, quantity, unitCost }): NewCost => {
    const before = costs.get(skuId)
    const method = before?.method ?? 'fixed'
    const known = before?.currency === currency ? before.cost : null
    const onHand = (onHands.get(skuId) ?? quantity) - quantity
    const cost =
      method === 'average' ? averageCost({ onHand, cost: known }, { quantity, unitCost }) : unitCost
    return { skuId, cost, currency, method, kind: 'receipt', quantity, unitCost, document, reason }
  })
  await saveCosts(tx, who, received)
}

export type KnownCost = { cost: number | null; costCurrency: string | null }

/**
 * Gives the SKU that goes on its cost, before the pieces are moved: a moving average weighs in the pieces of the others; one without
 * a cost takes the first that is known. Answers what it has from now on.
 */
export async function mergeCosts(
  tx: Tx,
  who: Who,
  { survivorId, otherIds, document }: { survivorId: number; otherIds: number[]; document: number },
): Promise<KnownCost> {
  const skuIds = [survivorId, ...otherIds]
  const costs = new Map((await lockCosts(tx, who.ownerId, skuIds)).map((one) => [one.skuId, one]))
  const own = costs.get(survivorId)
  const { rows } = await sql<{ skuId: number; onHand: number }>`
    select sku_id as "skuId", sum(on_hand)::int as "onHand" from stock
    where owner_id = ${who.ownerId} and sku_id = any(${skuIds}::bigint[]) group by sku_id`.execute(tx)
  const onHands = new Map(rows.map(({ skuId, onHand }) => [skuId, Math.max(0, onHand)]))
  const known = otherIds.flatMap((id) => {
    const { cost = null, currency = null } = costs.get(id) ?? {}
    return cost === null || currency === null ? [] : { cost, currency, quantity: onHands.get(id) ?? 0 }
  })
  let { cost = null, currency = null } = own ?? {}
  let onHand = onHands.get(survivorId) ?? 0
  if (cost === null) ({ cost, currency } = known[0] ?? { cost, currency })
  else if (own?.method === 'average')
    for (const other of known)
      if (other.currency === currency && other.quantity > 0) {
        cost = averageCost({ onHand, cost }, { quantity: other.quantity, unitCost: other.cost })
        onHand += other.quantity
      }
  if (cost !== null && currency !== null && cost !== own?.cost)
    await setCost(tx, who, { skuId: survivorId, cost, currency, document })
  return { cost, costCurrency: currency }
}

/** Gives a SKU a cost that follows from a merge. */
export async function setCost(
  tx: Tx,
  who: Who,
  { skuId, cost, currency, document }: Pick<NewCost, 'skuId' | 'cost' | 'currency' | 'document'>,
): Promise<void> {
  const [before] = await lockCosts(tx, who.ownerId, [skuId])
  const method = before?.method ?? 'fixed'
  const none = { quantity: null, unitCost: null, reason: null }
  await saveCosts(tx, who, [{ skuId, cost, currency, method, kind: 'merge', document, ...none }])
}

async function requireOwn(
  tx: Tx,
  { ownerId, shopIds: visible }: Pick<Session, 'ownerId' | 'shopIds'>,
  skuIds: number[],
): Promise<void> {
  if (visible.length === 0) return
  const { rows } = await sql`
    select from skus where owner_id = ${ownerId} and id = any(${skuIds}::bigint[])
      and (shop_ids = '{}' or not shop_ids <@ ${visible}::bigint[]) limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('forbidden')
}

export type CostRow = {
  id: number
  since: Date
  cost: number | null
  currency: string
  method: CostMethod
  kind: CostKind
  quantity: number | null
  unitCost: number | null
  document: number | null
  reason: string | null
  userId: number
  userName: string
}

/** Lists the costs of a SKU before a given one, the latest first. */
export async function listCosts(
  tx: Tx,
  ownerId: string,
  skuId: number,
  { after, limit }: { after: number | null; limit: number },
): Promise<CostRow[]> {
  const { rows } = await sql<CostRow>`
    select id, since, cost, currency, method, kind, quantity, unit_cost as "unitCost", document, reason, user_id as "userId",
      user_name as "userName"
    from sku_costs where owner_id = ${ownerId} and sku_id = ${skuId}
      and (${after}::bigint is null or id < ${after}::bigint)
    order by id desc limit ${limit}`.execute(tx)
  return rows
}
