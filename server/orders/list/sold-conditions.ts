/** SQL conditions for parts of the sales of some days, on an order `o`: exactly the orders that a figure of analytics counts. */
import type { Statement } from '../../db/statement.ts'
import { addDays, hoursOf } from '../../i18n/calendar.ts'
import type { OrderFilter } from './order-filter.ts'

export function soldConditions(statement: Statement, filter: OrderFilter): string[] {
  const { regions, soldHours, soldWeekdays, skuIds, shopSkus, alsoSkuId, alsoShopSku } = filter
  const parts: string[] = []
  if (regions?.length) parts.push(`o.region = any(${statement.value(regions)}::text[])`)
  if (soldHours?.length || soldWeekdays?.length) parts.push(isInSoldHours(statement, filter, 'o.sold_at'))
  if (skuIds?.length) parts.push(hasSku(`any(${statement.value(skuIds)}::bigint[])`))
  if (shopSkus?.length) parts.push(hasListing(`any(${statement.value(shopSkus)}::text[])`))
  if (alsoSkuId !== undefined) parts.push(hasSku(`${statement.value(alsoSkuId)}::bigint`))
  if (alsoShopSku !== undefined) parts.push(hasListing(`${statement.value(alsoShopSku)}::text`))
  return parts
}

function hasSku(one: string): string {
  return `exists (select from order_items i cross join lateral (
        select k.sku_id from product_skus k where k.owner_id = $1 and k.shop_id = o.shop_id and k.shop_sku = i.shop_sku
        order by k.sku_id is null, k.id limit 1) k
      where i.owner_id = $1 and i.order_id = o.id and not i.is_gift and k.sku_id = ${one})`
}

function hasListing(one: string): string {
  return `exists (select from order_items i where i.owner_id = $1 and i.order_id = o.id and not i.is_gift
        and i.shop_sku = ${one})`
}

/** By calendar.ts, as the figures: every second place between the limits lies in such an hour. */
export function isInSoldHours(statement: Statement, filter: OrderFilter, at: string): string {
  return isWithin(statement, { ...filter, hours: filter.soldHours, weekdays: filter.soldWeekdays }, at)
}

/** The same for the hours of the days that the filter's dates are of. */
export function isInHours(statement: Statement, filter: OrderFilter, at: string): string {
  return isWithin(statement, { ...filter, weekdays: [] }, at)
}

type Hours = Pick<OrderFilter, 'timezone' | 'from' | 'to' | 'hours'> & { weekdays: number[] | undefined }

function isWithin(statement: Statement, hours: Hours, at: string): string {
  return `width_bucket(${at}, ${statement.value(limitsOf(hours))}::timestamptz[]) % 2 = 1`
}

/** Beginnings and ends of the hours and weekdays that are asked for, in turn. */
function limitsOf({ timezone, from, to, hours, weekdays }: Hours): Date[] {
  if (from === undefined || to === undefined) return []
  const limits: Date[] = []
  let isInside = false
  for (let day = from; day <= addDays(to, 1); day = addDays(day, 1)) {
    const isWanted = day <= to && (!weekdays?.length || weekdays.includes(weekdayOf(day)))
    for (const { at, hour } of hoursOf(timezone, day)) {
      const begins = isWanted && (!hours?.length || hours.includes(Number(hour)))
      if (begins !== isInside) limits.push(at)
      isInside = begins
    }
  }
  return limits
}

/** 1 Monday to 7 Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}
