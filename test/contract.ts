/** Holds what the server answers against what the contract promises. Used by every call of the tests. */
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { allEndpoints } from '../contract/endpoints.ts'
import { problem } from '../contract/product-templates.ts'
import { errorStatuses, type ErrorCode } from '../model/errors.ts'

type Matched = { name: string; endpoint: Endpoint }

const patterns = Object.entries(allEndpoints)
  .map(([name, endpoint]): Matched & { method: string; pattern: RegExp } => {
    const [method = '', path = ''] = name.split(' ')
    return { name, endpoint, method, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }
  })
  .toSorted((a, b) => Number(a.name.includes('{')) - Number(b.name.includes('{')))

export function endpointAt(method: string, path: string): Matched | undefined {
  const [plain = ''] = path.split('?')
  return patterns.find((one) => one.method === method && one.pattern.test(plain))
}

const languages = ['ja', 'en', 'vi', 'ms']
const plainError = z.strictObject({
  message: z.string().min(1),
  code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  channel_code: z.string().optional(),
  channel_message: z.string().optional(),
})
const fieldErrors = z.strictObject({
  invalid_fields: z.record(z.string(), z.string().min(1)),
  field_codes: z.record(z.string(), z.string().regex(/^[a-z_-]+$/)).optional(),
  problems: z.array(problem).optional(),
  code: z.literal('validation_failed'),
})

export function expectContract(
  method: string,
  path: string,
  reply: Pick<Response, 'status' | 'headers'>,
  body: unknown,
): void {
  const where = `${method} ${path.slice(0, 200)} (${reply.status})`
  const fail = (what: string): never => {
    throw new Error(`${where} ${what}: ${(JSON.stringify(body) ?? '').slice(0, 1000)}`)
  }
  if (!/^[0-9a-f-]{36}$/.test(reply.headers.get('x-request-id') ?? '')) fail('has no X-Request-Id')
  const matched = endpointAt(method, path)
  const isError = reply.status >= 400
  const isEmpty = !isError && matched?.endpoint.status === 204
  if (isError || matched) {
    if (!languages.includes(reply.headers.get('content-language') ?? '')) fail('has no Content-Language')
    const type = (!isError && matched?.endpoint.file) || 'application/json'
    if (!isEmpty && !reply.headers.get('content-type')?.startsWith(type)) fail(`is no ${type}`)
  }
  if (isError) {
    const parsed = (reply.status === 422 ? fieldErrors : plainError).safeParse(body)
    if (!parsed.success) return fail(`is no error of ours, ${z.prettifyError(parsed.error)}`)
    if (errorStatuses[parsed.data.code] !== reply.status) fail('has a code of another status')
    return
  }
  if (!matched) return
  if (reply.status !== (matched.endpoint.status ?? 200)) fail('is another status than the contract says')
  if (matched.endpoint.file) return
  if (isEmpty) return body === '' ? undefined : fail('has a body')
  const parsed = matched.endpoint.reply.safeParse(body)
  if (!parsed.success) return fail(`breaks the contract, ${z.prettifyError(parsed.error)}`)
  const undeclared = undeclaredIn(body, parsed.data)
  if (undeclared.size > 0) fail(`has undeclared ${[...undeclared].join(', ')}`)
}

/** Parsing leaves out what is not declared, so whatever is missing afterwards was never promised. */
function undeclaredIn(sent: unknown, parsed: unknown, path = '', found = new Set<string>()): Set<string> {
  if (Array.isArray(sent) && Array.isArray(parsed))
    sent.forEach((one, at) => undeclaredIn(one, parsed[at], `${path}[]`, found))
  else if (isRecord(sent) && isRecord(parsed))
    for (const key of Object.keys(sent))
      if (key in parsed) undeclaredIn(sent[key], parsed[key], `${path}.${key}`, found)
      else found.add(`${path}.${key}`)
  return found
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
