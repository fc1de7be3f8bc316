/** Parts of a draft as fields of products and variations. Pure: no calls. */
import type { ListingAttribute, ListingSku } from '../../model/listing.ts'
import type { SkuPart } from '../../model/listing-parts.ts'
import { fromMinor, type Currency } from '../../model/money.ts'
import type { Session } from '../session.ts'
import type { Profile } from './profile.ts'

export function attributeOf({ channelAttributeId: key, values }: ListingAttribute): object {
  const id = Number(key)
  return {
    ...(id > 0 ? { id } : { name: key }),
    visible: true,
    variation: false,
    options: values.map(({ name }) => name),
  }
}

export function skuFields(profile: Profile, session: Session, sku: ListingSku): object {
  const { more } = session.credentials
  return {
    ...priceFieldsOf(profile, session, sku),
    ...joined(
      profile.stockFields(sku.quantity, more),
      profile.placeFields({ price: priceOf(sku.price, session.currency), isSold: true }, more),
    ),
  }
}

/** A place's stock and price are one row of a list. */
function joined(stock: object, place: object | null): object {
  const rows = [stock, place ?? {}].flatMap((one) =>
    'pos_locations' in one ? (one.pos_locations as object[]) : [],
  )
  return { ...stock, ...place, ...(rows.length > 0 && { pos_locations: [Object.assign({}, ...rows)] }) }
}

export function priceFieldsOf(
  profile: Profile,
  { currency, credentials }: Session,
  { price, specialPrice }: ListingSku,
): object {
  const own = profile.placeFields({ price: priceOf(price, currency) }, credentials.more)
  return {
    regular_price: priceOf(price, currency),
    ...(own ?? saleFieldsOf(specialPrice, currency)),
  }
}

function saleFieldsOf(specialPrice: ListingSku['specialPrice'], currency: Currency): object {
  const gmt = (time: Date) => time.toISOString().slice(0, 19)
  return {
    sale_price: specialPrice ? priceOf(specialPrice.price, currency) : '',
    date_on_sale_from_gmt: specialPrice ? gmt(specialPrice.from) : '',
    date_on_sale_to_gmt: specialPrice ? gmt(specialPrice.to) : '',
  }
}

/** Only what has changed of price and offer. */
export function changedPrices(
  profile: Profile,
  { currency, credentials }: Session,
  { price, specialPrice }: ListingSku,
  parts: ReadonlySet<SkuPart>,
): object {
  const plain = parts.has('price') ? { price: priceOf(price, currency) } : null
  const own = profile.placeFields(plain ?? {}, credentials.more)
  if (own) return plain ? own : {}
  return {
    ...(plain && { regular_price: plain.price }),
    ...(parts.has('special_price') && saleFieldsOf(specialPrice, currency)),
  }
}

export function priceOf(minor: number, currency: Currency): string {
  return String(fromMinor(minor, currency))
}
