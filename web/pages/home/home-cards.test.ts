import { describe, expect, it } from 'vitest'
import { type HomeCard, movedCard, orderedCards } from './home-cards.ts'

const sold = ['revenue', 'topProducts', 'anomalies'] as const
const came = ['couriers', 'newest', 'shops'] as const
const move = (...steps: [HomeCard, -1 | 1][]) =>
  steps.reduce<HomeCard[]>((order, [card, by]) => movedCard(order, card, by), [])

describe('the cards of home', () => {
  it('stand as they are drawn until somebody moves one', () => {
    expect([orderedCards([], 'sold'), orderedCards([], 'came')]).toEqual([sold, came])
  })

  it('move one place within their own column', () => {
    const order = move(['anomalies', -1])
    expect(orderedCards(order, 'sold')).toEqual(['revenue', 'anomalies', 'topProducts'])
    expect(orderedCards(order, 'came')).toEqual(came)
    expect(orderedCards(move(['anomalies', -1], ['anomalies', 1]), 'sold')).toEqual(sold)
    expect(orderedCards(move(['couriers', 1], ['couriers', 1]), 'came')).toEqual([
      'newest',
      'shops',
      'couriers',
    ])
  })

  it('stay where they are at the end of the column', () => {
    expect(orderedCards(move(['revenue', -1]), 'sold')).toEqual(sold)
    expect(orderedCards(move(['shops', 1]), 'came')).toEqual(came)
  })

  it('are all there, each once, whatever the browser has stored', () => {
    const stored = ['gone', 'shops', 'shops', 'revenue'] as HomeCard[]
    expect(orderedCards(stored, 'came')).toEqual(['shops', 'couriers', 'newest'])
    expect(movedCard(stored, 'shops', 1).toSorted()).toEqual([...sold, ...came].toSorted())
  })

  it('that are newer than the order stand last', () => {
    expect(orderedCards(['anomalies'], 'sold')).toEqual(['anomalies', 'revenue', 'topProducts'])
    expect(orderedCards(['shops', 'newest'], 'came')).toEqual(['shops', 'newest', 'couriers'])
  })
})
