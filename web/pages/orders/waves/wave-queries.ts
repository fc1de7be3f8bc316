import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'

export type PickWave = Reply<'GET /pick-waves/{id}'>['data']
export type WaveLine = PickWave['lines'][number]

export const wavesKey = ['pick-waves'] as const

/** Other people tick as well, so what is open is read anew while it is on the screen. */
const pollMs = 3000

export const pickWavesQuery = queryOptions({
  queryKey: [...wavesKey, 'list'],
  queryFn: async ({ signal }) => (await api('GET /pick-waves', { signal })).data,
})

export function pickWaveQuery(id: number) {
  return queryOptions({
    queryKey: [...wavesKey, 'one', id],
    queryFn: async ({ signal }) => (await api('GET /pick-waves/{id}', { params: { id }, signal })).data,
    refetchInterval: pollMs,
  })
}
