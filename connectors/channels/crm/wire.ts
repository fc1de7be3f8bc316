/**
 * Fields read from a CRM's replies, and the meaning of its refusals. Fields that we do not read are ignored; fields that we do
 * read must have the documented type. Source: EspoCRM documentation, "REST API", docs.espocrm.com/development/api.
 */
import { z } from 'zod'
import { ChannelError, ownMessage } from '../../channel-error.ts'
import type { HttpReply } from '../../http.ts'

const text = z.string().nullish()

export const contactSchema = z.object({
  id: z.string().min(1),
  name: text,
  firstName: text,
  lastName: text,
  phoneNumber: text,
  emailAddress: text,
  description: text,
  /** YYYY-MM-DD HH:mm:ss, always universal time ("Date and time values"). */
  modifiedAt: z.string().transform((value, context) => {
    const at = timeOf(value)
    if (at) return at
    context.issues.push({ code: 'custom', message: 'is no time', input: value })
    return z.NEVER
  }),
})

export type Contact = z.infer<typeof contactSchema>

/** Fields that have to be requested by name so that a reply holds all of the above. */
export const contactFields = Object.keys(contactSchema.shape).join(',')

/** Rows stay unchecked here: each is checked alone, so that a malformed one spoils no other. */
export const listSchema = z.object({
  list: z.array(z.unknown()),
  /** Below 0 where the CRM does not count. */
  total: z.number(),
})

export const savedSchema = z.object({ id: z.string().min(1) })

const access = z.union([z.boolean(), z.record(z.string(), z.string())])

/** User of the key, its rights, and the CRM's settings. */
export const userSchema = z.object({
  acl: z.object({
    // An empty map is written as an empty list.
    table: z.union([z.record(z.string(), access), z.array(z.never())]),
  }),
  settings: z.object({ defaultCurrency: text, applicationName: text }).nullish(),
})

function timeOf(value: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return undefined
  const at = new Date(`${value.replace(' ', 'T')}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Formats a time as the CRM compares it. */
export function writeTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ')
}

/** The id of an unchecked row, empty when it has none. */
export function idOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  return typeof id === 'string' ? id : ''
}

/** The body of a success; a failure becomes the error that says who acts. */
export function decodeReply<T>(reply: HttpReply, schema: z.ZodType<T>): T {
  if (reply.status >= 400) throw errorOf(reply)
  const decoded = schema.safeParse(reply.json())
  if (!decoded.success)
    throw new ChannelError(
      'changed-shape',
      ownMessage('refusal.unreadable', { channel: 'CRM', detail: describeIssue(decoded.error) }),
    )
  return decoded.data
}

/** The first thing that is wrong, as `modifiedAt: is no time`. */
export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not as documented'
}

/** The reason stands in a header; the body is a page for people. */
function errorOf({ status, headers }: HttpReply): ChannelError {
  const channelCode = `HTTP ${status}`
  const reason = headers.get('x-status-reason')?.trim().slice(0, 300)
  const words = reason || `The CRM answered HTTP ${status} without a reason`
  return new ChannelError(status === 401 ? 'sign-in-expired' : 'refused', words, { channelCode })
}
