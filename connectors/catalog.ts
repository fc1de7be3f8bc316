/** Requirements of a channel for new listings. */
import type { Brand, Category, CategoryAttribute, DeliveryOption, ListingRules } from '../model/category.ts'
import type { Language } from '../model/language.ts'
import type { Currency } from '../model/money.ts'
import type { Session } from './session.ts'

/** Requirements of the channel for new listings. `language` is a preference: a channel that lacks it answers in one it has. */
export type Catalog = {
  /** Language besides English that shops of a currency are answered in. */
  localLanguages: Partial<Record<Currency, Language>>
  /** Languages in whose place sellers of the channel are shown another one. */
  shownAs?: Partial<Record<Language, Language>>
  /** Form in which payloads name a value of an attribute: by its id as a number or a text, or by its name alone. */
  valueIds: 'number' | 'text' | 'none'
  /** Range of a list of brands, and whether the channel itself finds brands by a keyword. */
  brandLists: { of: 'category' | 'shop'; isSearched: boolean }
  /** The whole tree, parents before their children. */
  categories(session: Session, language: Language): Promise<Category[]>
  attributes(session: Session, channelCategoryId: string, language: Language): Promise<CategoryAttribute[]>
  /** One page of brands; `keyword` narrows them where the channel can, and the connector does where it cannot. */
  brands(
    session: Session,
    request: { channelCategoryId: string; keyword: string | null; cursor: string | null },
  ): Promise<{ brands: Brand[]; nextCursor: string | null }>
  rules(session: Session, channelCategoryId: string): Promise<ListingRules>
  /** None where the channel chooses couriers itself. */
  deliveryOptions(session: Session): Promise<DeliveryOption[]>
}
