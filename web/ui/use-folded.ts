import { useResizeObserver } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'

/**
 * Tells that the end of a row that may wrap has no room beside its beginning. Measured anew whenever the row is another size: it is
 * as wide as its page, and grows when it wraps.
 */
export function useFolded() {
  const [rowRef, { width, height }] = useResizeObserver<HTMLDivElement>()
  const endRef = useRef<HTMLDivElement>(null)
  const [foldedAt, setFoldedAt] = useState<number>()
  const isFolded = foldedAt === width

  useLayoutEffect(() => {
    const end = endRef.current
    const beginning = end?.parentElement?.firstElementChild
    if (isFolded || !end || !(beginning instanceof HTMLElement) || beginning === end) return
    if (end.offsetTop >= beginning.offsetTop + beginning.offsetHeight) setFoldedAt(width)
  }, [width, height, isFolded])
  return { rowRef, endRef, isFolded }
}
