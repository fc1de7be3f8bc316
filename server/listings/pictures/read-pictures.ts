/**
 * The job that reads how large the main pictures of listings are, behind all other work: a few at a time, each address once.
 * Channels name the pictures of a listing, and not their sides.
 */
import type { JobHelpers } from 'graphile-worker'
import type { Database } from '../../db/database.ts'
import { readSides, type Sides } from '../../images/picture-head.ts'
import { markProductsStale } from '../product-columns-store.ts'
import {
  enqueuePictures,
  findNextPicture,
  listPictureSides,
  listUnreadPictures,
  postponePictures,
  savePictureSizes,
  type UnreadPicture,
} from './picture-sizes-store.ts'

/** After that the other jobs of the account have their turn. */
const turnMs = 5000
const picturesPerStep = 40
const atOnce = 4
const mostTries = 3
const againMs = 60 * 60_000

type Read = Map<string, Sides | null | undefined>

export function createReadPictures(db: Database, fetchPublic: typeof fetch) {
  return async function readPictures(
    payload: unknown,
    { abortSignal }: Pick<JobHelpers, 'abortSignal'>,
  ): Promise<void> {
    const { ownerId } = payload as { ownerId: string }
    const until = Date.now() + turnMs
    while (Date.now() < until && !abortSignal?.aborted && (await readSome(ownerId)));
    await db.asOwner(ownerId, async (tx) => {
      const due = await findNextPicture(tx, ownerId)
      if (due) await enqueuePictures(tx, ownerId, due)
    })
  }

  /** Answers whether there were any. */
  async function readSome(ownerId: string): Promise<boolean> {
    const { pictures, known } = await db.read(ownerId, async (tx) => {
      const found = await listUnreadPictures(tx, ownerId, new Date(), picturesPerStep)
      return { pictures: found, known: await listPictureSides(tx, ownerId, found.map(addressOf)) }
    })
    const read: Read = new Map()
    const addresses = [...new Set(pictures.map(addressOf))].filter((address) => !known.has(address))
    for (let at = 0; at < addresses.length; at += atOnce)
      await Promise.all(
        addresses.slice(at, at + atOnce).map(async (address) => {
          read.set(address, await readSides(fetchPublic, address))
        }),
      )
    await save(ownerId, pictures, read)
    return pictures.length > 0
  }

  async function save(ownerId: string, pictures: UnreadPicture[], read: Read): Promise<void> {
    const isOpen = ({ address, tries }: UnreadPicture) =>
      read.has(address) && read.get(address) === undefined && tries + 1 < mostTries
    const ended = pictures.filter((one) => !isOpen(one))
    await db.asOwner(ownerId, async (tx) => {
      await savePictureSizes(
        tx,
        ownerId,
        ended.map((one) => ({ ...one, sides: read.get(one.address) ?? null })),
      )
      const open = pictures.filter(isOpen).map(({ productId }) => productId)
      await postponePictures(tx, ownerId, open, new Date(Date.now() + againMs))
      await markProductsStale(
        tx,
        ownerId,
        ended.map(({ productId }) => productId),
      )
    })
  }
}

const addressOf = ({ address }: UnreadPicture) => address
