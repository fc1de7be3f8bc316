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
  return {
    ordered: (column) => orderedCards(order, column),
    isHidden: (card) => hidden.includes(card),
    show: (card, isShown) =>
      keep({ order, hidden: isShown ? hidden.filter((one) => one !== card) : [...hidden, card] }),
    move: (card, by) => keep({ order: movedCard(order, card, by), hidden }),
    reset: () => keep(asDrawn),
    isChanged: order.length + hidden.length > 0,
  }
}

/** Cards of a column in the reader's order, which may name some that there are no more. */
export function orderedCards(order: HomeCard[], column: HomeColumn): HomeCard[] {
  return [...columns[column]].toSorted((a, b) => placeOf(order, a) - placeOf(order, b))
}

/** The order of all columns with a card one place further up or down in its own, where there is one. */
export function movedCard(order: HomeCard[], card: HomeCard, by: -1 | 1): HomeCard[] {
  return (Object.keys(columns) as HomeColumn[]).flatMap((column) => {
    const cards = orderedCards(order, column)
    const at = cards.indexOf(card)
    return at === -1 || !cards[at + by] ? cards : cards.toSpliced(at, 1).toSpliced(at + by, 0, card)
  })
}

/** Cards that are newer than the reader's order stand last. */
function placeOf(order: HomeCard[], card: HomeCard): number {
  const at = order.indexOf(card)
  return at === -1 ? order.length : at
}
