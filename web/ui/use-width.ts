import { useElementSize } from '@mantine/hooks'

/** The width of the element that gets `ref`, in pixels; 0 before it is there. */
export function useWidth() {
  const { ref, width } = useElementSize<HTMLDivElement>()
  return { ref, width }
}
