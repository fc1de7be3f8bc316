/** Answers of a channel to a question about several things of a kind. */

/** An item that cannot be read fails alone, with the channel's own words; the others of its page arrive. */
export type Failure = { channelId: string; reason: string; raw: unknown }

export type Results<Item> = { items: Item[]; failures: Failure[] }

/** The first call has no cursor; the last page has no next one. */
export type Page<Item> = Results<Item> & { nextCursor: string | null }

/** `progress`: share that is behind this page, 0 to 1. An estimate: the server keeps it from going back. */
export type MeasuredPage<Item> = Page<Item> & { progress: number }
