/** Sales areas of orders. */
import { fold } from './keyword.ts'

/** A country (ISO 3166-1, two letters) or a province of it. */
export type Region = { country: string; province: string | null }

export const mostSalesAreas = 200

export type SalesArea = {
  id: number
  /** Empty: every shop. */
  shopIds: number[]
  /** Empty: everywhere. */
  regions: Region[]
  /** For every shop and everywhere, behind all others. */
  isDefault: boolean
}

/** Destination of an order. Parts that the channel hides or omits are null or masked with asterisks, and match no region. */
export type Destination = Partial<Record<'country' | 'province', string | null>> | null

/**
 * The area that takes an order. Areas that name its shop come before those of every shop; among them one that names its
 * province, then its country, then everywhere; the default one last. Of equals, the one that was made first.
 */
export function areaOf<Area extends SalesArea>(
  areas: Area[],
  order: { shopId: number; to: Destination },
): Area | undefined {
  const ranked = areas.flatMap((area) => {
    const rank = rankOf(area, order)
    return rank === undefined ? [] : { area, rank }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank || a.area.id - b.area.id)[0]?.area
}

/** The lower, the more particular; undefined: the area is not for this order. */
function rankOf(
  { shopIds, regions, isDefault }: SalesArea,
  { shopId, to }: { shopId: number; to: Destination },
): number | undefined {
  if (isDefault) return 6
  if (shopIds.length > 0 && !shopIds.includes(shopId)) return undefined
  const ofShop = shopIds.length > 0 ? 0 : 3
  if (regions.length === 0) return ofShop + 2
  const inCountry = regions.filter(({ country }) => country === to?.country?.toUpperCase())
  if (inCountry.some(({ province }) => province !== null && isSame(province, to?.province))) return ofShop
  return inCountry.some(({ province }) => province === null) ? ofShop + 1 : undefined
}

/** Channels and people write names of provinces with and without accents, capitals and spaces. */
export function isSame(province: string, other: string | null | undefined): boolean {
  return lettersOf(province) === lettersOf(other ?? '')
}

function lettersOf(text: string): string {
  return fold(text).replaceAll(/[\s.,'’-]+/g, '')
}
