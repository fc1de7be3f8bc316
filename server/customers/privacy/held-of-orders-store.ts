/** Records about the buyer of orders: how each is handed out, and how it is erased. */
import { sql, type RawBuilder } from 'kysely'
import { noContact } from './erased-buyers-store.ts'
import type { HandedOut, HeldOfOrders } from './held-records.ts'

/** Orders of the channel, by shop and code. */
const codesOf = (
  ownerId: string,
  ids: number[],
): RawBuilder<unknown> => sql`(select o.shop_id, o.channel_order_id from orders o
  where o.owner_id = ${ownerId} and o.id = any(${ids}::bigint[]))`

export const heldOfOrders: HeldOfOrders[] = [
  {
    table: 'orders',
    handOut: 'the orders themselves, with names, addresses and messages',
    erase: ({
      ownerId,
      ids,
      now,
    }) => sql`update orders set buyer_name = null, buyer_phone = null, place = null, buyer_message = null, cancel_text = null,
        note = null, note_by = null, note_version = note_version + 1, erased_at = ${now}, updated_at = ${now},
        address = ${addressLeft}
      where owner_id = ${ownerId} and id = any(${ids}::bigint[])`,
  },
  {
    table: 'labels',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'package', l.channel_package_id, 'format', l.format,
        'fetched_at', l.fetched_at, 'content_base64', encode(l.bytes, 'base64')) as record
      from labels l join orders o on o.owner_id = ${ownerId} and o.id = l.order_id
      where l.owner_id = ${ownerId} and l.order_id = any(${orders}::bigint[]) order by l.fetched_at`,
    erase: ({ ownerId, ids }) =>
      sql`delete from labels where owner_id = ${ownerId} and order_id = any(${ids}::bigint[])`,
  },
  {
    table: 'order_actions',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'kind', a.kind, 'details', a.details, 'answer', a.error_message,
        'requested_at', a.requested_at, 'requested_by', a.requested_by_name) as record
      from order_actions a join orders o on o.owner_id = ${ownerId} and o.id = a.order_id
      where a.owner_id = ${ownerId} and a.order_id = any(${orders}::bigint[]) order by a.requested_at`,
    erase: ({ ownerId, ids }) => sql`update order_actions
      set details = case when kind = 'edit' then '{}' else details - 'note' end, error_message = null
      where owner_id = ${ownerId} and order_id = any(${ids}::bigint[])`,
  },
  {
    table: 'parcels_back',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'received_at', p.received_at, 'received_by', p.received_name,
        'note', p.note) as record
      from parcels_back p join orders o on o.owner_id = ${ownerId} and o.id = p.order_id
      where p.owner_id = ${ownerId} and p.order_id = any(${orders}::bigint[]) order by p.received_at`,
    erase: ({ ownerId, ids }) => sql`update parcels_back set note = null
      where owner_id = ${ownerId} and order_id = any(${ids}::bigint[]) and note is not null`,
  },
  {
    table: 'shipment_photos',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'taken_at', p.taken_at, 'type', p.type,
        'content_base64', encode(p.bytes, 'base64')) as record
      from shipment_photos p join shipments s on s.owner_id = ${ownerId} and s.id = p.shipment_id
      join orders o on o.owner_id = ${ownerId} and o.id = s.order_id
      where p.owner_id = ${ownerId} and s.order_id = any(${orders}::bigint[]) order by p.taken_at`,
    erase: ({ ownerId, ids }) => sql`delete from shipment_photos p using shipments s
      where p.owner_id = ${ownerId} and s.owner_id = ${ownerId} and s.id = p.shipment_id
        and s.order_id = any(${ids}::bigint[])`,
  },
  {
    table: 'shipment_events',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'at', e.at, 'description', e.description, 'place', e.place) as record
      from shipment_events e join shipments s on s.owner_id = ${ownerId} and s.id = e.shipment_id
      join orders o on o.owner_id = ${ownerId} and o.id = s.order_id
      where e.owner_id = ${ownerId} and s.order_id = any(${orders}::bigint[]) order by e.at`,
    erase: ({
      ownerId,
      ids,
    }) => sql`update shipment_events e set description = courier_status, place = null from shipments s
      where e.owner_id = ${ownerId} and s.owner_id = ${ownerId} and s.id = e.shipment_id
        and s.order_id = any(${ids}::bigint[])`,
  },
  {
    table: 'shipments',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'tracking_number', s.tracking_number, 'choice', s.choice,
        'notice', s.notice, 'booked_at', s.booked_at) as record
      from shipments s join orders o on o.owner_id = ${ownerId} and o.id = s.order_id
      where s.owner_id = ${ownerId} and s.order_id = any(${orders}::bigint[]) order by s.created_at`,
    erase: ({
      ownerId,
      ids,
    }) => sql`update shipments set choice = choice - 'remark' - 'receiver', notice = null
      where owner_id = ${ownerId} and order_id = any(${ids}::bigint[])`,
  },
  {
    // The mails have the buyer's address, and his name until they are sent.
    table: 'mails',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'kind', b.kind, 'language', b.language, 'recipient', m.recipient,
        'state', b.state, 'written_by', b.user_name, 'created_at', b.created_at, 'ended_at', b.ended_at) as record
      from buyer_mails b join orders o on o.owner_id = ${ownerId} and o.id = b.order_id
      left join mails m on m.owner_id = ${ownerId} and m.id = b.id
      where b.owner_id = ${ownerId} and b.order_id = any(${orders}::bigint[]) order by b.created_at`,
    erase: ({ ownerId, ids }) => sql`delete from mails m using buyer_mails b
      where m.owner_id = ${ownerId} and b.owner_id = ${ownerId} and b.id = m.id and b.order_id = any(${ids}::bigint[])`,
  },
  {
    table: 'print_batches',
    handOut: 'papers of many orders, drawn of these',
    erase: ({ ownerId, ids }) =>
      sql`delete from print_batches where owner_id = ${ownerId} and order_ids && ${ids}::bigint[]`,
  },
  {
    table: 'return_cases',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', c.channel_order_id, 'return', c.channel_return_id, 'kind', c.kind, 'reason', c.reason,
        'pictures', c.images, 'requested_at', c.requested_at, 'received_at', c.received_at, 'received_note', c.received_note,
        'tracking_number', c.tracking_number) as record
      from return_cases c
      where c.owner_id = ${ownerId} and (c.shop_id, c.channel_order_id) in ${codesOf(ownerId, orders)} order by c.requested_at`,
    erase: ({
      ownerId,
      ids,
    }) => sql`update return_cases set reason = null, images = '[]', received_note = null
      where owner_id = ${ownerId} and (shop_id, channel_order_id) in ${codesOf(ownerId, ids)}`,
  },
  {
    // Notes of other events are the words of channels for a status.
    table: 'order_history',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', o.channel_order_id, 'at', h.at, 'event', h.event, 'by', h.actor_name, 'note', h.note) as record
      from order_history h join orders o on o.owner_id = ${ownerId} and o.id = h.order_id
      where h.owner_id = ${ownerId} and h.order_id = any(${orders}::bigint[]) order by h.at`,
    erase: ({ ownerId, ids }) => sql`update order_history set note = null
      where owner_id = ${ownerId} and order_id = any(${ids}::bigint[]) and note is not null
        and (event in ('return_requested', 'goods_received') or event ~ '^(asked|failed_)')`,
  },
  {
    table: 'order_drafts',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('order', d.channel_order_id, 'draft', d.draft, 'requested_at', d.requested_at,
        'requested_by', d.requested_by_name) as record
      from order_drafts d
      where d.owner_id = ${ownerId} and (d.shop_id, d.channel_order_id) in ${codesOf(ownerId, orders)} order by d.requested_at`,
    erase: ({ ownerId, ids }) => sql`delete from order_drafts
      where owner_id = ${ownerId} and (shop_id, channel_order_id) in ${codesOf(ownerId, ids)}`,
  },
  {
    table: 'sync_failures',
    handOut: ({ ownerId, orders }) => sql<HandedOut>`
      select json_build_object('kind', f.kind, 'id', f.channel_id, 'reason', f.reason, 'record', f.raw,
        'last_failed_at', f.last_failed_at) as record
      from sync_failures f
      where f.owner_id = ${ownerId} and ((f.shop_id, f.channel_id) in ${codesOf(ownerId, orders)}
        or (f.kind = 'return' and exists (select from return_cases c where c.owner_id = ${ownerId} and c.shop_id = f.shop_id
          and c.channel_return_id = f.channel_id and (c.shop_id, c.channel_order_id) in ${codesOf(ownerId, orders)})))
      order by f.last_failed_at`,
    erase: ({ ownerId, ids }) => sql`delete from sync_failures f
      where f.owner_id = ${ownerId} and ((f.shop_id, f.channel_id) in ${codesOf(ownerId, ids)}
        or (f.kind = 'return' and exists (select from return_cases c where c.owner_id = ${ownerId} and c.shop_id = f.shop_id
          and c.channel_return_id = f.channel_id and (c.shop_id, c.channel_order_id) in ${codesOf(ownerId, ids)})))`,
  },
  { table: 'cancel_days', handOut: 'counts by reason; the reason itself is with the order' },
  { table: 'order_search', handOut: 'made of names and contacts that are with the order' },
]

/** As withoutBuyer in erased-buyers-store.ts leaves an address. */
const addressLeft = sql.raw(
  `(address - 'email') || '${JSON.stringify({ ...noContact, isMasked: true })}'::jsonb`,
)
