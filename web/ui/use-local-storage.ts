import { useState } from 'react'
import { keep, readStored } from './local-storage.ts'

/** State that this browser keeps. */
export function useLocalStorage<T>(key: string, initial: T): [T, (next: T) => void] {
  const [value, setValue] = useState(() => readStored(key, initial))
  return [
    value,
    (next) => {
      setValue(next)
      keep(key, next)
    },
  ]
}
