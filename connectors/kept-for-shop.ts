/** Facts of a shop that many calls need and that rarely change: units, places, profiles. */
import type { Http } from './http.ts'
import type { Session } from './session.ts'

const keepMs = 60_000

/** Asks a shop for the same again only after a minute. A question that failed is asked again at once. */
export function keptForShop<T>(ask: (session: Session) => Promise<T>): (session: Session) => Promise<T> {
  const kept = new WeakMap<Http, { at: number; told: Promise<T> }>()
  return (session) => {
    const now = session.now().getTime()
    const known = kept.get(session.http)
    if (known && now - known.at < keepMs) return known.told
    const told = ask(session)
    kept.set(session.http, { at: now, told })
    told.catch(() => kept.delete(session.http))
    return told
  }
}
