/** Writes the answer to a failed request: one body for each code, in the reader's language, and never a stack or a secret. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { allEndpoints } from '../../contract/endpoints.ts'
import { AppError, codeOfRule, errorStatuses, ruleWith, type ErrorCode } from '../../model/errors.ts'
import { languages } from '../../model/language.ts'
import { clientAddress } from './client-address.ts'
import { isDatabaseAway, isDatabaseBusy } from '../db/reach-database.ts'
import { apiPrefix, type Endpoint } from '../../contract/endpoint.ts'
import { requestLanguage } from './serve-endpoint.ts'
import { quoteReason } from '../i18n/told-reason.ts'
import { translate } from '../i18n/translate.ts'

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)

  const paths = methodsByPath()
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = paths.find(({ pattern }) => pattern.test(path))?.methods
    if (!methods) return answer(new AppError('route_not_found'), request, reply)
    const allow = methods.join(', ')
    void reply.header('allow', allow)
    const message = translate(requestLanguage(request), 'error.method_not_allowed', { allow })
    return answer(new AppError('method_not_allowed', { message }), request, reply)
  }
  app.setNotFoundHandler(notFound)
  // Before the body is read: a wrong address is wrong whatever is sent to it.
  app.addHook('onRequest', async (request, reply) => (request.is404 ? notFound(request, reply) : undefined))
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = asAppError(error, request)
  if (watched.has(known.code)) request.log.warn({ event: known.code, ...whereOf(request) }, 'refused')
  if (known.code === 'internal')
    request.log.error({ err: error, url: request.url.split('?')[0] }, 'request failed')
  return answer(known, request, reply)
}

function answer(error: AppError, request: FastifyRequest, reply: FastifyReply) {
  const { code, details } = error
  const language = requestLanguage(request)
  void reply.code(errorStatuses[code]).header('content-language', languages[language].iso)
  if (details.retryAfterSeconds !== undefined)
    void reply.header('retry-after', String(Math.ceil(details.retryAfterSeconds)))
  if (details.invalidFields) {
    // No message beside it: clients show the message and would hide the fields.
    const all = Object.entries(details.invalidFields)
    const fields = all.map(([field, text]) => [field, translate(language, text)])
    const codes = all.flatMap(([field, text]) => {
      const rule = codeOfRule(text)
      return rule === null ? [] : [[field, rule]]
    })
    return reply.send({
      invalid_fields: Object.fromEntries(fields) as object,
      ...(codes.length > 0 && { field_codes: Object.fromEntries(codes) as object }),
      ...(details.problems && { problems: details.problems }),
      code,
    })
  }
  const words = translate(language, `error.${code}`, {
    minutes: Math.ceil((details.retryAfterSeconds ?? 60) / 60),
    reason: quoteReason(translate.bind(null, language), details.channelMessage ?? ''),
    name: details.changedBy ?? details.name ?? '',
    limit: details.limit?.most ?? '1 MB',
    what: details.limit ? translate(language, `plan_limit.${details.limit.figure}`) : '',
  })
  return reply.send({
    message: details.message === undefined ? words : translate(language, details.message),
    code,
    ...(details.channelCode === undefined ? {} : { channel_code: details.channelCode }),
    ...(details.channelMessage === undefined
      ? {}
      : { channel_message: translate(language, details.channelMessage) }),
  })
}

function asAppError(error: FastifyError, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('validation_failed', { invalidFields: { body: 'field.not_json' } })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('validation_failed', { invalidFields: { body: 'field.not_json_type' } })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(request)
    case 'FST_ERR_BAD_URL':
      return new AppError('route_not_found')
  }
  if (error instanceof SyntaxError && error.statusCode === 400) {
    return new AppError('validation_failed', { invalidFields: { body: 'field.not_json' } })
  }
  // The caller left before the whole body was there, and hears nothing any more.
  if (request.raw.errored === error) return new AppError('bad_request')
  // The database is away or restarting; the request itself is fine.
  if (isDatabaseAway(error)) {
    request.log.warn({ error: error.message }, 'database away')
    return new AppError('unavailable', { retryAfterSeconds: 2 })
  }
  if (isDatabaseBusy(error)) {
    request.log.warn({ error: error.message, ...whereOf(request) }, 'database busy')
    return new AppError('busy', { retryAfterSeconds: 5 })
  }
  return new AppError('internal')
}

/** A file that is too large to be read at all breaks the same rule as one that was read. */
function tooLarge({ method, routeOptions, headers }: FastifyRequest): AppError {
  const path = routeOptions.url?.slice(apiPrefix.length).replaceAll(/:(\w+)/g, '{$1}')
  const endpoints: Record<string, Endpoint> = allEndpoints
  const upload = endpoints[`${method} ${path}`]?.upload
  if (!upload || !headers['content-type']?.startsWith('multipart/')) return new AppError('body_too_large')
  const limit = Math.round(upload.mostBytes / 2 ** 20)
  return new AppError('validation_failed', {
    invalidFields: { [upload.field]: ruleWith(upload.rule, { limit }) },
  })
}

/** Error codes to log, because they may show an attack. */
const watched = new Set<ErrorCode>([
  'bad_credentials',
  'otp_required',
  'account_inactive',
  'too_many_attempts',
  'forbidden',
  'sso_refused',
  'sso_code_invalid',
])

function whereOf(request: FastifyRequest) {
  return { path: request.url.split('?')[0], address: clientAddress(request), requestId: request.id }
}

/** Served beside the contract, and read only. */
const otherPaths = ['/realtime/stream', '/exports/{id}/download', '/openapi.json', '/docs']

function methodsByPath(): { pattern: RegExp; methods: string[] }[] {
  const methods = new Map(otherPaths.map((path) => [path, ['GET']]))
  for (const name of Object.keys(allEndpoints)) {
    const [method = '', path = ''] = name.split(' ')
    methods.set(path, [...(methods.get(path) ?? []), method])
  }
  // Literal paths first, as the router does.
  return [...methods]
    .toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
    .map(([path, known]) => ({
      pattern: new RegExp(`^${apiPrefix}${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
      methods: known,
    }))
}
