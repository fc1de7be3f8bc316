/** Places by GHN's numbers: in three levels, and in the two of July 2025. Source: master-data and v3/master-data. */
import { z } from 'zod'
import type { Area, Areas, CourierSession } from '../../courier.ts'
import { get, post } from './wire.ts'

const names = z.array(z.string()).nullish()
const provinceSchema = z.object({ ProvinceID: z.number(), ProvinceName: z.string(), NameExtension: names })
const districtSchema = z.object({
  DistrictID: z.number(),
  DistrictName: z.string(),
  NameExtension: names,
  SupportType: z.number().nullish(),
})
const wardSchema = z.object({
  // Text: it may begin with a 0.
  WardCode: z.string(),
  WardName: z.string(),
  NameExtension: names,
  SupportType: z.number().nullish(),
  CanUpdateCOD: z.boolean().nullish(),
})
const newAreaSchema = z.object({
  _id: z.union([z.string(), z.number()]).transform(String),
  name: z.string(),
  extension_names: names,
})

/** Rows of a page of wards. */
const pageSize = 200

export const areas: Areas = {
  async provinces(session, isNew) {
    if (isNew)
      return (await get(session, '/v3/master-data/province/all', {}, listOf(newAreaSchema))).map(newArea)
    const rows = await post(session, { path: '/master-data/province' }, listOf(provinceSchema))
    return rows.map((row) => area(String(row.ProvinceID), row.ProvinceName, row.NameExtension))
  },

  async districts(session, provinceId) {
    const body = { province_id: Number(provinceId) }
    const rows = await post(session, { path: '/master-data/district', body }, listOf(districtSchema))
    return rows.map((row) => area(String(row.DistrictID), row.DistrictName, row.NameExtension))
  },

  async wards(session, of) {
    if ('newProvinceId' in of) return newWards(session, of.newProvinceId)
    const rows = await wardsOf(session, Number(of.districtId))
    return rows.map((row) => area(row.WardCode, row.WardName, row.NameExtension))
  },
}

export function wardsOf(session: CourierSession, districtId: number) {
  return post(session, { path: '/master-data/ward', body: { district_id: districtId } }, listOf(wardSchema))
}

async function newWards(session: CourierSession, province_id: string): Promise<Area[]> {
  const found: Area[] = []
  for (;;) {
    const query = { province_id, offset: String(found.length), limit: String(pageSize) }
    const path = '/v3/master-data/ward/all-by-province-id'
    const page = await get(session, path, query, listOf(newAreaSchema))
    found.push(...page.map(newArea))
    if (page.length < pageSize) return found
  }
}

/** No rows come as null. */
const listOf = <T>(row: z.ZodType<T>) =>
  z
    .array(row)
    .nullish()
    .transform((rows) => rows ?? [])

const area = (id: string, name: string, others: string[] | null | undefined): Area => ({
  id,
  name,
  otherNames: others ?? [],
})

const newArea = ({ _id, name, extension_names }: z.infer<typeof newAreaSchema>): Area =>
  area(_id, name, extension_names)
