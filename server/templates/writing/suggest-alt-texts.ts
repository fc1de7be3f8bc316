/** Alternative texts, suggested out of the pictures themselves. Only small copies of pictures that were uploaded here are sent. */
import { z } from 'zod'
import type { Reply } from '../../../contract/endpoints.ts'
import { mostAltText } from '../../../model/alt-texts.ts'
import { AppError } from '../../../model/errors.ts'
import type { ProductTemplate } from '../../../model/product-template.ts'
import type { WritingHelpConfig } from '../../config/config.ts'
import type { Tx } from '../../db/database.ts'
import { listListingImages } from '../../images/listing-image-store.ts'
import { storedImageIdOfUrl } from '../../images/stored-image.ts'
import { askModel } from './writing-client.ts'
import { promptOfAltTexts } from './writing-prompts.ts'

type Help = Reply<'POST /product-template/{id}/writing-help'>['data']
export type Picture = { url: string; before: string; bytes: Buffer }

/** Enough to see what is on it. */
const side = 512

/** @throws AppError validation_failed where no picture was uploaded here */
export async function readPictures(tx: Tx, ownerId: string, { images }: ProductTemplate): Promise<Picture[]> {
  const named = images.flatMap(({ image_url: url, alt }) => {
    const id = storedImageIdOfUrl(url)
    return id === undefined ? [] : [{ id, url, before: alt ?? '' }]
  })
  const stored = await listListingImages(
    tx,
    ownerId,
    named.map(({ id }) => id),
  )
  const pictures = named.flatMap(({ id, ...picture }) => {
    const found = stored.find((one) => one.id === id)
    return found ? [{ ...picture, bytes: found.bytes }] : []
  })
  if (pictures.length === 0)
    throw new AppError('validation_failed', { invalidFields: { images: 'field.writing_needs_picture' } })
  return pictures
}

export async function suggestAltTexts(
  model: WritingHelpConfig,
  template: ProductTemplate,
  pictures: Picture[],
): Promise<Pick<Help, 'texts' | 'attributes' | 'alt_texts'>> {
  const { default: sharp } = await import('sharp')
  const small = await Promise.all(
    pictures.map(({ bytes }) =>
      sharp(bytes)
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 70 })
        .toBuffer(),
    ),
  )
  const answer = z.object({ alt_texts: z.array(z.string().trim().max(1000)).length(pictures.length) })
  const { alt_texts: texts } = await askModel(model, promptOfAltTexts(template, small), answer)
  const found = pictures.flatMap(({ url, before }, at) => {
    const after = Array.from(texts[at] ?? '')
      .slice(0, mostAltText)
      .join('')
    return after === '' || after === before ? [] : [{ image_url: url, before, after }]
  })
  return { texts: [], attributes: [], alt_texts: found }
}
