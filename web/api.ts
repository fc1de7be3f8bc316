import type { BodyInput, EndpointName, Params, QueryInput, Reply } from '../contract/endpoints.ts'
import type { ErrorCode } from '../model/errors.ts'
import { answerOfMaking, keyOfMaking } from './made-once.ts'
import { language } from './page-language.ts'

const base = '/api/v2'

/** A request that the server refused, or (status 0) one that never got an answer. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode | 'no_response'
  readonly fields: Record<string, string>
  /** The rule that a field broke, where it has a name. */
  readonly fieldCodes: Record<string, string>
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor(init: Pick<ApiError, 'status' | 'code'> & Partial<ApiError>) {
    super(init.message ?? '')
    this.name = 'ApiError'
    this.status = init.status
    this.code = init.code
    this.fields = init.fields ?? {}
    this.fieldCodes = init.fieldCodes ?? {}
    this.requestId = init.requestId ?? null
    this.retryAfterSeconds = init.retryAfterSeconds ?? null
  }
}

type Needs<Name extends string, T> = [T] extends [undefined]
  ? object
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }

type Call<K extends EndpointName> = Needs<'params', Params<K>> &
  Needs<'query', QueryInput<K>> &
  Needs<'body', BodyInput<K>> & { signal?: AbortSignal; form?: FormData } & Once<K>

/** Marks a call that makes something: sent again after a lost answer, it makes it once. */
type Once<K> = K extends `POST ${string}` ? { once?: true } : object

let signedOut: (() => void) | undefined

/** Called at every 401 except that of the sign-in itself. */
export function onSignedOut(callback: () => void): void {
  signedOut = callback
}

let forbidden: (() => void) | undefined

/** Called at every 403: the caller may have fewer rights by now than the page knows. */
export function onForbidden(callback: () => void): void {
  forbidden = callback
}

let caller: number | undefined

/** From now on calls are answered for this user alone. Undefined: for the one whose session the browser has. */
export function callAs(userId: number | undefined): void {
  caller = userId
}

/** Calls an endpoint by its name in the contract, for example `api('GET /orders/{id}', { params: { id: 5 } })`. */
export async function api<K extends EndpointName>(
  name: K,
  ...[call]: object extends Call<K> ? [call?: Call<K>] : [call: Call<K>]
): Promise<Reply<K>> {
  const { signal } = (call ?? {}) as { signal?: AbortSignal }
  const { response, reply } = await answerTo(name, call as AnyCall).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ApiError({ status: 0, code: 'no_response' })
  })
  if (response.ok) return reply as Reply<K>
  // Nothing that was refused a visitor is for the user who signs in.
  if (response.status === 401) prefetched.clear()
  if (response.status === 401 && name !== 'POST /authorization') signedOut?.()
  if (response.status === 403) forbidden?.()
  throw refusal(response, reply)
}

type AnyCall = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  /** Body of an endpoint that takes a file. */
  form?: FormData
  signal?: AbortSignal
  once?: true
}

async function answerTo(name: string, call: AnyCall = {}): Promise<{ response: Response; reply: unknown }> {
  // An answer that was read ahead may be older than this change.
  if (!name.startsWith('GET ')) prefetched.clear()
  const request = `${addressOf(name, call)} ${JSON.stringify(call.body)}`
  const response = await (takeAhead(name, call) ?? send(name, call, call.once && keyOfMaking(request)))
  // An answer that breaks off is none.
  const reply = parse(await response.text())
  if (call.once) answerOfMaking(request, response.status, isRecord(reply) && reply['code'])
  return { response, reply }
}

function send(name: string, call: AnyCall = {}, idempotencyKey?: string): Promise<Response> {
  const [method = 'GET'] = name.split(' ')
  const headers: Record<string, string> = { 'X-localization': language }
  if (call.body !== undefined) headers['Content-Type'] = 'application/json'
  if (caller !== undefined) headers['X-User-Id'] = String(caller)
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
  return fetch(addressOf(name, call), {
    method,
    headers,
    body: call.form ?? (call.body === undefined ? null : JSON.stringify(call.body)),
    signal: call.signal ?? null,
  })
}

const prefetchMs = 5000
const prefetched = new Map<string, Promise<Response>>()

/**
 * Asks before the code that wants the answer is there: the first `api` with the same name and call gets this one. What
 * nobody wants within five seconds is dropped, so that no answer is old.
 */
export function prefetch<K extends EndpointName>(
  name: K & `GET ${string}`,
  ...[call]: object extends Call<K> ? [call?: Call<K>] : [call: Call<K>]
): void {
  const key = addressOf(name, call as AnyCall)
  const answer = send(name, call as AnyCall)
  // The caller that takes this response handles its failure.
  answer.catch(() => undefined)
  prefetched.set(key, answer)
  setTimeout(() => prefetched.delete(key), prefetchMs)
}

function takeAhead(name: string, call?: AnyCall): Promise<Response> | undefined {
  if (!name.startsWith('GET ')) return undefined
  const key = addressOf(name, call)
  const answer = prefetched.get(key)
  prefetched.delete(key)
  return answer
}

/** Answers the address from which the browser itself loads a file, signed in by its cookie. */
export function addressOfFile<K extends EndpointName>(name: K & `GET ${string}`, params: Params<K>): string {
  return addressOf(name, { params: params as Record<string, unknown> })
}

function addressOf(name: string, { params, query }: AnyCall = {}): string {
  const [, path = ''] = name.split(' ')
  return base + fillPath(path, params) + queryString(query)
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
}

/** Undefined and empty values are left out; lists become comma strings. */
export function queryString(query: Record<string, unknown> = {}): string {
  const parts = Object.entries(query).flatMap(([key, value]) => {
    const text = queryText(value)
    return text === '' ? [] : [`${key}=${encodeURIComponent(text).replaceAll('%2C', ',')}`]
  })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  // Half a letter, as a cut text ends with, can not be written in an address.
  return typeof value === 'string' || typeof value === 'number' ? String(value).toWellFormed() : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function refusal(response: Response, reply: unknown): ApiError {
  const body = isRecord(reply) ? reply : {}
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError({
    status: response.status,
    code: typeof body['code'] === 'string' ? (body['code'] as ErrorCode) : 'internal',
    message: messageOf(body),
    fields: (body['invalid_fields'] as Record<string, string> | undefined) ?? {},
    fieldCodes: (body['field_codes'] as Record<string, string> | undefined) ?? {},
    requestId: response.headers.get('X-Request-Id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
  })
}

/** `message` first (objects joined line by line), then `invalid_fields` as "field: message"; else nothing to say. */
export function messageOf(body: Record<string, unknown>): string {
  const { message, invalid_fields: fields } = body
  if (message) return isRecord(message) ? Object.values(message).flat().join('\n') : textOf(message)
  if (!fields) return ''
  if (!isRecord(fields)) return textOf(fields)
  return Object.entries(fields)
    .map(([field, text]) => `${field}: ${textOf(text)}`)
    .join('\n')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
