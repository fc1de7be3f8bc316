import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

/** Selling by itself, so that there is something to see. */
export interface Live {
  /** Orders per minute over all shops; 0 ends the selling. */
  setPace(perMinute: number): void
  pace(): number
  stop(): void
}

/** An automatic action on orders in a status, its delay after their last change, and its chance at each check. */
export interface Habit<Status, Action> {
  status: Status
  after: number
  action: Action
  chance: number
}

/** Does `turn`, which sells one order and moves others on, so many times a minute. */
export function startLive({ clock, random }: { clock: Clock; random: Random }, turn: () => void): Live {
  let pace = 0
  let cancel = (): void => {}

  // Each sale plans the next, so a shift of the clock by days makes one sale and not thousands.
  const schedule = (): void => {
    cancel()
    if (pace === 0) return
    const wait = (60_000 / pace) * (0.5 + random.next())
    cancel = clock.at(clock.nowMs() + wait, () => {
      turn()
      schedule()
    })
  }

  const setPace = (next: number): void => {
    pace = next
    schedule()
  }
  return { setPace, pace: () => pace, stop: () => setPace(0) }
}

/** Unlinked shops sell too, or linking one would find nothing new; linked ones are where somebody looks. */
export function pickSeller<Id>(random: Random, all: readonly Id[], isLinked: (id: Id) => boolean): Id {
  const linked = all.filter((id) => isLinked(id))
  return random.pick(linked.length > 0 && random.chance(0.9) ? linked : all)
}
