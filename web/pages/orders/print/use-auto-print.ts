import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

/** Booked just now; its label is wanted as soon as it can be had. */
export type Awaited = { orderId: number; actionId: number }

/** Beside the queries, so that dialogs may close and pages change meanwhile, and that it ends with the sign-in. */
const awaitedKey = ['print', 'awaited']

/** Has what was confirmed printed once it is booked, where the owner has set so for its courier. */
export function useAutoPrint(): (one: Awaited) => void {
  const queries = useQueryClient()
  return (one) => queries.setQueryData<Awaited[]>(awaitedKey, (all = []) => [...all, one])
}

export function useAwaitedPrints(): { awaited: Awaited[]; forget: (one: Awaited) => void } {
  const queries = useQueryClient()
  const { data: awaited = [] } = useQuery<Awaited[]>({
    queryKey: awaitedKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const forget = (one: Awaited) =>
    queries.setQueryData<Awaited[]>(awaitedKey, (all = []) => all.filter((other) => other !== one))
  return { awaited, forget }
}
