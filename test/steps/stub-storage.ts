import { vi } from 'vitest'

/** The texts that a browser stores, by their keys; none is stored that is longer than `room`. */
export type StubStorage = { stored: Map<string, string>; room: number }

/** Puts an empty storage of a browser in place of Node's. */
export function stubStorage(): StubStorage {
  const storage: StubStorage = { stored: new Map(), room: Infinity }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > storage.room) throw new DOMException('no room', 'QuotaExceededError')
      storage.stored.set(key, text)
    },
    removeItem: (key: string) => storage.stored.delete(key),
  })
  return storage
}
