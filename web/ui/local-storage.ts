/** Reads what this browser has stored for the reader. An unreadable value counts as never stored. */
export function readStored<T>(key: string, initial: T): T {
  try {
    const text = localStorage.getItem(key)
    return text === null ? initial : (JSON.parse(text) as T)
  } catch {
    return initial
  }
}

export function keep(key: string, value: unknown): void {
  localStorage.setItem(key, JSON.stringify(value))
}
