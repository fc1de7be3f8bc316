/** The changes that new texts, images and a new package of one row of a bulk request make, or the rules that they break. */
import type { Body } from '../../../contract/endpoints.ts'
import type { ChangeableField } from '../../../model/listing-change.ts'
import { listingHtml } from '../../../model/listing-html.ts'
import { brokenEdits, editChangesOf, type Held, type WantedEdit } from '../changes/edit-changes-of.ts'
import type { NewChange } from '../changes/listing-change-store.ts'
import type { ExpectedFields } from './bulk-change-store.ts'
import type { Refusal } from './bulk-refusal.ts'
import type { ProductTexts } from './product-texts-store.ts'

export const textFields = ['name', 'description', 'images', 'package'] as const

type WantedTexts = Pick<Body<'POST /products/bulk-changes'>['products'][number], (typeof textFields)[number]>

/** `closed`: fields that the channel keeps, and why. */
export function textChangesOf(
  { name, description, images, package: box }: WantedTexts,
  product: ProductTexts,
  requested: ExpectedFields[],
  { closed, ...held }: Held & { closed: ReadonlyMap<ChangeableField, string> },
): { changes: NewChange[]; refusals: Refusal[] } {
  const edit: WantedEdit = {
    name,
    description: description === undefined ? undefined : listingHtml(description),
    images,
    package: box,
  }
  const kept = textFields.flatMap((field): Refusal[] => {
    const rule = edit[field] === undefined ? undefined : closed.get(field)
    return rule === undefined ? [] : [{ field, rule }]
  })
  if (kept.length > 0) return { changes: [], refusals: kept }
  const broken = Object.entries(brokenEdits(product, edit, requested, held))
  if (broken.length > 0)
    return {
      changes: [],
      refusals: broken.map(([path, rule]) => ({
        field: textFields.find((field) => path.startsWith(field)) ?? 'row',
        rule,
      })),
    }
  const changes = editChangesOf(product, edit, requested)
  const open = requested.find((one) => one.isBeingSent && changes.some(({ kind }) => kind === one.kind))
  if (!open) return { changes, refusals: [] }
  const values = { name: open.requestedByName }
  return { changes: [], refusals: [{ field: 'row', rule: 'error.listing_change_open', values }] }
}
