/** Converts the chosen lines of an order into the content of one or several packages, by the channel's SKUs. */
import { AppError } from '../../../model/errors.ts'
import { addUpPieces, type PackedLine } from '../../../model/order.ts'
import type { OrderDetail } from '../detail/order-store.ts'
import type { ActionDetails } from './order-action-store.ts'

/** `quantity` undefined: the whole line. `field`: where a mistake is reported. */
type Chosen = { id: string; quantity: number | undefined }

export function packingOf(
  { id: orderId, lines, packages }: Pick<OrderDetail, 'id' | 'lines' | 'packages'>,
  chosen: Chosen[],
  field: 'items' | 'item_ids',
): ActionDetails {
  const invalidFields: Record<string, string> = {}
  const pieces: PackedLine[] = []
  const seen = new Set<string>()
  for (const [at, { id, quantity }] of chosen.entries()) {
    const path = `${field}.${at}`
    const line = lines.find(({ position }) => `${orderId}-${position}` === id)
    if (!line || seen.has(id)) invalidFields[field === 'items' ? `${path}.id` : path] = 'field.no_such_line'
    else if ((quantity ?? 0) > line.quantity) invalidFields[`${path}.quantity`] = 'field.too_many'
    else pieces.push({ shopSku: line.shopSku, quantity: quantity ?? line.quantity })
    seen.add(id)
  }
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return {
    // A gift is of the same thing as what was bought, and the channel counts pieces of a thing.
    lines: addUpPieces(pieces),
    packagesBefore: packages.map(({ channelPackageId: id }) => id),
  }
}

type Parcel = { items: { id: string; quantity: number }[] }
type SplitRules = { mostParcels: number; dividesLines: boolean }

/** All pieces of an order, each in one of at least two parcels. */
export function splittingOf(
  { id: orderId, lines }: Pick<OrderDetail, 'id' | 'lines'>,
  parcels: Parcel[],
  { mostParcels, dividesLines }: SplitRules,
): ActionDetails {
  const invalidFields: Record<string, string> = {}
  const left = new Map(lines.map((line) => [`${orderId}-${line.position}`, line.quantity]))
  const homes = new Map<string, number>()
  const packed = parcels.map(({ items }, parcel) => {
    const seen = new Set<string>()
    return items.flatMap(({ id, quantity }, at): PackedLine[] => {
      const path = `parcels.${parcel}.items.${at}`
      const line = lines.find(({ position }) => `${orderId}-${position}` === id)
      const rest = left.get(id) ?? 0
      if (!line || seen.has(id)) invalidFields[`${path}.id`] = 'field.no_such_line'
      else if (quantity > rest) invalidFields[`${path}.quantity`] = 'field.too_many'
      else if (!dividesLines && (homes.get(line.shopSku) ?? parcel) !== parcel)
        invalidFields[`${path}.id`] = 'field.stays_together'
      if (!line || Object.keys(invalidFields).length > 0) return []
      seen.add(id)
      left.set(id, rest - quantity)
      homes.set(line.shopSku, parcel)
      return [{ shopSku: line.shopSku, quantity }]
    })
  })
  if (parcels.length > mostParcels) invalidFields['parcels'] = 'field.too_many_parcels'
  else if (Object.keys(invalidFields).length === 0 && [...left.values()].some((rest) => rest > 0))
    invalidFields['parcels'] = 'field.line_left_over'
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return { parcels: packed.map(addUpPieces) }
}
