/** Uploading an image for a listing, and showing it to people and to channels. */
import type { FastifyInstance } from 'fastify'
import { AppError, ruleWith } from '../../model/errors.ts'
import type { Serve, ServerContext } from '../http/serve-endpoint.ts'
import { uploadOf } from '../http/uploads.ts'
import { findProduct } from './detail/product-detail-store.ts'
import { drawListingImage } from '../images/draw-listing-image.ts'
import { createImageLinks, imagePath } from '../images/image-link.ts'
import { listListingImages, saveListingImage } from '../images/listing-image-store.ts'
import { storedImageUrl } from '../images/stored-image.ts'

/** Pictures of one account that wait for their channels, or have been sent within the last weeks. */
export const mostListingImages = 2_000

/** `serve` of a scope that takes uploads. */
export function imageUploadRoutes(serve: Serve, { db }: ServerContext): void {
  serve('POST /products/{id}/image', async ({ params, session, request }) => {
    const { ownerId, shopIds } = session
    const product = await db.read(ownerId, (tx) => findProduct(tx, ownerId, params.id, shopIds))
    if (!product) throw new AppError('not_found')
    const drawn = await drawListingImage(await uploadOf(request, 'image'))
    const id = await db.asOwner(ownerId, (tx) =>
      saveListingImage(tx, { ownerId, shopId: product.shopId }, drawn, mostListingImages),
    )
    if (id === undefined)
      throw new AppError('validation_failed', {
        invalidFields: { image: ruleWith('field.image_account_full', { most: mostListingImages }) },
      })
    return { data: { id, url: storedImageUrl(id), width: drawn.width, height: drawn.height } }
  })
}

export function listingImageRoutes(
  serve: Serve,
  { db, config, app }: ServerContext & { app: FastifyInstance },
): void {
  const links = createImageLinks(config.publicUrl, [config.secretKey, ...config.oldSecretKeys])

  serve('GET /products/images/{id}', async ({ params, session, reply }) => {
    const { ownerId, shopIds } = session
    const [image] = await db.read(ownerId, (tx) => listListingImages(tx, ownerId, [params.id], shopIds))
    if (!image) throw new AppError('not_found')
    // A picture never changes under its number.
    void reply.header('cache-control', 'private, max-age=31536000, immutable')
    return new Uint8Array(image.bytes)
  })

  app.get(`${imagePath}/:owner/:id/:signature.jpg`, async (request, reply) => {
    const key = links.read(
      request.params as { owner: string; id: string; signature: string },
      request.query as { expires?: string },
    )
    const [image] = key
      ? await db.read(key.ownerId, (tx) => listListingImages(tx, key.ownerId, [key.id]))
      : []
    if (!image) throw new AppError('not_found')
    return reply
      .type('image/jpeg')
      .header('cache-control', 'private, max-age=86400')
      .header('x-robots-tag', 'noindex')
      .send(image.bytes)
  })
}
