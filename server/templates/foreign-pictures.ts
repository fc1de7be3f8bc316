/**
 * Pictures of a template that stand at the addresses of listings elsewhere: publishing fetches them, and takes none that is gone, too
 * small or too large. A check reads their sides before.
 */
import { listingImageSides } from '../../contract/listing-changes.ts'
import type { TemplateImage, TemplateProblem } from '../../model/product-template.ts'
import { imageFieldOf } from '../../model/shop-images.ts'
import type { Database, Tx } from '../db/database.ts'
import { readSides } from '../images/picture-head.ts'
import { storedImageIdOfUrl } from '../images/stored-image.ts'
import { addPictureSizes, listPictureSides } from '../listings/pictures/picture-sizes-store.ts'
import { listDrafts, type Draft } from './template-facts.ts'
import { listUploadedSources } from './uploads/upload-store.ts'

/** `at` counts from 1 within the field at `path`. */
type Picture = { path: string; at: number; address: string }
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
    const drafts = await listDrafts(tx, ownerId, templateIds)
    const pictures = [...(await listPicturesToFetch(tx, ownerId, drafts)).values()]
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

/** By template. */
export async function foreignPictureProblems(
  tx: Tx,
  ownerId: string,
  drafts: Draft[],
): Promise<Map<number, TemplateProblem[]>> {
  const pictures = await listPicturesToFetch(tx, ownerId, drafts)
  const addresses = [...pictures.values()].flat().map(({ address }) => address)
  const sides = await listPictureSides(tx, ownerId, addresses)
  return new Map(
    [...pictures].map(([id, ofTemplate]) => [
      id,
      ofTemplate.flatMap((picture) => problemOf(picture, sides.get(picture.address)) ?? []),
    ]),
  )
}

/** @param sides null: no picture is there; undefined: nobody has looked yet */
function problemOf(
  { path, at }: Picture,
  sides: { width: number; height: number } | null | undefined,
): TemplateProblem | undefined {
  if (sides === undefined) return undefined
  const problem = (rule: string, values: TemplateProblem['values']): TemplateProblem => {
    return { path, rule, key: `error.${path}.${rule}`, values, platformId: null, shopId: null }
  }
  if (sides === null) return problem('picture_gone', { at })
  const { width, height } = sides
  const fits = [width, height].every((side) => side >= least && side <= most)
  return fits ? undefined : problem('picture_sides', { at, min: least, max: most, width, height })
}

/** Each picture once, by template, that a shop's channel has not been given yet. */
async function listPicturesToFetch(
  tx: Tx,
  ownerId: string,
  drafts: Draft[],
): Promise<Map<number, Picture[]>> {
  const ofSteps = drafts.flatMap(({ id, template, steps }) =>
    steps.map(({ shopId, platformId }) => {
      const field = imageFieldOf(template, platformId)
      const pictures = [
        ...template[field].flatMap((image, at) => pictureAt(field, at, image)),
        ...template.skus.flatMap(({ images: [first] }, at) => pictureAt(`skus.${at}.images`, 0, first)),
      ]
      return { id, shopId, pictures }
    }),
  )
  const found = new Map<number, Map<string, Picture>>()
  for (const [shopId, ofShop] of Map.groupBy(ofSteps, (step) => step.shopId)) {
    const addresses = ofShop.flatMap(({ pictures }) => pictures.map(({ address }) => address))
    if (addresses.length === 0) continue
    const uploaded = await listUploadedSources(tx, { ownerId, shopId }, addresses)
    for (const { id, pictures } of ofShop)
      for (const picture of pictures) {
        if (uploaded.has(picture.address)) continue
        const ofTemplate = found.get(id) ?? new Map<string, Picture>()
        found.set(id, ofTemplate.set(`${picture.path} ${picture.at}`, picture))
      }
  }
  return new Map([...found].map(([id, ofTemplate]) => [id, [...ofTemplate.values()]]))
}

function pictureAt(path: string, index: number, image: TemplateImage | undefined): Picture[] {
  // One that a channel keeps by an id of its own is there already.
  if (!image || image.image_id !== null || storedImageIdOfUrl(image.image_url) !== undefined) return []
  return [{ path, at: index + 1, address: image.image_url }]
}
