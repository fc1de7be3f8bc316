import { z } from 'zod'
import { notificationStatusIds, notificationTypes, notificationWays } from '../model/notification.ts'
import { groupPermissions } from '../model/permissions.ts'
import { endpoints, id, instant, page, paging, readVersion, version } from './endpoint.ts'

export const notification = z.object({
  id,
  read_at: instant.nullable().describe('Null: unread.'),
  data: z.object({
    notify_type: z.enum(notificationTypes),
    notify_date: instant,
    url: z
      .string()
      .nullable()
      .describe('A path of the console that shows what it is about, or the link of a file.'),
    shop_name: z.string().nullable(),
    store_name: z.string().nullable(),
    product_name: z.string().nullable(),
    staff_name: z.string().nullable(),
    file_name: z.string().nullable(),
    rows: z.int().nullable().describe('Of the file.'),
    expires_at: instant.nullable().describe('When the file is removed.'),
    count: z.int().describe('How many times it happened close together.'),
  }),
})

const status = z.union([z.literal(notificationStatusIds.unread), z.literal(notificationStatusIds.read)])

const type = z.enum(notificationTypes)
const way = z
  .enum(notificationWays)
  .describe('`bell`, `mail`: in the bell and in the mail of the day, `none`: neither.')

const ways = z.object({
  data: z.array(
    z.object({
      type,
      name: z.string().describe("In the reader's language."),
      area: z.enum(groupPermissions).nullable().describe('Null: about what the user did himself.'),
      way,
    }),
  ),
  meta: z.object({
    is_mail_ready: z.boolean().describe('False: this console sends no mails.'),
    updated_at: version,
  }),
})

export const notifications = endpoints({
  'GET /users/notifications/ways': {
    summary: 'How the user hears of each type of news of the own areas.',
    access: 'signed-in',
    reply: ways,
  },
  'PUT /users/notifications/ways': {
    summary: 'Changes how the user hears of types of news. What is left out stays.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({
      ways: z.array(z.strictObject({ type, way })).min(1).max(notificationTypes.length),
      updated_at: readVersion,
    }),
    reply: ways,
    errors: ['changed_by_other', 'mail_not_set_up'],
  },
  'GET /users/notifications': {
    summary: 'What happened in the last 30 days, the latest first; or all that is unread, at most 1,000.',
    access: 'signed-in',
    query: z.strictObject({
      page: paging.page,
      limit: z.coerce.number().int().min(1).max(100).default(10),
      status: z.enum(['all', 'unread']).default('all'),
      pagination: z
        .enum(['0', '1'])
        .default('1')
        .describe('With `status` unread 0 gives all of them at once.'),
    }),
    reply: page(notification, {
      total_unread: z.int(),
      truncated: z.boolean().describe('There is more that is unread than fits.'),
    }),
  },
  'PUT /users/notifications': {
    summary: 'Marks notifications read (1) or unread (0), and answers those that changed.',
    access: 'signed-in',
    whenPlanEnded: 'works',
    body: z.strictObject({
      ids: z.union([z.array(id).max(1000), z.literal('all')]).describe('None, or `all`: all of them.'),
      status,
    }),
    reply: z.object({
      data: z.array(z.object({ id, status })),
      meta: z.object({ total_unread: z.int() }),
    }),
  },
})
