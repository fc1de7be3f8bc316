import { z } from 'zod'
import { isSame } from '../model/sales-area.ts'
import {
  changesSomething,
  channelText,
  countryCode,
  done,
  endpoints,
  id,
  idParam,
  instant,
  item,
  page,
  paging,
  readVersion,
} from './endpoint.ts'

const salesArea = z.object({
  id,
  name: z.string(),
  shop_ids: z
    .array(id)
    .describe('None: every shop. Those that the user may not see are left out, see `may_edit`.'),
  warehouse_ids: z.array(id).describe('In the order in which they are asked.'),
  regions: z
    .array(
      z.object({
        country: z.string().describe('ISO 3166-1, two letters.'),
        province: z.string().nullable().describe('Null: the whole country.'),
      }),
    )
    .describe('Where orders are sent to. None: everywhere, and addresses that the channel hides.'),
  is_default: z.boolean().describe('Takes what no other area takes, of every shop and everywhere.'),
  may_edit: z.boolean().describe('Users of some shops change only the areas of these shops.'),
  created_at: instant,
  updated_at: instant,
})

const isEachOnce = (ids: number[]) => new Set(ids).size === ids.length

const region = z.strictObject({
  country: countryCode,
  province: z.string().trim().pipe(channelText(0, 100)).nullable().optional(),
})

const parts = {
  name: z.string().trim().pipe(channelText(1, 255)),
  shop_ids: z.array(id).max(999).refine(isEachOnce, { error: 'field.each_once' }),
  warehouse_ids: z.array(id).min(1).max(50).refine(isEachOnce, { error: 'field.each_once' }),
  regions: z
    .array(region)
    .max(200)
    .refine(
      (all) =>
        all.every(
          (one, at) =>
            !all.some(
              (other, place) =>
                place < at &&
                other.country === one.country &&
                isSame(other.province ?? '', one.province ?? ''),
            ),
        ),
      { error: 'field.each_once' },
    ),
  is_default: z.boolean(),
}

export const salesAreas = endpoints({
  'GET /sales-areas': {
    summary: "The account's sales areas, the default one last.",
    access: 'settings.stock',
    query: z.strictObject({ ...paging }),
    reply: page(salesArea, {}),
  },
  'GET /sales-areas/{id}': {
    summary: 'One sales area.',
    access: 'settings.stock',
    params: idParam,
    reply: item(salesArea),
  },
  'POST /sales-areas': {
    summary: 'Makes a sales area: from which warehouses its orders are taken.',
    access: 'settings.stock',
    body: z
      .strictObject({
        name: parts.name,
        shop_ids: parts.shop_ids.default([]),
        warehouse_ids: parts.warehouse_ids,
        regions: parts.regions.default([]),
        is_default: parts.is_default.default(false),
      })
      .describe(
        'A new order belongs to the most particular area: one that names its shop before one of every shop, and among them one that names its province, then its country, then everywhere; the default area last; of equals the oldest. It is taken from the first warehouse of the area that has all of it, else from the one that its shop sells from if that has all, else from the one with most pieces, and is marked. Without an area, from the one that its shop sells from.',
      ),
    reply: item(salesArea),
    status: 201,
    errors: ['conflict'],
  },
  'PUT /sales-areas/{id}': {
    summary: 'Changes a sales area; new orders follow it. One field or more.',
    access: 'settings.stock',
    params: idParam,
    body: z
      .strictObject({ ...parts, updated_at: readVersion })
      .partial()
      .refine(changesSomething, { error: 'field.nothing_to_change' }),
    reply: item(salesArea),
    errors: ['changed_by_other'],
  },
  'DELETE /sales-areas/{id}': {
    summary: 'Removes a sales area. What its orders hold stays where it is.',
    access: 'settings.stock',
    params: idParam,
    reply: done,
  },
})
