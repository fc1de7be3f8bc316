import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Body } from '../../../../contract/endpoints.ts'
import { api, ApiError } from '../../../api.ts'
import { useErrorMessage } from '../../../parts/error-message.ts'
import { writingHelpQuery } from '../../../parts/queries/template-queries.ts'
import { useFrame } from '../form/use-draft.ts'

type Task = Body<'POST /product-template/{id}/writing-help'>

/** Asks for suggestions out of the saved texts, so the draft is saved first. */
export function useWritingHelp() {
  const { draft, id, isReadOnly } = useFrame()
  const queries = useQueryClient()
  const errorMessage = useErrorMessage()
  const { data } = useQuery(writingHelpQuery)
  const { mutate, reset, ...call } = useMutation({
    mutationFn: async (task: Task) => {
      await draft.save()
      const reply = await api('POST /product-template/{id}/writing-help', { params: { id }, body: task })
      return reply.data
    },
    onSettled: () => queries.invalidateQueries({ queryKey: writingHelpQuery.queryKey }),
  })
  const { error } = call
  const [ofField] = error instanceof ApiError ? Object.values(error.fields) : []
  return {
    isOn: data?.is_on === true && !isReadOnly,
    leftToday: data?.left_today ?? 0,
    ask: mutate,
    discard: reset,
    task: call.isPending ? call.variables : undefined,
    suggestions: call.data,
    message: error ? (ofField ?? errorMessage(error)) : undefined,
  }
}
