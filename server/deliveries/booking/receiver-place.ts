/** Place of a buyer, for couriers that identify places by their own ids: as a person chose it, or from the address. */
import type { Area, Areas, CourierSession } from '../../../connectors/courier.ts'
import type { OrderAddress } from '../../../model/order.ts'
import { plain, readsAsDistrict, type AreaCache } from '../../syncs/courier-areas.ts'

/** By the courier's names and numbers, which it holds against each other. A place of two levels has no district. */
export type ReceiverPlace = {
  provinceId: string
  province: string
  districtId?: number
  district?: string
  wardCode: string
  ward: string
}

/** Ids as a form has them; empty or left out: not chosen yet. */
export type PlaceIds = {
  province_id?: string | undefined
  district_id?: string | undefined
  ward_code?: string | undefined
}

/** Known part of a place, from the largest area down. `isNew`: of the list of two levels. */
export type FoundPlace = { province?: Area; district?: Area; ward?: Area; isNew?: true }

type Asking = { areaCache: AreaCache; session: CourierSession; areas: Areas }

/** By numbers; a ward without a district is one of the list of two levels. What is not in the place before it is left out, and what comes after. */
export function placeByIds(asking: Asking, ids: PlaceIds): Promise<FoundPlace> {
  const province = ({ id }: Area) => id === ids.province_id
  const ward = ({ id }: Area) => id === ids.ward_code
  if (ids.ward_code && !ids.district_id) return narrowNew(asking, { province, ward })
  return narrow(asking, { province, district: ({ id }) => id === ids.district_id, ward })
}

/**
 * By the names in an address. Stores keep districts and wards as a part of the street or the city, so that each part of
 * the text may be the name of any place; what fits several is not guessed. Wards of two levels often have the name of one
 * elsewhere before July 2025, so that they are taken only where the address names no district.
 */
export async function placeByNames(asking: Asking, address: OrderAddress): Promise<FoundPlace> {
  const { province, city, district, ward, street } = address
  const parts = [province, city, district, ward, street]
    .flatMap((part) => (part ?? '').split(','))
    .map((part) => part.trim())
    .filter(Boolean)
  const names = new Set(parts.map(plain))
  const isNamed = ({ name, otherNames }: Area) => [name, ...otherNames].some((one) => names.has(plain(one)))
  const found = await narrow(asking, { province: isNamed, district: isNamed, ward: isNamed })
  if (found.district) return found
  const newer = await narrowNew(asking, { province: isNamed, ward: isNamed })
  if (!newer.province || !newer.ward) return found
  const ofProvince = new Set([newer.province.name, ...newer.province.otherNames].map(plain))
  return parts.some((part) => readsAsDistrict(part) && !ofProvince.has(plain(part))) ? found : newer
}

/** Undefined: something is missing. */
export function wholePlace({ province, district, ward, isNew }: FoundPlace): ReceiverPlace | undefined {
  if (!province || !ward || !(district || isNew)) return undefined
  return {
    provinceId: province.id,
    province: province.name,
    ...(district && { districtId: Number(district.id), district: district.name }),
    wardCode: ward.id,
    ward: ward.name,
  }
}

/** Since July 2025 addresses may have two levels. They have no district, and go by their names. */
export function hasTwoLevels(address: OrderAddress | null): boolean {
  return Boolean(address?.ward) && !address?.district
}

type Fits = (area: Area) => boolean

async function narrow(
  { areaCache, session, areas }: Asking,
  fits: { province: Fits; district: Fits; ward: Fits },
): Promise<FoundPlace> {
  const province = onlyOne(await areaCache.provinces(session, areas, false), fits.province)
  if (!province) return {}
  const district = onlyOne(await areaCache.districts(session, areas, province.id), fits.district)
  if (!district) return { province }
  const ward = onlyOne(await areaCache.wards(session, areas, { districtId: district.id }), fits.ward)
  return { province, district, ...(ward && { ward }) }
}

async function narrowNew(
  { areaCache, session, areas }: Asking,
  fits: { province: Fits; ward: Fits },
): Promise<FoundPlace> {
  const province = onlyOne(await areaCache.provinces(session, areas, true), fits.province)
  if (!province) return { isNew: true }
  const ward = onlyOne(await areaCache.wards(session, areas, { newProvinceId: province.id }), fits.ward)
  return { province, ...(ward && { ward }), isNew: true }
}

function onlyOne(all: readonly Area[], fits: Fits): Area | undefined {
  const [first, ...others] = all.filter(fits)
  return others.length === 0 ? first : undefined
}
