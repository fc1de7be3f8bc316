import { useLocalStorage } from '../../ui/use-local-storage.ts'

/** Cards beside and below the work, by column. What waits and the first steps always stand first. */
const columns = {
  sold: ['revenue', 'topProducts', 'anomalies'],
  came: ['couriers', 'newest', 'shops'],
} as const

export type HomeColumn = keyof typeof columns
export type HomeCard = (typeof columns)[HomeColumn][number]

export type HomeCards = {
  /** All cards of a column, in the order of their reader. */
  ordered: (column: HomeColumn) => HomeCard[]
  isHidden: (card: HomeCard) => boolean
  show: (card: HomeCard, isShown: boolean) => void
  /** Moves a card one place up or down in its column. */
  move: (card: HomeCard, by: -1 | 1) => void
  reset: () => void
  isChanged: boolean
}

type Kept = { order: HomeCard[]; hidden: HomeCard[] }
const asDrawn: Kept = { order: [], hidden: [] }

/** Which cards of home the reader sees, and in which order; kept by this browser for each user. */
export function useHomeCards(userId: number): HomeCards {
  const [{ order, hidden }, keep] = useLocalStorage(`home-cards-${userId}`, asDrawn)
  const ordered = (column: HomeColumn): HomeCard[] =>
    [...columns[column]].toSorted((a, b) => placeOf(order, a) - placeOf(order, b))
  return {
    ordered,
    isHidden: (card) => hidden.includes(card),
    show: (card, isShown) =>
      keep({ order, hidden: isShown ? hidden.filter((one) => one !== card) : [...hidden, card] }),
    move(card, by) {
      const moved = (Object.keys(columns) as HomeColumn[]).flatMap((column) => {
        const cards = ordered(column)
        const at = cards.indexOf(card)
        return at === -1 ? cards : cards.toSpliced(at, 1).toSpliced(at + by, 0, card)
      })
      keep({ order: moved, hidden })
    },
    reset: () => keep(asDrawn),
    isChanged: order.length + hidden.length > 0,
  }
}

/** Cards that are newer than the reader's order stand last. */
function placeOf(order: HomeCard[], card: HomeCard): number {
  const at = order.indexOf(card)
  return at === -1 ? order.length : at
}
