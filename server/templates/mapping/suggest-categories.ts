/** Categories of a shop's channel that people chose before for the own category, or that listings of the same SKUs are in. */
import { rankCategories, type CategorySuggestion } from '../../../model/category-votes.ts'
import type { Language } from '../../../model/language.ts'
import { listChoices, listLeaves } from '../../catalog/category-store.ts'
import type { Tx } from '../../db/database.ts'
import { listTwinVotes, type ChannelCategory } from './twin-listings-store.ts'

type Wanted = {
  ownerId: string
  /** Shops of the reader; empty: all. */
  visible: number[]
  ownCategoryId: number | null
  /** Categories of other channels that the product is in. */
  sources: ChannelCategory[]
  target: { shopId: number; platformId: number }
  language: Language
}

type Suggestion = CategorySuggestion & { name: string; path: string; platformIds: number[] }

/** Only what the channel still takes listings in, as far as its tree is known. */
export async function suggestCategories(
  tx: Tx,
  { ownerId, visible, ownCategoryId, sources, target, language }: Wanted,
): Promise<Suggestion[]> {
  const { shopId, platformId } = target
  const choices = ownCategoryId === null ? [] : await listChoices(tx, ownerId, ownCategoryId)
  const chosen = choices.filter((one) => one.platformId === platformId)
  const others = choices.filter((one) => one.platformId !== platformId)
  const known = new Map(
    [...others, ...sources].map((one) => [`${one.platformId} ${one.channelCategoryId}`, one]),
  )
  const twins = await listTwinVotes(tx, ownerId, [...known.values()], platformId, visible)
  const listed = new Map(twins.map((one) => [one.channelCategoryId, one]))
  const ids = [...new Set([...chosen, ...twins].map(({ channelCategoryId: id }) => id))]
  const leaves = await listLeaves(tx, { ownerId, shopId }, language, ids)
  const votes = ids
    .filter((id) => leaves.has(id))
    .map((id) => ({
      channelCategoryId: id,
      chosen: chosen.find((one) => one.channelCategoryId === id)?.uses ?? 0,
      listings: listed.get(id)?.listings ?? 0,
    }))
  return rankCategories(votes).map((one) => ({
    ...one,
    name: leaves.get(one.channelCategoryId)?.name ?? '',
    path: leaves.get(one.channelCategoryId)?.path ?? '',
    platformIds: listed.get(one.channelCategoryId)?.platformIds ?? [],
  }))
}
