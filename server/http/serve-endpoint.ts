/**
 * Serves the contract: checks what comes in and knows who asks. What goes out has the contract's type, every call of the
 * tests is held against it (test/contract.ts), and JSON.stringify is by far the quickest that writes it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiPrefix, takesIdempotencyKey, worksWhenPlanEnded, type Endpoint } from '../../contract/endpoint.ts'
import {
  allEndpoints,
  type Body,
  type EndpointName,
  type Params,
  type Query,
  type Reply,
} from '../../contract/endpoints.ts'
import { AppError } from '../../model/errors.ts'
import { defaultLanguage, languageOf, languages, type Language } from '../../model/language.ts'
import { can } from '../../model/permissions.ts'
import { hasEnded } from '../../model/plan.ts'
import { auditRuleOf } from '../audit/audited-calls.ts'
import { recorded, type Trail } from '../audit/trail.ts'
import { authCookie, setAuthCookie } from './auth-cookie.ts'
import type { SessionCache } from './session-cache.ts'
import { slideSession, type Session } from '../auth/sessions/sessions-store.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'
import type { IdempotencyKeys } from './idempotency-keys.ts'
import type { StoredResponse } from './idempotency-store.ts'
import { invalidFields } from '../i18n/invalid-fields.ts'
import { translate } from '../i18n/translate.ts'

export type ServerContext = {
  db: Database
  config: Config
  listener: Listener
  sessions: SessionCache
  idempotencyKeys: IdempotencyKeys
  trail: Trail
}

export type Call<K extends EndpointName> = {
  query: Query<K>
  body: Body<K>
  params: Params<K>
  /** Session of the caller. Public endpoints must not read it. */
  session: Session
  language: Language
  translate: (key: string, values?: Record<string, string | number>) => string
  request: FastifyRequest
  reply: FastifyReply
}

export type Serve = <K extends EndpointName>(name: K, handle: (call: Call<K>) => Promise<Reply<K>>) => void

/** Schema of endpoints without a query or a body in their contract. */
const nothing = z.strictObject({})

export function createServe(app: FastifyInstance, context: ServerContext): Serve {
  return (name, handle) => {
    const endpoint: Endpoint = allEndpoints[name]
    const [method = 'GET', path = '/'] = name.split(' ')
    const check = { query: endpoint.query ?? nothing, body: endpoint.body, params: endpoint.params }
    const rule = auditRuleOf(name)
    const keys = takesIdempotencyKey(method, endpoint) ? context.idempotencyKeys : undefined

    app.route({
      method: method,
      url: apiPrefix + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      // Before the body is there: nobody has to be waited for who may not come in.
      onRequest: async (request) => {
        if (endpoint.access === 'public') return
        const signedIn = await requireSession(context, request, endpoint)
        if (!worksWhenPlanEnded(method, endpoint) && hasEnded(signedIn.session.planEnd))
          throw new AppError('plan_expired')
        signedInOf.set(request, signedIn)
      },
      ...(keys ? { onSend: keys.end } : {}),
      handler: async (request, reply) => {
        const language = requestLanguage(request)
        void reply.header('content-language', languages[language].iso)
        const signedIn = signedInOf.get(request)
        if (signedIn) await keepSignedIn(context, signedIn, reply)
        if (check.params) checkParams(check.params, request)
        const asked = method === 'GET' ? askedOf(check.query, request.query as object) : request.query
        const query = check.query.safeParse(asked, { reportInput: true })
        const body = (check.body ?? nothing).safeParse(request.body ?? {}, { reportInput: true })
        if (!query.success || !body.success) {
          const issues = [query, body].flatMap(({ error }) => error?.issues ?? [])
          throw new AppError('validation_failed', {
            invalidFields: invalidFields(language, issues, request.query as object),
          })
        }
        const kept = keys && signedIn && (await keys.begin(request, signedIn.session))
        if (kept) return replay(kept, reply)
        const work = () =>
          handle({
            query: query.data as never,
            body: body.data as never,
            params: request.params as never,
            session: signedIn?.session as Session,
            language,
            translate: (key, values) => translate(language, key, values),
            request,
            reply,
          })
        const result = rule
          ? await recorded(
              context.trail,
              {
                rule,
                request,
                body: body.data,
                actor: signedIn?.session,
                mark: keys && ((tx) => keys.mark(request, tx)),
              },
              work,
            )
          : await work()
        void reply.code(endpoint.status ?? 200)
        if (endpoint.status === 204) return reply.send()
        if (endpoint.file) void reply.type(endpoint.file)
        return result
      },
    })
  }
}

/** Every read takes `include`; an endpoint that has nothing to include ignores all of it, as it does unknown names. */
function askedOf(schema: z.ZodObject, sent: object): object {
  if (!('include' in sent) || 'include' in schema.shape) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'include'))
}

function replay({ status, body, language }: StoredResponse, reply: FastifyReply): string {
  void reply.code(status).type('application/json; charset=utf-8')
  void reply.headers({ 'content-language': language, 'idempotency-replayed': 'true' })
  return body
}

const signedInOf = new WeakMap<FastifyRequest, SignedIn>()

type SignedIn = { session: Session; token: string; isByCookie: boolean }

/** The signed-in user; for cookies only when the request comes from our own pages. */
export async function requireSession(
  context: ServerContext,
  request: FastifyRequest,
  endpoint?: Pick<Endpoint, 'access' | 'writes'>,
): Promise<SignedIn> {
  const bearer = bearerToken(request)
  const token = bearer ?? cookieToken(request, context.config, endpoint?.writes)
  const session = token ? await context.sessions.find(token) : undefined
  if (!token || !session) throw new AppError('unauthenticated')
  // The page was opened by another user, in whose name nothing of it is meant.
  const expected = request.headers['x-user-id']
  if (expected !== undefined && expected !== String(session.userId)) throw new AppError('unauthenticated')
  const access = endpoint?.access ?? 'signed-in'
  if (access !== 'signed-in' && access !== 'public' && !can(session, access)) throw new AppError('forbidden')
  return { session, token, isByCookie: bearer === undefined }
}

/** The browser's copy has to last as long as the session, or it ends thirty days after the sign-in all the same. */
async function keepSignedIn(
  { db, config }: ServerContext,
  { session, token, isByCookie }: SignedIn,
  reply: FastifyReply,
): Promise<void> {
  if (!(await slideSession(db, session))) return
  if (isByCookie && session.isRemembered) setAuthCookie(reply, config, token, true)
}

export function requestLanguage(request: FastifyRequest): Language {
  const header = request.headers['x-localization']
  return (
    languageOf(typeof header === 'string' ? header : undefined) ??
    // No cookies yet when the address itself could not be read.
    languageOf((request.cookies as Record<string, string> | null)?.DIS_LANG) ??
    defaultLanguage
  )
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{20,100})$/i.exec(request.headers.authorization ?? '')?.[1]
}

function cookieToken(request: FastifyRequest, config: Config, writes = false): string | undefined {
  const token = request.cookies[authCookie(config)]
  const isRead = !writes && (request.method === 'GET' || request.method === 'HEAD')
  if (!token || isRead) return token
  // SameSite=Strict already keeps other sites out; sub-domains of this one are "same site" and are not ours either.
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' ? token : undefined
  const { origin } = request.headers
  const ours = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.headers.host)
  return ours ? token : undefined
}

/** An id that is no number names nothing, so the answer is the same as for an id that does not exist. */
function checkParams(schema: z.ZodObject, request: FastifyRequest): void {
  const parsed = schema.safeParse(request.params)
  if (!parsed.success) throw new AppError('not_found')
  request.params = parsed.data
}
