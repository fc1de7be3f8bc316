/** Calls about webhooks, by their paths. Source: "Webhooks" of REST API v3. */
import { answerBatch, requireForce } from './batch.ts'
import type { createHooks } from './hooks.ts'
import { choiceParam, isNamed, pageOf } from './paging.ts'
import type { Row, Store } from './types.ts'
import type { Reply } from './wire.ts'

interface WebhookCall {
  hooks: ReturnType<typeof createHooks>
  store: Store
  query: URLSearchParams
  /** Parsed. */
  body: unknown
}

/** Answers a call about webhooks; undefined for any other. `name` is 'METHOD /path'. */
export function answerWebhookCall(
  name: string,
  { hooks, store, query, body }: WebhookCall,
): Reply | undefined {
  const [, method = '', id = ''] = /^([A-Z]+) \/webhooks(?:\/(\d+|batch))?$/.exec(name) ?? []
  const success = (row: Row, status = 200): Reply => ({ status, body: row })
  switch (`${method} ${id === '' || id === 'batch' ? id : 'one'}`) {
    case 'GET ':
      return list()
    case 'POST ':
      return success(hooks.create(store, body), 201)
    case 'POST batch':
      return answerBatch(body, {
        create: (row) => hooks.create(store, row),
        update: (one, row) => hooks.update(store, one, row),
        remove: (one) => hooks.remove(store, one),
      })
    case 'GET one':
      return success(hooks.find(store, Number(id)))
    case 'PUT one':
    case 'POST one':
    case 'PATCH one':
      return success(hooks.update(store, Number(id), body))
    case 'DELETE one':
      requireForce(query, 'Webhooks')
      return success(hooks.remove(store, Number(id)))
    default:
      return undefined
  }

  function list(): Reply {
    const status = choiceParam(query, 'status', ['all', 'active', 'paused', 'disabled'], 'all')
    const sign = choiceParam(query, 'order', ['asc', 'desc'], 'desc') === 'asc' ? 1 : -1
    const found = hooks
      .list(store)
      .filter(isNamed(query))
      .filter((one) => status === 'all' || one.status === status)
      .toSorted((a, b) => sign * (a.id - b.id))
    return pageOf(found, query, ({ row }) => row)
  }
}
