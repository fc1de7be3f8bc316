/**
 * Order in which the figures of a shop are sent: those that fall to 0 first, then those that fall, as each could be sold where nothing
 * is left; then those that rise, and last the reading back of what was sent. A turn is the time since which a figure waits, moved by
 * this, so that what waits for longer than that is passed by nothing.
 */
const day = 86_400_000

/** @param shown the most that the channel may show now */
export function turnToSend(since: Date, { target, shown }: { target: number; shown: number }): Date {
  const days = target >= shown ? 0 : target > 0 ? 1 : 2
  return new Date(since.getTime() - days * day)
}

export const turnToRead = (since: Date): Date => new Date(since.getTime() + day)
