/** Places by a courier's own numbers: the same for all accounts, and asked for once a day and process. */
import type { Area, Areas, CourierSession } from '../../connectors/courier.ts'

const ttlMs = 24 * 3600 * 1000

export type AreaCache = {
  provinces(session: CourierSession, areas: Areas, isNew: boolean): Promise<Area[]>
  districts(session: CourierSession, areas: Areas, provinceId: string): Promise<Area[]>
  wards(
    session: CourierSession,
    areas: Areas,
    of: { districtId: string } | { newProvinceId: string },
  ): Promise<Area[]>
}

/** Districts and wards of all of Vietnam; what is asked for beyond that is no place. */
const mostLists = 2000

export function createAreaCache(): AreaCache {
  const kept = new Map<string, { until: number; rows: Area[] }>()

  async function keep(name: string, now: Date, ask: () => Promise<Area[]>): Promise<Area[]> {
    const known = kept.get(name)
    if (known && known.until > now.getTime()) return known.rows
    const rows = await ask()
    // A place that is not known now may be tomorrow.
    if (rows.length === 0) return rows
    if (kept.size >= mostLists) kept.clear()
    kept.set(name, { until: now.getTime() + ttlMs, rows })
    return rows
  }

  return {
    provinces: (session, areas, isNew) =>
      keep(`provinces/${isNew}`, session.now(), () => areas.provinces(session, isNew)),
    districts: (session, areas, id) =>
      keep(`districts/${id}`, session.now(), () => areas.districts(session, id)),
    wards: (session, areas, of) =>
      keep(`wards/${JSON.stringify(of)}`, session.now(), () => areas.wards(session, of)),
  }
}

/** The province of the list of two levels that one of three levels belongs to, by its names. */
export function findNewProvince({ name, otherNames }: Area, all: readonly Area[]): Area | undefined {
  const names = new Set([name, ...otherNames].map(plain))
  return (
    all.find((one) => plain(one.name) === plain(name)) ??
    all.find((one) => [one.name, ...one.otherNames].some((other) => names.has(plain(other))))
  )
}

export function plain(name: string): string {
  return withoutMarks(name)
    .replace(/^(tinh|thanh pho|tp\.?) +/, '')
    .replaceAll(/[^a-z0-9]/g, '')
}

/** True for the name of a district, or of a city that may be one. */
export function readsAsDistrict(name: string): boolean {
  return /^(quan|huyen|thi xa|thanh pho|district|q|h|tx|tp)[ .\d]/.test(withoutMarks(name))
}

function withoutMarks(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[đĐ]/g, 'd').toLowerCase()
}
