/** A change of a listing, for the API. */
import type { z } from 'zod'
import type { listingChange } from '../../../contract/listing-changes.ts'
import type { ListingFields } from '../../../model/listing-change.ts'
import type { Language } from '../../../model/language.ts'
import { type Currency, fromMinor } from '../../../model/money.ts'
import { plainTextOf } from '../../../model/listing-html.ts'
import { translate } from '../../i18n/translate.ts'
import { shownImage } from '../../images/stored-image.ts'
import type { StoredChange } from './listing-change-store.ts'

type Shown = z.output<typeof listingChange>

export function presentChange(change: StoredChange, language: Language): Shown {
  const currency = change.currency as Currency
  return {
    id: change.id,
    product_id: change.productId,
    variant_id: change.variantId || null,
    kind: change.kind,
    state: change.state,
    before: presentFields(change.before, currency),
    after: presentFields(change.after, currency),
    requested_by: { id: change.requestedBy, name: change.requestedByName },
    requested_at: change.requestedAt.toISOString(),
    ended_at: change.endedAt?.toISOString() ?? null,
    error: change.error,
    message:
      change.error === null
        ? null
        : translate(language, change.errorMessage ?? `change_error.${change.error}`),
    is_answered: change.isAnswered,
  }
}

function presentFields(
  { price, specialPrice: special, isActive, ...edit }: ListingFields,
  currency: Currency,
): Shown['before'] {
  return {
    ...(price !== undefined && { price: fromMinor(price, currency) }),
    ...(special !== undefined && {
      special_price: special && {
        price: fromMinor(special.price, currency),
        from: special.from,
        to: special.to,
      },
    }),
    ...(isActive !== undefined && { status: isActive ? 1 : 0 }),
    ...(edit.name !== undefined && { name: edit.name }),
    ...(edit.description !== undefined && { description: beginningOf(plainTextOf(edit.description)) }),
    ...(edit.package && { package: edit.package }),
    ...(edit.images && { images: edit.images.map(shownImage) }),
    ...(edit.isRemoved !== undefined && { removed: edit.isRemoved }),
  }
}

/** Enough of a description to know it by: a history of 200 changes holds no 200 descriptions. */
function beginningOf(text: string): string {
  const letters = Array.from(text.slice(0, 1_000))
  return letters.length > 200 ? `${letters.slice(0, 200).join('')}…` : text
}
