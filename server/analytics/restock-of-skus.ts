/** Forecasts of SKUs, by the sales and the stock of the last days of the account's calendar. */
import { forecastDays, forecastOf, type Forecast } from '../../model/restock.ts'
import type { Tx } from '../db/database.ts'
import { addDays, dayIn, startOfDay } from '../i18n/calendar.ts'
import {
  listMovedByDay,
  listSkuDays,
  listSkuStock,
  type MovedOnDay,
  type SkuDay,
  type SkuStock,
} from './restock-store.ts'

export type ForecastOfSku = Forecast & {
  skuId: number
  available: number | null
  outOn: string | null
  /** Pieces sold on each of the days, today last. */
  byDay: number[]
}

/** The forecast counts the sales of all shops, as the stock is theirs together. */
export async function restockOfSkus(
  tx: Tx,
  { ownerId, shopIds: visible, timezone }: { ownerId: string; shopIds: number[]; timezone: string },
  skuIds: number[],
): Promise<ForecastOfSku[]> {
  const today = dayIn(timezone, new Date())
  const days = Array.from({ length: forecastDays }, (_, at) => addDays(today, at + 1 - forecastDays))
  const stocks = await listSkuStock(tx, ownerId, skuIds, visible)
  const ids = stocks.map(({ skuId }) => skuId)
  if (ids.length === 0) return []
  const soldBySku = Map.groupBy(await listSkuDays(tx, ownerId, ids, days[0] ?? today), ({ skuId }) => skuId)
  const starts = days.map((day) => startOfDay(timezone, day))
  const moved = Map.groupBy(await listMovedByDay(tx, ownerId, ids, starts), ({ skuId }) => skuId)
  return stocks.map((stock) => {
    const { skuId, available } = stock
    const sold = soldBySku.get(skuId) ?? []
    const hadStock = daysWithStock(days, stock, sold, moved.get(skuId) ?? [], timezone)
    const soldOn = new Map(sold.map((one) => [one.day, one]))
    const sales = days.map((day) => ({
      pieces: soldOn.get(day)?.pieces ?? 0,
      orders: soldOn.get(day)?.orders ?? 0,
      hadStock: hadStock.has(day),
    }))
    const forecast = forecastOf(available ?? 0, sales)
    const byDay = sales.map(({ pieces }) => pieces)
    const daysLeft = available === null ? null : forecast.daysLeft
    const missing = available === null ? null : forecast.missing
    const outOn = daysLeft === null ? null : addDays(today, Math.min(daysLeft, 36_500))
    return { skuId, available, outOn, byDay, ...forecast, daysLeft, missing }
  })
}

/**
 * Days on which something could be sold: that began or ended with stock. Before the first figure and before the movements
 * that were read nobody knows; such a day counts from the first sale on.
 */
function daysWithStock(
  days: string[],
  { available, countedAt }: SkuStock,
  sold: SkuDay[],
  moved: MovedOnDay[],
  timezone: string,
): Set<string> {
  const [firstSale] = sold.map(({ day }) => day).toSorted()
  const counted = countedAt ? dayIn(timezone, countedAt) : null
  const isWhole = moved.every((one) => one.isWhole)
  const firstRead = days[(moved[0]?.day ?? 1) - 1] ?? ''
  const changes = new Map(moved.map(({ day, change }) => [day, change]))
  const withStock = new Set<string>()
  let end = available ?? 0
  for (const [at, day] of [...days.entries()].toReversed()) {
    const start = end - (changes.get(at + 1) ?? 0)
    const isKnown = counted !== null && day > counted && (isWhole || day > firstRead)
    const isOn = isKnown ? start > 0 || end > 0 : firstSale !== undefined && day >= firstSale
    if (isOn || (day === counted && end > 0)) withStock.add(day)
    end = start
  }
  return withStock
}
