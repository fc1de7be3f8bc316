/**
 * The counter between server and web. A schema here IS an endpoint: the server checks requests and compiles replies
 * from it, the OpenAPI document is made from it, and the web client is typed by it.
 */
import { z } from 'zod'
import type { ErrorCode } from '../model/errors.ts'
import { plainPhone } from '../model/half-width.ts'
import type { Permission } from '../model/permissions.ts'

export type Endpoint = {
  summary: string
  /** Callers that are allowed: everybody, every signed-in user, or users with a permission. */
  access: 'public' | 'signed-in' | Permission
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Body of the success reply. */
  reply: z.ZodType
  /** Media type of a success reply that is a file instead of JSON. */
  file?:
    | 'application/pdf'
    | 'image/webp'
    | 'image/jpeg'
    | 'text/csv'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  /**
   * The part of a multipart/form-data body that is a file. Such an endpoint takes nothing else. `rule`: the key of what a larger
   * one is refused with, which may name the limit in megabytes.
   */
  upload?: { field: string; types: readonly string[]; mostBytes: number; rule: `field.${string}` }
  /** Success status; 200 unless said. */
  status?: 200 | 201 | 202 | 204
  /** Its reply shows a secret that is shown once: it is kept nowhere, so the call takes no Idempotency-Key. */
  hasSecret?: true
  /** A GET that leaves something behind. Signed in by the cookie it has to come from our own pages, as every other write. */
  writes?: true
  /** Once the account's plan has ended. Unless said, what reads works and what writes is refused. */
  whenPlanEnded?: 'works' | 'refused'
  /** Errors that may occur beyond those that every endpoint answers (401, 403, 404, 409 for a key in use, 422). */
  errors?: readonly ErrorCode[]
}

/** Path that all endpoints are under. */
export const apiPrefix = '/api/v2'

export const idempotencyHeader = 'Idempotency-Key'
export const idempotencyKey = z
  .string()
  .regex(/^[!-~]{1,255}$/)
  .describe(
    'Makes sending this again harmless. A new one for each new request, such as a UUID. For 24 hours the same key with the same address and body gets the first reply again, marked `Idempotency-Replayed: true`; with another address or body it is refused. 423 and 429 leave it free, and so does 5xx unless the request had taken effect.',
  )

/** Their replies are stored for 24 hours as they are, so none may hold a secret. */
export function takesIdempotencyKey(
  method: string,
  { access, hasSecret, upload }: Pick<Endpoint, 'access' | 'hasSecret' | 'upload'>,
): boolean {
  // Uploaded files are not compared, so another file under the same key would be taken for the first.
  return method === 'POST' && access !== 'public' && !hasSecret && !upload
}

export function worksWhenPlanEnded(
  method: string,
  { access, whenPlanEnded }: Pick<Endpoint, 'access' | 'whenPlanEnded'>,
): boolean {
  if (whenPlanEnded) return whenPlanEnded === 'works'
  // Signing in, and the ways back in: nobody is known yet who could have a plan.
  return method === 'GET' || access === 'public'
}

/** "GET /orders/{id}": method and path under /api/v2. */
export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** Keeps the exact types of the schemas while checking the form. */
export function endpoints<const E extends Record<EndpointKey, Endpoint>>(group: E): E {
  return group
}

/** An item's envelope: `{ data: … }`. */
export function item<T extends z.ZodType>(data: T) {
  return z.object({ data })
}

/** A list's envelope with page numbers. `meta` carries what is particular to one list. */
export function page<T extends z.ZodType, M extends z.ZodRawShape>(row: T, meta: M) {
  return z.object({ data: z.array(row), meta: z.object({ pagination, ...meta }) })
}

export const pagination = z.object({
  total: z.int(),
  count: z.int(),
  per_page: z.int(),
  current_page: z.int(),
  total_pages: z.int(),
  is_more: z
    .boolean()
    .optional()
    .describe('More rows match than `total`, which is as far as they are counted.'),
  links: z.object({ next: z.string().optional(), previous: z.string().optional() }),
})

/** The bytes of an endpoint that names its `file`. */
export const file = z.instanceof(Uint8Array)

/** A result that is only a message. */
export const done = z.object({ data: z.null(), message: z.string() })

/** Nothing at all, with the status 204. */
export const noContent = z.undefined()

export const id = z.int().positive()

/** No control characters, which a header or a line of text would take for its end. */
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

export const phoneNumber = z
  .string()
  .overwrite(plainPhone)
  .max(50)
  .refine((text) => /^(?:\+?[\d\s().-]{5,})?$/.test(text), { error: 'field.phone' })

export const idParam = z.object({
  id: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .describe('Digits only.'),
})

/** ISO 8601 in UTC. */
export const instant = z.string().describe('ISO 8601, UTC')

/** When people last changed something here; the read answers carry it, and a change sends it back. */
export const version = instant
  .nullable()
  .describe('When somebody last changed it here; null: nobody yet. Send it back with a change.')

/** In the body of a change. */
export const readVersion = z.iso
  .datetime()
  .nullable()
  .optional()
  .describe(
    '`updated_at` as it was read: refused with `changed_by_other` if somebody has changed it since. Left out: the last change wins.',
  )

/** Answers whether a change names anything besides the version that it was made over. */
export function changesSomething(change: Record<string, unknown>): boolean {
  return Object.entries(change).some(([name, value]) => name !== 'updated_at' && value !== undefined)
}

export const comparedIn = z
  .object({
    currency: z.string().describe("The account's."),
    converted: z.array(z.string()).describe('Currencies that were converted, at the rates of today.'),
    without_rate: z.array(z.string()).describe('Amounts in these fit no filter and are sorted last.'),
  })
  .nullable()
  .describe('Where amounts of several currencies were filtered or sorted by.')

export const flag = z.literal([0, 1])

/** "a,b" or a repeated key, as numbers. -1 means all and is dropped. */
export const idList = numberList(Number.MAX_SAFE_INTEGER)
/** The same for what has few and small numbers, such as payment methods. */
export const codeList = numberList(9999)

function numberList(most: number) {
  return listOf(z.coerce.number().int().min(-1).max(most)).transform((ids) => ids.filter((one) => one !== -1))
}

/** "a,b" or a repeated key: things that were chosen one by one. */
export function someIds(most: number, least = 0) {
  return listOf(z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER), most, least)
}

/** A figure in a query. `total_order_max=` asks for nothing, and not for 0. */
export function figureIn<T extends z.ZodType>(figure: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), figure)
}

/** 0 or 1 as a filter; `is_star=` asks for nothing. */
export const flagFilter = figureIn(z.coerce.number().int().min(0).max(1).optional())

/** Lists come as comma strings or repeated keys. What is said twice counts once. */
export function listOf<T extends z.ZodType>(member: T, most = 200, least = 0) {
  return z.preprocess(
    (value) => (value === undefined ? undefined : [value].flat().flatMap(split)),
    z
      .array(member)
      .min(least)
      .max(most)
      .transform((members) => [...new Set(members)]),
  )
}

function split(value: unknown): unknown[] {
  return typeof value === 'string'
    ? value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
    : [value]
}

export const paging = {
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
}

/** Paging of a list that is short enough to be read whole. */
export const shortPaging = {
  ...paging,
  pagination: z.enum(['0', '1']).default('1').describe('0: the whole list at once.'),
}

/** Cursor of a list that goes on behind a row, beside `paging`. */
export const cursor = {
  after: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Cursor of the last row of a page, from `meta.next_after`; goes on from there at the cost of page 1.',
    ),
}

const isUsualYear = (text: string) => text >= '1900-01-01' && text <= '2999-12-31T24'

/** A calendar day in the account's time zone, of a year that calendars agree on. */
export const day = z.iso
  .date()
  .refine(isUsualYear, { error: 'field.day_range' })
  .describe('YYYY-MM-DD, from 1900 to 2999.')

/** An instant in a request, of a year that the store knows as well. */
export const writtenInstant = z.iso
  .datetime({ offset: true })
  .refine(isUsualYear, { error: 'field.day_range' })
  .describe('ISO 8601, from 1900 to 2999.')

export const countryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, { error: 'field.country_capitals' })
  .describe('ISO 3166-1, two letters.')

/** Text of the channel's making: no control characters and no halves of characters, which the store refuses. */
export function channelText(shortest: number, longest: number) {
  return z
    .string()
    .min(shortest)
    .max(longest)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
}

/** Comma list of relations to include; unknown ones are ignored. */
export const include = z
  .string()
  .max(500)
  .optional()
  .describe('Comma list of relations; unknown names are ignored.')

/** A segment whose customers a list or a figure is about. */
export const segmentId = z.coerce
  .number()
  .int()
  .positive()
  .max(Number.MAX_SAFE_INTEGER)
  .optional()
  .describe('Only of the customers who are in this segment (shortlist).')
