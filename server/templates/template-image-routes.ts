/** Pictures of templates: kept once per account, for as long as a template names them. */
import { AppError, ruleWith } from '../../model/errors.ts'
import type { ServerContext, Serve } from '../http/serve-endpoint.ts'
import { uploadOf } from '../http/uploads.ts'
import { drawListingImage } from '../images/draw-listing-image.ts'
import { saveListingImage, templateShop } from '../images/listing-image-store.ts'
import { storedImageUrl } from '../images/stored-image.ts'

/** Eight pictures for each of more than a thousand templates. */
export const mostTemplateImages = 10_000

/** `serve` of a scope that takes uploads. */
export function templateImageRoutes(serve: Serve, { db }: ServerContext): void {
  serve('POST /product-template/upload-image', async ({ session, request }) => {
    const { ownerId } = session
    const drawn = await drawListingImage(await uploadOf(request, 'image'))
    const id = await db.asOwner(ownerId, (tx) =>
      saveListingImage(tx, { ownerId, shopId: templateShop }, drawn, mostTemplateImages),
    )
    if (id === undefined)
      throw new AppError('validation_failed', {
        invalidFields: { image: ruleWith('field.image_account_full', { most: mostTemplateImages }) },
      })
    const { width, height } = drawn
    return { data: { image_id: null, image_url: storedImageUrl(id), width, height } }
  })
}
