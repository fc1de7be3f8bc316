/** Reads what this browser has stored for the reader. An unreadable value counts as never stored. */
export function readStored<T>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(key)
    return text === null ? initial : (JSON.parse(text) as T)
  } catch {
    return initial
  }
}

/** Stores a value for the reader. False: the browser has no room for it, and what was stored before stays. */
export function keep(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}
