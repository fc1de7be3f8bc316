import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'

/** Whether the console has no account yet. */
export const firstRunQuery = queryOptions({
  queryKey: ['first-run'],
  queryFn: async ({ signal }) => (await api('GET /first-run', { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Leads from the sign-in page to the set-up of a console with which nobody could sign in. */
export function useGoToFirstRun(): void {
  const navigate = useNavigate()
  const { data } = useQuery(firstRunQuery)
  useEffect(() => {
    if (data?.is_open) void navigate({ to: paths.firstRun(), replace: true })
  }, [data, navigate])
}
