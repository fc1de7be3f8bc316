import { queryOptions, type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { paths } from '../paths.ts'
import { allows, meQuery, type Me } from '../session.ts'
import { readStored } from '../ui/local-storage.ts'
import { connectedCouriersQuery } from './queries/courier-queries.ts'
import { isConnected, shopsQuery } from './queries/shop-queries.ts'

/** Steps that an account needs before it works, in the order in which they are done. */
export const firstSteps = ['shop', 'courier', 'staff'] as const
export type FirstStep = (typeof firstSteps)[number]

export const pageOfStep: Record<FirstStep, string> = {
  shop: paths.channels(),
  courier: paths.shipment(),
  staff: paths.staff(),
}

/** Answers whether anybody but the owner works here. Its key is below that of people, so every change of them refetches it. */
const colleaguesQuery = queryOptions({
  queryKey: ['people', 'colleagues'] as const,
  queryFn: async ({ signal }) =>
    (await api('GET /users', { query: { limit: 2 }, signal })).data.some(({ scope }) => scope !== 'owner'),
})

/** Answers the storage key under which this browser notes that the steps need not be shown any more. */
export function stepsOverKey(me: Me): string {
  return `first-steps-over-${me.id}`
}

/** Answers whether the user can do all of the steps. */
export function canSetUp(me: Me): boolean {
  return allows(me, 'settings.channels') && allows(me, 'settings.shipment') && allows(me, 'settings.staff')
}

/** Answers whether home shows the steps at all in this browser. */
export function areStepsWanted(me: Me): boolean {
  return canSetUp(me) && !readStored(stepsOverKey(me), false)
}

/** Before home is drawn, so that it does not jump when the steps turn out to be done or not. What fails is no reason to wait. */
export async function prepareSteps(queries: QueryClient): Promise<void> {
  const me = await queries.ensureQueryData(meQuery).catch(() => undefined)
  if (!me || !areStepsWanted(me)) return
  await Promise.allSettled([
    queries.ensureQueryData(shopsQuery),
    queries.ensureQueryData(connectedCouriersQuery),
    queries.ensureQueryData(colleaguesQuery),
  ])
}

/** The steps that are done; undefined until that is known. Asks nothing while not `wanted`. */
export function useStepsDone(wanted: boolean): Set<FirstStep> | undefined {
  const { data: me } = useSuspenseQuery(meQuery)
  const enabled = wanted && canSetUp(me)
  const { data: shops } = useQuery({ ...shopsQuery, enabled })
  const { data: couriers } = useQuery({ ...connectedCouriersQuery, enabled })
  const { data: hasColleagues } = useQuery({ ...colleaguesQuery, enabled })
  if (!enabled || !shops || !couriers || hasColleagues === undefined) return undefined
  const done = { shop: shops.some(isConnected), courier: couriers.length > 0, staff: hasColleagues }
  return new Set(firstSteps.filter((step) => done[step]))
}
