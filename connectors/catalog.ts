/** Requirements of a channel for new listings. */
import type { Brand, Category, CategoryAttribute, DeliveryOption, ListingRules } from '../model/category.ts'
import type { Language } from '../model/language.ts'
import type { Session } from './session.ts'

/** Requirements of the channel for new listings. `language` is a preference: a channel that lacks it answers in one it has. */
export type Catalog = {
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
