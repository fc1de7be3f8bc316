import { isPageHeld } from './session.ts'

const key = 'chunk-reload-at'
const guardMs = 60_000

/**
 * After a deployment an open page asks for files that are gone. Loading the page again gets the new ones, at most once
 * a minute, so that a file which really is missing ends on the error page and not in a loop. Without a network there is nothing to get,
 * and what is typed and not saved would be lost: the page stays as it is, and says so.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (isPageHeld() || Date.now() - last < guardMs || !(await serverAnswers()))
      throw new ChunkError({ cause: error })
    sessionStorage.setItem(key, String(Date.now()))
    location.reload()
    return new Promise(() => undefined)
  }
}

function serverAnswers(): Promise<boolean> {
  return fetch(location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Its own name, because the router reloads without a guard when it sees the browser's. */
class ChunkError extends Error {
  constructor(options: ErrorOptions) {
    super('A part of the page did not load', options)
    this.name = 'ChunkError'
  }
}
