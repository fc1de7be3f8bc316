import { useResizeObserver } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'

/**
 * How many of `most` items of a row have room in its frame: as many as fit before the row would be cut. `labels` changes when
 * the items become longer or shorter.
 */
export function useRoomFor(most: number, labels: string) {
  const [frameRef, { width }] = useResizeObserver<HTMLElement>()
  const rowRef = useRef<HTMLDivElement>(null)
  const key = `${most} ${labels} ${Math.round(width)}`
  const [fit, setFit] = useState({ key, count: most })
  const count = fit.key === key ? fit.count : most

  useLayoutEffect(() => {
    const row = rowRef.current
    if (row && count > 0 && row.scrollWidth > row.clientWidth) setFit({ key, count: count - 1 })
  }, [key, count])
  return { frameRef, rowRef, count }
}
