/** Which lines of an order go into a package, in the words of its channel. */
import { AppError } from '../../model/errors.ts'
import type { OrderDetail } from './order-store.ts'
import type { WishDetails } from './order-wish-store.ts'

/** `quantity` undefined: the whole line. `field`: where a mistake is told. */
type Chosen = { id: string; quantity: number | undefined }

export function packingOf(
  { id: orderId, lines, packages }: Pick<OrderDetail, 'id' | 'lines' | 'packages'>,
  chosen: Chosen[],
  field: 'items' | 'item_ids',
): WishDetails {
  const invalidFields: Record<string, string> = {}
  const pieces = new Map<string, number>()
  const seen = new Set<string>()
  for (const [at, { id, quantity }] of chosen.entries()) {
    const path = `${field}.${at}`
    const line = lines.find(({ position }) => `${orderId}-${position}` === id)
    if (!line || seen.has(id)) invalidFields[field === 'items' ? `${path}.id` : path] = 'field.no_such_line'
    else if ((quantity ?? 0) > line.quantity) invalidFields[`${path}.quantity`] = 'field.too_many'
    else pieces.set(line.shop_sku, (pieces.get(line.shop_sku) ?? 0) + (quantity ?? line.quantity))
    seen.add(id)
  }
  if (Object.keys(invalidFields).length > 0) throw new AppError('validation_failed', { invalidFields })
  return {
    // A gift is of the same thing as what was bought, and the channel counts pieces of a thing.
    lines: [...pieces].map(([shopSku, quantity]) => ({ shopSku, quantity })),
    packagesBefore: packages.map(({ channel_package_id: id }) => id),
  }
}
