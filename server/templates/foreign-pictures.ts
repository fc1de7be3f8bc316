/**
 * Pictures of a template that stand at the addresses of listings elsewhere: publishing fetches them, and takes none that is gone, too
 * small or too large. A check reads their sides before.
 */
import { listingImageSides } from '../../contract/listing-changes.ts'
import type { ProductTemplate, TemplateImage, TemplateProblem } from '../../model/product-template.ts'
import { imageFieldOf } from '../../model/shop-images.ts'
import type { Database, Tx } from '../db/database.ts'
import { readSides } from '../images/picture-head.ts'
import { storedImageIdOfUrl } from '../images/stored-image.ts'
import { addPictureSizes, listPictureSides } from '../listings/pictures/picture-sizes-store.ts'
import { listShopTemplates, type StoredShopTemplate } from './shop-template-store.ts'
import { listContents } from './template-store.ts'
import { listUploadedSources } from './uploads/upload-store.ts'

/** `at` counts from 1 within the field at `path`. */
type Picture = { path: string; at: number; address: string }
type Step = Pick<StoredShopTemplate, 'shopId' | 'platformId'>

const { least, most } = listingImageSides
const atOnce = 8
/** A form waits for the answer. Publishing reads what is left. */
const longestMs = 8000

/** Reads the sides that are not known yet. A host that does not answer leaves them unknown. */
export async function readForeignPictures(
  { db, fetchPublic }: { db: Database; fetchPublic: typeof fetch },
  ownerId: string,
  templateIds: number[],
): Promise<void> {
  const addresses = await db.read(ownerId, async (tx) => {
    const templates = await listContents(tx, ownerId, templateIds)
    const steps = await listShopTemplates(tx, ownerId, templateIds, [])
    const pictures = await Promise.all(
      [...templates].map(([id, template]) =>
        listPicturesToFetch(
          tx,
          ownerId,
          template,
          steps.filter(({ templateId }) => templateId === id),
        ),
      ),
    )
    const all = [...new Set(pictures.flat().map(({ address }) => address))]
    const known = await listPictureSides(tx, ownerId, all)
    return all.filter((address) => !known.get(address))
  })
  const until = Date.now() + longestMs
  for (let at = 0; at < addresses.length && Date.now() < until; at += atOnce) {
    const read = await Promise.all(
      addresses.slice(at, at + atOnce).map(async (address) => {
        const sides = await readSides(fetchPublic, address)
        return sides === undefined ? [] : { address, sides }
      }),
    )
    await db.asOwner(ownerId, (tx) => addPictureSizes(tx, ownerId, read.flat()))
  }
}

export async function foreignPictureProblems(
  tx: Tx,
  ownerId: string,
  template: ProductTemplate,
  steps: Step[],
): Promise<TemplateProblem[]> {
  const pictures = await listPicturesToFetch(tx, ownerId, template, steps)
  const sides = await listPictureSides(
    tx,
    ownerId,
    pictures.map(({ address }) => address),
  )
  const problem = (path: string, rule: string, values: TemplateProblem['values']): TemplateProblem => {
    return { path, rule, key: `error.${path}.${rule}`, values, platformId: null, shopId: null }
  }
  return pictures.flatMap(({ path, at, address }) => {
    const found = sides.get(address)
    if (found === undefined) return []
    if (found === null) return problem(path, 'picture_gone', { at })
    const { width, height } = found
    const fits = [width, height].every((side) => side >= least && side <= most)
    return fits ? [] : problem(path, 'picture_sides', { at, min: least, max: most, width, height })
  })
}

/** Each picture once that a shop's channel has not been given yet. */
async function listPicturesToFetch(
  tx: Tx,
  ownerId: string,
  template: ProductTemplate,
  steps: Step[],
): Promise<Picture[]> {
  const found = new Map<string, Picture>()
  for (const { shopId, platformId } of steps) {
    const field = imageFieldOf(template, platformId)
    const pictures = [
      ...template[field].flatMap((image, at) => pictureAt(field, at, image)),
      ...template.skus.flatMap(({ images: [first] }, at) => pictureAt(`skus.${at}.images`, 0, first)),
    ]
    if (pictures.length === 0) continue
    const addresses = pictures.map(({ address }) => address)
    const uploaded = await listUploadedSources(tx, { ownerId, shopId }, addresses)
    for (const picture of pictures)
      if (!uploaded.has(picture.address)) found.set(`${picture.path} ${picture.at}`, picture)
  }
  return [...found.values()]
}

function pictureAt(path: string, index: number, image: TemplateImage | undefined): Picture[] {
  // One that a channel keeps by an id of its own is there already.
  if (!image || image.image_id !== null || storedImageIdOfUrl(image.image_url) !== undefined) return []
  return [{ path, at: index + 1, address: image.image_url }]
}
