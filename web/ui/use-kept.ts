import { useState } from 'react'

/** State that this browser keeps. What cannot be read back counts as never kept. */
export function useKept<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => readKept(key, initial))
  return [
    value,
    (next) => {
      setValue(next)
      keep(key, next)
    },
  ]
}

export function readKept<T>(key: string, initial: T): T {
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
