/** Decides which fields of a listing can be changed from here, by the capabilities of its channel's connector. */
import type { Connector } from '../../../connectors/connector.ts'
import { editableFields } from '../../../model/listing.ts'
import { changeableFields, type ChangeableField } from '../../../model/listing-change.ts'
import { specialPriceRuleOf } from '../../../model/selling-rules.ts'

/** Keys of what is said of a field that cannot be changed; without those that can. */
export function unchangeableFields(
  platformId: number,
  connector: Pick<Connector, 'listings'> | undefined,
): Map<ChangeableField, string> {
  const listings = connector?.listings
  if (!listings) return new Map(changeableFields.map((field) => [field, 'field.channel_not_editable']))
  const edits = editableFields.filter((field) => !listings.editableFields.includes(field))
  const special = specialPriceRuleOf(platformId)
  return new Map<ChangeableField, string>([
    ...(special ? [['special_price', special] as const] : []),
    ...edits.map((field) => [field, 'field.channel_keeps_field'] as const),
    ...(listings.canRemove === false ? [['remove', 'field.channel_no_remove'] as const] : []),
  ])
}
