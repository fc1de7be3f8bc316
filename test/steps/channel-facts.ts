/** Requirements of a channel for listings, read over the wire once per category, as the server keeps them for templates. */
import type {
  Brand,
  Category,
  CategoryAttribute,
  DeliveryOption,
  ListingRules,
} from '../../model/category.ts'
import type { ListingImage } from '../../model/listing.ts'
import type { ShopTemplate } from '../../model/product-template.ts'
import type { ChannelFacts } from '../../model/shop-template-rules.ts'
import type { Catalog } from '../../connectors/catalog.ts'
import type { Listings } from '../../connectors/listings.ts'
import { UPLOADS } from '../../sandbox/kit/image-store.ts'
import { makePng, type Selling } from './selling-session.ts'

export type Leaf = {
  category: Category
  attributes: CategoryAttribute[]
  rules: ListingRules
  brands: Brand[]
}

export type Channel = Selling & {
  platformId: number
  listings: Listings
  leaves: Leaf[]
  categories: Category[]
  deliveryOptions: DeliveryOption[]
  images: ListingImage[]
  factsOf(leaf: Leaf, shop: ShopTemplate): ChannelFacts
}

export async function readChannel(selling: Selling, platformId: number): Promise<Channel> {
  const { session, connector } = selling
  const { catalog, listings } = connector as typeof connector & { catalog: Catalog; listings: Listings }
  const categories = await catalog.categories(session, 'en')
  const leaves: Leaf[] = []
  for (const category of categories.filter(({ isLeaf, isDisabled }) => isLeaf && !isDisabled)) {
    const { channelCategoryId } = category
    const [attributes, rules, brands] = await Promise.all([
      catalog.attributes(session, channelCategoryId, 'en'),
      catalog.rules(session, channelCategoryId),
      allBrands(selling, catalog, channelCategoryId),
    ])
    leaves.push({ category, attributes, rules, brands })
  }
  const images: ListingImage[] = []
  for (let at = 0; at < 10; at++)
    images.push(
      await listings.uploadImage(session, {
        ...makePng(400, 400, [at * 20, 120, 180]),
        url: `${selling.sandbox.url}${UPLOADS}${at}.png`,
      }),
    )
  const deliveryOptions = await catalog.deliveryOptions(session)
  return {
    ...selling,
    platformId,
    listings,
    leaves,
    categories,
    deliveryOptions,
    images,
    factsOf: ({ attributes, rules, brands }, shop) => ({
      attributes,
      rules,
      deliveryOptions,
      currency: session.currency,
      category: categories.find(({ channelCategoryId: id }) => id === shop.platform_category_id) ?? null,
      ...(shop.brand && { brand: brandIn(brands, shop.brand) ?? null }),
    }),
  }
}

function brandIn(brands: Brand[], { brand_id: id, name }: NonNullable<ShopTemplate['brand']>) {
  return brands.find((brand) => (id === null ? brand.name === name : brand.channelBrandId === id))
}

async function allBrands({ session }: Selling, catalog: Catalog, channelCategoryId: string) {
  const brands: Brand[] = []
  for (let cursor: string | null = null; ;) {
    const page = await catalog.brands(session, { channelCategoryId, keyword: null, cursor })
    brands.push(...page.brands)
    cursor = page.nextCursor
    if (cursor === null) return brands
  }
}
