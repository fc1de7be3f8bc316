import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { orderKeys } from '../../../parts/queries/order-queries.ts'
import type { Return } from '../../../parts/queries/return-queries.ts'

type Action =
  | { kind: 'accept' }
  | ({ kind: 'reject' } & BodyInput<'POST /returns/{id}/reject'>)
  | ({ kind: 'receive' } & BodyInput<'POST /returns/{id}/receive'>)

/** Answers a return, or takes its goods in. What the channel makes of it is told by the return itself. */
export function useReturnAction(one: Return, onAsked: () => void) {
  const queries = useQueryClient()
  const params = { id: one.id }

  function send(action: Action) {
    switch (action.kind) {
      case 'accept':
        return api('POST /returns/{id}/accept', { params })
      case 'reject': {
        const { kind: _kind, ...body } = action
        return api('POST /returns/{id}/reject', { params, body })
      }
      case 'receive': {
        const { kind: _kind, ...body } = action
        return api('POST /returns/{id}/receive', { params, body })
      }
    }
  }

  return useMutation({
    mutationFn: send,
    onSuccess: onAsked,
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: [...orderKeys.details, one.order_id] }),
  })
}
