import { useChildMatches } from '@tanstack/react-router'
import { useMedia } from '../../ui/use-media.ts'

/** Where the drawer of a row stands: beside the list on a wide screen, over it elsewhere; null while none is open. */
export function useDrawer(): 'beside' | 'over' | null {
  const isOpen = useChildMatches({ select: (matches) => matches.length > 0 })
  const isWide = useMedia('(min-width: 1440px)')
  if (!isOpen) return null
  return isWide ? 'beside' : 'over'
}
