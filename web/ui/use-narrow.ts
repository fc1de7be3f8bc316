import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

/** Answers whether the screen is as narrow as a phone's: lists are cards then, and drawers are pages. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}
