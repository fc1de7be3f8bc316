/** Records about customers and about their words: how each is handed out, and how those of the customers are erased. Words are erased by erase-traces-store.ts. */
import { sql } from 'kysely'
import { eraseCards } from '../customer-card-store.ts'
import { removeTraces } from '../persons/change-persons-store.ts'
import { removeKeys } from '../persons/customer-keys-store.ts'
import { draftTells, failureTells, filterTells } from './erase-traces-store.ts'
import type { HandedOut, HeldOfCustomers } from './held-records.ts'

export const heldOfCustomers: HeldOfCustomers[] = [
  {
    table: 'customer_keys',
    handOut: 'digests of names and contacts, of which nothing can be read',
    erase: ({ ownerId, ids }, tx) => removeKeys(tx, ownerId, ids),
  },
  {
    table: 'customer_pairs',
    handOut: 'numbers of customers who may be the same',
    // Merges that name them go along.
    erase: ({ ownerId, ids }, tx) => removeTraces(tx, ownerId, ids),
  },
  {
    table: 'sync_failures',
    handOut: ({ ownerId, customers }) => sql<HandedOut>`
      select json_build_object('kind', f.kind, 'id', f.channel_id, 'reason', f.reason, 'record', f.raw,
        'last_failed_at', f.last_failed_at) as record
      from sync_failures f join customers c on c.owner_id = ${ownerId} and c.shop_id = f.shop_id and c.channel_buyer_id = f.channel_id
      where f.owner_id = ${ownerId} and f.kind = 'customer' and c.id = any(${customers}::bigint[]) order by f.last_failed_at`,
    // Before the customers, whose ids of the channel find them.
    erase: ({ ownerId, ids }, tx) =>
      sql`delete from sync_failures f using customers c
        where f.owner_id = ${ownerId} and c.owner_id = ${ownerId} and c.id = any(${ids}::bigint[])
          and f.kind = 'customer' and f.shop_id = c.shop_id and f.channel_id = c.channel_buyer_id`.execute(
        tx,
      ),
  },
  {
    table: 'customers',
    handOut: ({ ownerId, customers }) => sql<HandedOut>`
      select json_build_object('shop', s.system_name, 'channel_buyer_id', c.channel_buyer_id, 'name', c.name, 'phone', c.phone,
        'email', c.email, 'note', c.note, 'note_by', c.note_by, 'noted_at', c.noted_at, 'level', c.level,
        'orders', c.total_order, 'delivered', c.total_order_success, 'first_seen_at', c.created_at,
        'latest_order_at', c.latest_order_at, 'joined_how', c.joined_how, 'joined_by', c.joined_by, 'joined_at', c.joined_at) as record
      from customers c join shops s on s.owner_id = ${ownerId} and s.id = c.shop_id
      where c.owner_id = ${ownerId} and c.id = any(${customers}::bigint[]) order by c.created_at`,
    erase: ({ ownerId, keys, now }, tx) =>
      sql`update customers c set channel_buyer_id = r.key, name = '', phone = null, email = null, note = null, note_by = null,
        noted_at = null, is_masked = true, erased_at = ${now}, updated_at = ${now}
      from json_to_recordset(${JSON.stringify(keys)}::json) as r(id bigint, key text)
      where c.owner_id = ${ownerId} and c.id = r.id`.execute(tx),
  },
  {
    table: 'customer_cards',
    handOut: ({ ownerId, customers }) => sql<HandedOut>`
      select json_build_object('crm', s.system_name, 'contact', k.channel_customer_id, 'state', k.state, 'reason', k.reason,
        'sent_at', k.target_at) as record
      from customer_cards k join shops s on s.owner_id = ${ownerId} and s.id = k.shop_id
      where k.owner_id = ${ownerId} and k.customer_id = any(${customers}::bigint[]) order by k.target_at`,
    erase: ({ ownerId, ids }, tx) => eraseCards(tx, ownerId, ids),
  },
  {
    table: 'segment_sends',
    handOut: ({ ownerId, customers }) => sql<HandedOut>`
      select json_build_object('segment', l.name, 'sent_to', s.system_name) as record
      from segment_sends g join shortlists l on l.owner_id = ${ownerId} and l.id = g.shortlist_id
      join shops s on s.owner_id = ${ownerId} and s.id = g.shop_id
      where g.owner_id = ${ownerId} and g.customer_id = any(${customers}::bigint[]) order by l.name, s.system_name`,
    erase: ({ ownerId, ids }, tx) =>
      sql`delete from segment_sends where owner_id = ${ownerId} and customer_id = any(${ids}::bigint[])`.execute(
        tx,
      ),
  },
  {
    table: 'shortlist_customers',
    handOut: ({ ownerId, customers }) => sql<HandedOut>`
      select json_build_object('segment', l.name) as record
      from shortlists l where l.owner_id = ${ownerId} and exists (select from shortlist_customers m
        where m.owner_id = ${ownerId} and m.shortlist_id = l.id and m.customer_id = any(${customers}::bigint[])) order by l.name`,
    erase: ({ ownerId, ids }, tx) =>
      sql`delete from shortlist_customers where owner_id = ${ownerId} and customer_id = any(${ids}::bigint[])`.execute(
        tx,
      ),
  },
  {
    // Words may be those of another person of the same name, whose record is handed out to nobody else: it is named alone.
    table: 'sync_failures',
    handOut: ({ ownerId, words }) => sql<HandedOut>`
      select json_build_object('kind', f.kind, 'id', f.channel_id, 'last_failed_at', f.last_failed_at,
        'found_by', 'name_or_contact') as record
      from sync_failures f where f.owner_id = ${ownerId} and f.raw is not null ${failureTells(words)} order by f.last_failed_at`,
  },
  {
    table: 'order_drafts',
    handOut: ({ ownerId, words }) => sql<HandedOut>`
      select json_build_object('requested_at', d.requested_at, 'requested_by', d.requested_by_name,
        'found_by', 'name_or_contact') as record
      from order_drafts d where d.owner_id = ${ownerId} and d.ended_at is not null ${draftTells(words)} order by d.requested_at`,
  },
  {
    table: 'saved_filters',
    handOut: ({ ownerId, words }) => sql<HandedOut>`
      select json_build_object('name', f.name, 'keyword', f.filters->>'keyword', 'updated_at', f.updated_at) as record
      from saved_filters f where f.owner_id = ${ownerId} and f.filters->>'keyword' is not null ${filterTells(words)}
      order by f.updated_at`,
  },
  {
    table: 'customer_search',
    handOut: 'made of names and contacts that are with the customer',
    erase: ({ ownerId, ids, noTerms }, tx) =>
      sql`update customer_search set terms = array_to_tsvector(${noTerms}::text[])
        where owner_id = ${ownerId} and customer_id = any(${ids}::bigint[])`.execute(tx),
  },
  { table: 'person_changes', handOut: 'numbers of customers before and after a merge' },
  { table: 'exports', handOut: 'files of many customers, written of these; they end' },
  { table: 'export_chunks', handOut: 'parts of such files' },
]
