/** An order action, for the API. */
import type { Reply } from '../../../contract/endpoints.ts'
import type { Language } from '../../../model/language.ts'
import { reasonMessage } from '../../i18n/told-reason.ts'
import { translate } from '../../i18n/translate.ts'
import type { AnyActionKind, StoredAction } from './order-action-store.ts'
import { isUnderWay } from './order-actions-of.ts'

/** `heardAt`: when what the action is about last changed. */
export function presentAction<Kind extends AnyActionKind>(
  action: StoredAction<Kind>,
  heardAt: Date | string,
  language: Language,
): Omit<Reply<'POST /orders/{id}/confirm'>['data'], 'kind'> & { kind: Kind } {
  const { error } = action
  return {
    id: action.id,
    kind: action.kind,
    state: action.state,
    is_under_way: isUnderWay(action, heardAt),
    requested_by: { id: action.requestedBy, name: action.requestedByName },
    requested_at: action.requestedAt,
    ended_at: action.endedAt,
    error:
      error === null
        ? null
        : {
            code: error,
            message:
              action.errorMessage === null
                ? translate(language, `action_error.${error}`)
                : reasonMessage(
                    translate.bind(null, language),
                    action.errorMessage,
                    'action_error.refused_because',
                  ),
            channel_code: action.channelCode,
          },
  }
}
