/** When a SKU runs out by what was sold of it in the last days, and how many pieces would last as long again. */

/** Days whose sales a forecast is made from, the last of them today. */
export const forecastDays = 30

/** With fewer orders a mean says little. */
export const fewestOrders = 5

export type DayOfSales = {
  pieces: number
  orders: number
  /** False: nothing could be sold on this day, so that it says nothing about the demand. */
  hadStock: boolean
}

export type Forecast = {
  pieces: number
  /** Days of the mean: those with stock, and those on which something was sold anyway. */
  days: number
  /** Null, as the two below: too few orders. */
  perDay: number | null
  /** Days until nothing is left, today not counted; 0: nothing is left now. */
  daysLeft: number | null
  /** Pieces that are missing for as many days as the sales are of. */
  missing: number | null
}

export function forecastOf(available: number, sales: DayOfSales[]): Forecast {
  const counted = sales.filter(({ hadStock, pieces }) => hadStock || pieces > 0)
  const sum = (of: 'pieces' | 'orders') => counted.reduce((all, day) => all + day[of], 0)
  const [pieces, days] = [sum('pieces'), counted.length]
  if (sum('orders') < fewestOrders || pieces <= 0) return { pieces, days, ...unknown }
  // Multiplied before it is divided, so that whole results stay whole.
  return {
    pieces,
    days,
    perDay: pieces / days,
    daysLeft: Math.ceil((Math.max(0, available) * days) / pieces),
    // Pieces that buyers wait for already are missing besides.
    missing: Math.max(0, Math.ceil((forecastDays * pieces) / days) - available),
  }
}

const unknown = { perDay: null, daysLeft: null, missing: null }
