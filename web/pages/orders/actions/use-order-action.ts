import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput, Reply } from '../../../../contract/endpoints.ts'
import { api } from '../../../api.ts'
import { type Order, orderKeys } from '../../../parts/queries/order-queries.ts'
import type { Booking } from '../booking/booking-choice.ts'

export type Choice = NonNullable<BodyInput<'POST /orders/{id}/confirm'>['choice']>

export type Action =
  | { kind: 'confirm'; choice: Choice }
  | ({ kind: 'pack' } & BodyInput<'POST /orders/{id}/set-packed'>)
  | ({ kind: 'split' } & BodyInput<'POST /orders/{id}/split'>)
  | { kind: 'book'; booking: Booking }
  | ({ kind: 'cancel' } & BodyInput<'POST /orders/{id}/cancel'>)
  | { kind: 'unsplit' | 'accept_cancel' | 'reject_cancel' | 'cancel_shipment'; parcel?: number }

/** Asks for something about an order. What comes of it is told by the order itself. */
export function useOrderAction(order: Order, onAsked: (asked: Reply<'POST /orders/{id}/confirm'>) => void) {
  const queries = useQueryClient()
  const params = { id: order.id }

  function send(action: Action) {
    switch (action.kind) {
      case 'confirm':
        return api('POST /orders/{id}/confirm', { params, body: { choice: action.choice } })
      case 'book':
        return api('POST /orders/{id}/confirm', { params, body: action.booking })
      case 'pack':
        return api('POST /orders/{id}/set-packed', {
          params,
          body: action.items ? { items: action.items } : {},
        })
      case 'split':
        return api('POST /orders/{id}/split', { once: true, params, body: { parcels: action.parcels } })
      case 'unsplit':
        return api('POST /orders/{id}/unsplit', { params })
      case 'cancel': {
        const { kind: _kind, ...body } = action
        return api('POST /orders/{id}/cancel', { params, body })
      }
      case 'accept_cancel':
        return api('POST /orders/{id}/cancel-request/accept', { params })
      case 'reject_cancel':
        return api('POST /orders/{id}/cancel-request/reject', { params })
      case 'cancel_shipment':
        return api('POST /orders/{id}/cancel-shipment', {
          params,
          body: action.parcel === undefined ? {} : { parcel: action.parcel },
        })
    }
  }

  return useMutation({
    mutationFn: send,
    onSuccess: (asked) => onAsked(asked),
    // Also after a refusal: somebody else may have been faster.
    onSettled: () => queries.invalidateQueries({ queryKey: [...orderKeys.details, order.id] }),
  })
}
