/** Default weight and size of a parcel: by its products where channels report theirs, else the owner's defaults. */
import type { DeliveryDefaults } from '../../../model/delivery-defaults.ts'
import { takePieces, type PackedLine } from '../../../model/order.ts'
import type { Tx } from '../../db/database.ts'
import { measureGoods, type MeasuredLine } from '../../listings/goods-measures-store.ts'
import { findDeliveryDefaults } from '../accounts/delivery-settings-store.ts'

type Measured = Omit<MeasuredLine, 'shopSku'>

/** Grams and centimetres. */
export type ParcelMeasures = {
  weight: number | null
  length: number | null
  width: number | null
  height: number | null
  weightFrom: 'products' | 'default' | null
}

/** The courier's defaults, with the parcel that these goods make; no parcel while a measure of it is unknown. */
export async function findParcelDefaults(
  tx: Tx,
  ownerId: string,
  { courierId, orderId, packed }: { courierId: number; orderId: number; packed?: PackedLine[] | undefined },
): Promise<{ defaults: DeliveryDefaults; measures: ParcelMeasures }> {
  const defaults = await findDeliveryDefaults(tx, ownerId, courierId)
  const all = await measureGoods(tx, ownerId, orderId)
  const goods = packed
    ? takePieces(all, packed, ({ shopSku }) => shopSku).map(({ line, quantity }) => ({ ...line, quantity }))
    : all
  const measures = measuresOf(goods, defaults.parcel)
  const { weight, length, width, height } = measures
  const isWhole = weight !== null && length !== null && width !== null && height !== null
  return { defaults: { ...defaults, parcel: isWhole ? { weight, length, width, height } : null }, measures }
}

/**
 * The weight is the sum of all pieces, or nobody's guess: a line without one leaves the usual weight. How goods lie in a
 * box is not known either, so the size is the goods' own only where there is a single piece.
 */
export function measuresOf(lines: Measured[], usual: DeliveryDefaults['parcel']): ParcelMeasures {
  const [first, ...others] = lines
  const weight = weightOf(lines)
  const { length, width, height } = first?.package ?? {}
  const isOnePiece = first?.quantity === 1 && others.length === 0
  const size = isOnePiece && length && width && height ? { length, width, height } : null
  return {
    ...(size ?? pick(usual)),
    weight: weight ?? usual?.weight ?? null,
    weightFrom: weight !== null ? 'products' : usual ? 'default' : null,
  }
}

function pick(usual: DeliveryDefaults['parcel']): Pick<ParcelMeasures, 'length' | 'width' | 'height'> {
  const { length, width, height } = usual ?? { length: null, width: null, height: null }
  return { length, width, height }
}

/** Couriers count from ten grams; beyond a tonne somebody mistook grams for kilograms. */
const [lightest, heaviest] = [10, 999_990]

function weightOf(lines: Measured[]): number | null {
  if (lines.length === 0 || lines.some((line) => !line.package?.weight)) return null
  const kilograms = lines.reduce((sum, line) => sum + line.quantity * (line.package?.weight ?? 0), 0)
  const grams = Math.max(lightest, Math.round(kilograms * 1000))
  return grams > heaviest ? null : grams
}
