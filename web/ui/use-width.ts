import { useElementSize } from '@mantine/hooks'
import { useCallback, useState } from 'react'

/** The width of the element that gets `ref`, in pixels; 0 before it is there. */
export function useWidth() {
  const { ref: observe, width: observed } = useElementSize<HTMLDivElement>()
  const [first, setFirst] = useState(0)
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      // The observer tells of it some frames later, and until then a table would be wider than its frame.
      if (element) setFirst(element.offsetWidth)
      observe(element)
    },
    [observe],
  )
  return { ref, width: observed || first }
}
