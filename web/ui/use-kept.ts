import { useState } from 'react'
import { keep, readKept } from './kept.ts'

/** State that this browser keeps. */
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
