import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { chunksOf } from '../../../parts/list/chunks-of.ts'
import { templateKeys } from '../../../parts/queries/template-queries.ts'
import { templatesPerCall, type MissingField } from './missing-query.ts'

export type Filling = Pick<BodyInput<'POST /product-template/fill-missing'>, 'template' | 'step'>

/** `ids`: the templates that it went into. */
export type Filled = { key: number; path: string; given: Filling; ids: number[] }

type Change = { ids: number[]; send: (some: number[]) => Promise<void> }

/** Fills values in, and takes each back where it still stands. */
export function useFillings(recheck: () => Promise<unknown>) {
  const queries = useQueryClient()
  const [fillings, setFillings] = useState<Filled[]>([])
  const [sent, setSent] = useState(0)
  const change = useMutation({
    mutationFn: async ({ ids, send }: Change) => {
      setSent(0)
      for (const some of chunksOf(ids, templatesPerCall)) {
        await send(some)
        setSent((before) => before + some.length)
      }
    },
    onSettled: async () => {
      await recheck()
      await queries.invalidateQueries({ queryKey: templateKeys.lists })
    },
  })
  const setIds = (key: number, next: (ids: number[]) => number[]) =>
    setFillings((before) => before.map((one) => (one.key === key ? { ...one, ids: next(one.ids) } : one)))

  function fill({ path, templates }: MissingField, given: Filling): void {
    const key = fillings.length
    setFillings([...fillings, { key, path, given, ids: [] }])
    change.mutate({
      ids: templates.map(({ id }) => id),
      send: async (some) => {
        const body = { template_ids: some, ...given }
        const { data } = await api('POST /product-template/fill-missing', { body })
        setIds(key, (before) => [...before, ...data.filled])
      },
    })
  }

  function undo({ key, given, ids }: Filled): void {
    change.mutate({
      ids,
      send: async (some) => {
        await api('POST /product-template/undo-filling', { body: { template_ids: some, ...given } })
        setIds(key, (before) => before.filter((id) => !some.includes(id)))
      },
    })
  }

  const wanted = change.variables?.ids.length ?? 0
  return {
    fillings: fillings.filter(({ ids }) => ids.length > 0),
    fill,
    undo,
    isPending: change.isPending,
    error: change.error,
    /** Null: everything is sent. */
    part: change.isPending && sent < wanted ? sent / wanted : null,
  }
}
