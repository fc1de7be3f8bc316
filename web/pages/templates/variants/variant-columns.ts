import type { TemplateSku } from '../../../../model/product-template.ts'
import { withoutSign } from '../../../../model/amount-text.ts'
import { isDay } from '../../../../model/calendar-day.ts'
import { halfWidth } from '../../../../model/half-width.ts'
import { isCurrency } from '../../../../model/money.ts'
import { plainMoment } from '../../../../model/plain-moment.ts'
import { plainAmount } from '../../../parts/figures.ts'
import { numberOf } from '../form/number-text.tsx'

export type CellField = Exclude<keyof TemplateSku, 'variants' | 'images'>

export type VariantColumn = {
  field: CellField
  kind: 'text' | 'money' | 'whole' | 'time'
}

/** A point of sale knows its SKUs by a unit, and sells nothing at a special price. */
const pointOfSale = 3

/** Columns for the chosen channels. Dates stand there once a special price does. */
export function columnsFor(platformIds: number[], hasSpecial: boolean): VariantColumn[] {
  return [
    { field: 'seller_sku', kind: 'text' },
    ...(platformIds.includes(pointOfSale) ? [{ field: 'primaryUnitName', kind: 'text' } as const] : []),
    { field: 'price', kind: 'money' },
    { field: 'special_price', kind: 'money' },
    ...(hasSpecial
      ? ([
          { field: 'special_date_from', kind: 'time' },
          { field: 'special_date_to', kind: 'time' },
        ] as const)
      : []),
    { field: 'quantity', kind: 'whole' },
    { field: 'cost_price', kind: 'money' },
  ]
}

/** A cell's text as it is pasted elsewhere. */
export function textOfCell(sku: TemplateSku, field: CellField): string {
  const value = sku[field]
  if (value === null) return ''
  return typeof value === 'number' ? (Number.isNaN(value) ? '' : plainAmount(value)) : value
}

/** The change that a text makes to a cell. An amount may have the sign of the account's currency, as spreadsheets copy it. */
export function cellOfText(
  { field, kind }: VariantColumn,
  text: string,
  currency: string,
): Partial<TemplateSku> {
  const plain = text.trim()
  if (kind === 'money') {
    return { [field]: numberOf(isCurrency(currency) ? withoutSign(halfWidth(plain), currency) : plain) }
  }
  if (kind === 'whole') {
    const number = numberOf(plain)
    return { [field]: number === null || Number.isInteger(number) ? number : Number.NaN }
  }
  if (kind === 'time') {
    const moment = plainMoment(plain) ?? ''
    const isReal = isDay(moment.slice(0, 10)) && /(?:[01]\d|2[0-3]):[0-5]\d$/.test(moment)
    return { [field]: isReal ? moment : '' }
  }
  return { [field]: text.trimStart() }
}
