import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { shopsQuery } from './queries/shop-queries.ts'

/** Answers the name of a channel by the number of its platform. */
export function useChannelNames(): (platformId: number) => string {
  const { data: shops } = useQuery(shopsQuery)
  return useCallback(
    (platformId: number) =>
      shops?.find((shop) => shop.platform_id === platformId)?.platform?.data.name ?? String(platformId),
    [shops],
  )
}
