/** The listing that a template asks of one shop. Its images are addresses: the job gives the channel what stands behind them. */
import { takesAltTexts } from '../../model/alt-texts.ts'
import { listingDraftOf } from '../../model/listing-draft-of.ts'
import type { ListingDraft, ListingImage } from '../../model/listing.ts'
import type { Currency } from '../../model/money.ts'
import type { ProductTemplate, TemplateImage } from '../../model/product-template.ts'
import { imagesFor } from '../../model/shop-images.ts'
import { withoutPrices } from '../../model/shop-skus.ts'
import type { StoredShopTemplate } from './shop-template-store.ts'

export function draftOfShop(
  written: ProductTemplate,
  { content: shop, platformId, currency, hasAccountMoney }: StoredShopTemplate,
  timezone: string,
): ListingDraft {
  const template = hasAccountMoney ? written : withoutPrices(written)
  return listingDraftOf({
    template,
    shop,
    platformId,
    currency: currency as Currency,
    timezone,
    images: imagesFor(template, platformId).map((image) => ({
      ...listingImage(image),
      ...(takesAltTexts(platformId) && image.alt !== undefined && { alt: image.alt }),
    })),
    skuImages: template.skus.map(({ images: [first] }) => (first ? listingImage(first) : null)),
  })
}

function listingImage({ image_id: id, image_url: url }: TemplateImage): ListingImage {
  return { id, url }
}
