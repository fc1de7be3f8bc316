import { useSyncExternalStore } from 'react'

/** Answers whether a media query holds, and draws anew when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/** Answers whether the screen is as narrow as a phone's: lists are cards then, and drawers are pages. */
export const useNarrow = (): boolean => useMedia('(max-width: 767px)')
