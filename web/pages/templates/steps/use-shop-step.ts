import { useCallback } from 'react'
import type { ShopStep } from '../../../parts/queries/template-queries.ts'
import { isSame } from '../form/draft-changes.ts'
import { useDraft, useFrame } from '../form/use-draft.ts'
import { useProblems } from '../form/use-problems.ts'

/** The part of a step that shops of one channel may have in common. */
function sharedOf({ id: _id, shop_id: _shop, ...shared }: ShopStep) {
  return shared
}

export const isSameStep = (one: ShopStep, other: ShopStep): boolean => isSame(sharedOf(one), sharedOf(other))

/** Steps of a channel's shops, and how one is changed: shops that are like the first stay like it. */
export function useShopSteps(platformId: number) {
  const { draft } = useFrame()
  const all = useDraft((state) => state.shops)
  const shops = all.filter((shop) => shop.platform_id === platformId)
  const [first] = shops
  const change = useCallback(
    (shopId: number, part: Partial<ShopStep>, own: ReadonlySet<number>) => {
      const now = draft.get().shops.filter((shop) => shop.platform_id === platformId)
      const [leader] = now
      const followers =
        leader?.shop_id === shopId
          ? now.filter((shop) => shop !== leader && !own.has(shop.shop_id) && isSameStep(shop, leader))
          : []
      const changed = new Set([shopId, ...followers.map((shop) => shop.shop_id)])
      draft.changeShops(
        draft.get().shops.map((shop) => (changed.has(shop.shop_id) ? { ...shop, ...part } : shop)),
        `${shopId} ${Object.keys(part).join(' ')}`,
      )
    },
    [draft, platformId],
  )
  const follow = (shopId: number) => {
    if (!first) return
    draft.changeShops(
      draft.get().shops.map((shop) => (shop.shop_id === shopId ? { ...shop, ...sharedOf(first) } : shop)),
    )
    void draft.save()
  }
  return { shops, change, follow }
}

/** Message about a field of a shop's step, once it was left. */
export function useStepErrors(shopId: number): (path: string) => string | undefined {
  const left = useDraft((state) => state.left)
  const problems = useProblems().filter(({ shop_id: of }) => of === shopId)
  return (path) =>
    left.has(path) || left.has(`${shopId} ${path}`)
      ? problems.find((problem) => problem.path === path)?.message
      : undefined
}
