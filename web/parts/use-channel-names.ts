import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
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

type NamedShop = { id: number; system_name: string; platform_id: number }

/** Answers the name of a shop, with its channel behind it where shops of two channels have that name. */
export function useShopNames(): (shop: NamedShop) => string {
  const { data: shops } = useQuery(shopsQuery)
  const channelName = useChannelNames()
  const channels = useMemo(() => Map.groupBy(shops ?? [], (shop) => shop.system_name), [shops])
  return useCallback(
    ({ system_name: name, platform_id: platformId }: NamedShop) =>
      channels.get(name)?.some((shop) => shop.platform_id !== platformId)
        ? `${name} (${channelName(platformId)})`
        : name,
    [channels, channelName],
  )
}
