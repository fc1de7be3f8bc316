/** Votes for a category of a channel: choices of people, and listings of the same SKUs that are in it. */
export type CategoryVote = { channelCategoryId: string; chosen: number; listings: number }

export type CategorySuggestion = CategoryVote & {
  /** Per cent. */
  confidence: number
}

/** A person's choice counts as many listings, as these may have been put anywhere long ago. */
const weightOfChoice = 3
const mostSuggestions = 3

/** The likeliest categories first. One vote alone is no certainty: a vote against it that is not there yet is always counted along. */
export function rankCategories(votes: CategoryVote[]): CategorySuggestion[] {
  const weightOf = ({ chosen, listings }: CategoryVote) => chosen * weightOfChoice + listings
  const all = votes.reduce((sum, vote) => sum + weightOf(vote), 0)
  return votes
    .map((vote) => ({ ...vote, confidence: Math.round((100 * weightOf(vote)) / (all + 1)) }))
    .toSorted((a, b) => b.confidence - a.confidence || a.channelCategoryId.localeCompare(b.channelCategoryId))
    .slice(0, mostSuggestions)
}

/** Per cent from which a suggestion may be filled in where nobody is asked, as in copies of many listings. */
export const sureConfidence = 80
