import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallReply } from '../../kit/serve-call.ts'

/** A call that the server refuses. The reason travels in a header; the body is a page for people, or the duplicates. */
export class Refusal extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, reason: string, body?: unknown) {
    super(reason)
    this.status = status
    this.body = body
  }
}

const JSON_TYPE = 'application/json'
const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Page Not Found',
  409: 'Conflict',
}

export const success = (body: unknown): CallReply => ({
  status: 200,
  type: JSON_TYPE,
  body: JSON.stringify(body),
  error: '',
})

export function failure(error: unknown, response: ServerResponse): CallReply {
  if (!(error instanceof Refusal)) throw error
  const { status, message, body } = error
  // A header holds no letters beyond Latin ones.
  response.setHeader('x-status-reason', message.replace(/[^ -~]/g, ' '))
  return {
    status,
    type: JSON_TYPE,
    body: body === undefined ? `<h1>${status} ${titles[status] ?? ''}</h1>${message}` : JSON.stringify(body),
    error: String(status),
  }
}

export interface Key {
  key: string
  /** Permission of the key's role for contacts. */
  can: 'write' | 'read' | 'nothing'
}

export function checkKey({ headers }: IncomingMessage, keys: readonly Key[]): Key {
  const found = keys.find(({ key }) => key === headers['x-api-key'])
  if (!found) throw new Refusal(401, '')
  return found
}

/** `where[0][value][1]=x` as PHP reads it. */
export function readWhere(query: URLSearchParams): unknown[] {
  const root = new Map<string, unknown>()
  for (const [name, value] of query) {
    if (!name.startsWith('where[')) continue
    const path = [...name.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part ?? '')
    let at = root
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(at.size) : part
      const next = at.get(key)
      if (depth === path.length - 1) at.set(key, value)
      else if (next instanceof Map) at = next as Map<string, unknown>
      else {
        const made = new Map<string, unknown>()
        at.set(key, made)
        at = made
      }
    }
  }
  return Object.values(plain(root) as object)
}

const plain = (value: unknown): unknown =>
  value instanceof Map
    ? Object.fromEntries([...(value as Map<string, unknown>)].map(([key, part]) => [key, plain(part)]))
    : value
