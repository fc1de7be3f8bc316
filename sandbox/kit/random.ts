/** Numbers that look random and are the same every time for the same seed. Nothing here is fit for secrets. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number
  /** A whole number from min to max, both included. */
  int(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** FNV-1a with a final mix, so that texts that differ in their last letter differ everywhere. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

export function createRandom(seed: string | number): Random {
  let state = typeof seed === 'number' ? seed >>> 0 : hash(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    pick(list) {
      const chosen = list[Math.floor(next() * list.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
  }
}
