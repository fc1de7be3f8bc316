/** Where a store sells: its one web page, and what callers added. Source: "Sales Channels" of the Admin API reference. */
import { z } from 'zod'
import type { CallReply } from '../../kit/serve-call.ts'
import { listRows } from './lists.ts'
import { readBody } from './read-body.ts'
import { readFields, selectFields } from './select-fields.ts'
import { channelId, iso, named, OPENED } from './stores.ts'
import type { Row, SalesChannel } from './types.ts'
import type { AdminCall } from './web-store.ts'
import { invalid, missing, success } from './wire.ts'

const changeSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().nullish(),
  is_disabled: z.boolean().optional(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
const newSchema = changeSchema.extend({ name: z.string() })

const FIELDS = 'id,name,description,is_disabled,created_at,updated_at,deleted_at,metadata'

const rowOf = ({ created, updated, ...channel }: SalesChannel): Row => ({
  ...channel,
  created_at: iso(created),
  updated_at: iso(updated),
  deleted_at: null,
})

function channelsOf({ shop, store }: AdminCall): SalesChannel[] {
  const id = channelId(store)
  const times = { created: OPENED, updated: OPENED }
  const usual = { id, name: 'Web', description: null, is_disabled: false, metadata: null, ...times }
  const written = [...shop.salesChannels]
    .filter(([key]) => key.startsWith(`${store.slug}/`))
    .map(([, one]) => one)
  return written.some((one) => one.id === id) ? written : [usual, ...written]
}

/** Answers a call about sales channels; undefined for any other. `name` is 'METHOD /path'. */
export function answerChannelCall(name: string, call: AdminCall): CallReply | undefined {
  const { shop, store, query } = call
  const [, method = '', id] = /^(GET|POST|DELETE) \/sales-channels(?:\/([^/]+))?$/.exec(name) ?? []
  if (method === '') return undefined
  const reply = (channel: SalesChannel): CallReply =>
    success({ sales_channel: selectFields(rowOf(channel), readFields(query.get('fields'), FIELDS)) })
  if (id === undefined) {
    if (method === 'POST') return reply(write(call, undefined))
    if (method !== 'GET') return undefined
    const filters = ['name', 'description', 'is_disabled', 'location_id', 'publishable_key_id']
    const words = ({ name: shown }: SalesChannel): string => shown
    const rules = { name: 'sales_channels', defaultFields: FIELDS, filters, words, show: rowOf }
    return success(listRows(channelsOf(call), query, rules))
  }
  if (method === 'DELETE') {
    if (id === channelId(store)) throw invalid(`Cannot delete default sales channels: ${id}`)
    shop.salesChannels.delete(`${store.slug}/${id}`)
    return success({ id, object: 'sales-channel', deleted: true })
  }
  const found = channelsOf(call).find((one) => one.id === id)
  if (!found) throw missing(`Sales channel with id${method === 'POST' ? ` "${id}"` : `: ${id}`} not found`)
  return reply(method === 'POST' ? write(call, found) : found)
}

function write({ shop, store, body }: AdminCall, before: SalesChannel | undefined): SalesChannel {
  const input = before ? readBody(body, changeSchema) : readBody(body, newSchema)
  const now = shop.world.clock.nowMs()
  const channel: SalesChannel = {
    id: before?.id ?? named('sc', `${store.slug}:${input.name ?? ''}:${now}:${shop.nextNumber()}`),
    name: input.name ?? before?.name ?? '',
    description: input.description === undefined ? (before?.description ?? null) : input.description,
    is_disabled: input.is_disabled ?? before?.is_disabled ?? false,
    metadata: input.metadata ?? before?.metadata ?? null,
    created: before?.created ?? now,
    updated: now,
  }
  shop.salesChannels.set(`${store.slug}/${channel.id}`, channel)
  return channel
}
