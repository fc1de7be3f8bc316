/**
 * Names and relevant fields of changed things, for the audit log. Secrets are never among them, nor buyers: an entry cannot be
 * changed afterwards, and a buyer may ask to be forgotten. Of a note the log tells that it changed, of an address the province.
 */
import { CompiledQuery } from 'kysely'
import type { AuditSubject } from '../../model/audit.ts'
import type { Tx } from '../db/database.ts'

export type Glance = {
  label: string | null
  state: Record<string, unknown> | null
  /** The given ids that exist. */
  found: number[]
  hasWritten: boolean
}

type Row = { id: number | null; label: string | null; state: Record<string, unknown> | null }

/** $1 is the owner, $2 the ids. Settings have no rows of their own, so all of them are one thing. */
const selects: Partial<Record<AuditSubject, string>> = {
  user: `select id, name as label, json_build_object('name', name, 'email', email, 'phone', phone, 'gender', gender,
      'language', language, 'scope', scope, 'roles', roles, 'group_permissions', group_permissions,
      'permissions', permissions, 'shop_ids', shop_ids, 'status', status, 'has_second_factor', exists(
        select from second_factors f where f.owner_id = $1 and f.user_id = users.id and f.confirmed_at is not null)) as state
    from users where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  shop: `select id, system_name as label, json_build_object('name', name, 'system_name', system_name,
      'platform_url', platform_url, 'status', status, 'auth_state', auth_state, 'warehouse_id', warehouse_id,
      'is_order_sync', is_order_sync, 'is_stock_sync', is_stock_sync, 'stock_buffer', stock_buffer,
      'stock_cap', stock_cap, 'stock_share', stock_share,
      'is_customer_push', is_customer_push,
      'couriers', (select json_object_agg(d.platform_id || '/' || d.shop_id, d.courier) from delivery_platforms d
        where d.owner_id = $1 and d.shop_id = shops.id)) as state
    from shops where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  warehouse: `select id, name as label, json_build_object('name', name, 'code', code, 'kind', kind, 'shop_id', shop_id,
      'contact_name', contact_name, 'phone', phone, 'address', address, 'is_default', is_default,
      'priority', priority, 'status', status) as state
    from warehouses where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  sales_area: `select id, name as label, json_build_object('name', name, 'shop_ids', shop_ids,
      'warehouse_ids', warehouse_ids, 'regions', regions, 'is_default', is_default) as state
    from sales_areas where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  print_agent: `select id, name as label, json_build_object('name', name) as state
    from print_agents where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  print_job: `select id, printer as label, json_build_object('state', state) as state
    from print_jobs where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  pick_wave: `select id, name as label, json_build_object('name', name) as state
    from pick_waves where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  stock_take: `select t.id, w.name as label, json_build_object('state', t.state, 'is_blind', t.is_blind,
      'document', t.document) as state
    from stock_takes t left join warehouses w on w.owner_id = $1 and w.id = t.warehouse_id
    where t.owner_id = $1 and t.id = any($2::bigint[]) order by array_position($2::bigint[], t.id)`,
  sku: `select id, prime_sku as label, json_build_object('name', name, 'code', prime_sku, 'barcode', barcode, 'bin', bin,
      'image', image_url, 'threshold', low_stock_threshold, 'cost_method', cost_method,
      'cost', concat_ws(' ', round(cost / case when cost_currency in ('VND', 'JPY', 'IDR', 'TWD') then 1e4 else 1e6 end, 2), cost_currency),
      'stock_rules', (
        select json_object_agg(s.system_name, json_build_object('buffer', r.buffer, 'cap', r.cap, 'share', r.share) order by s.id)
        from sku_shop_rules r join shops s on s.owner_id = $1 and s.id = r.shop_id
        where r.owner_id = $1 and r.sku_id = skus.id), 'parts', (
        select json_object_agg(o.prime_sku, m.quantity order by m.part_id) from sku_parts m
        join skus o on o.owner_id = $1 and o.id = m.part_id where m.owner_id = $1 and m.bundle_id = skus.id), 'listings', (
        select json_agg(k.shop_sku order by k.id) from product_skus k where k.owner_id = $1 and k.sku_id = skus.id)) as state
    from skus where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  import: `select id, file_name as label, json_build_object('status', state, 'rows', rows) as state
    from imports where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  suggestion: `select q.id, s.prime_sku as label, json_build_object('listing', k.shop_sku, 'code', s.prime_sku,
      'reason', q.reason) as state
    from sku_suggestions q join skus s on s.owner_id = $1 and s.id = q.sku_id
    join product_skus k on k.owner_id = $1 and k.id = q.product_sku_id
    where q.owner_id = $1 and q.id = any($2::bigint[]) order by array_position($2::bigint[], q.id)`,
  courier: `select courier as id, label, json_build_object('account', label, 'account_id', account_id, 'place_id', place_id,
      'status', status, 'keys', shown) as state
    from courier_accounts where owner_id = $1 and courier = any($2::bigint[])`,
  place: `select id, name as label, json_build_object('name', name, 'contact_name', contact_name, 'phone', phone,
      'address', address, 'is_default', is_default) as state
    from courier_places where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  settings: `select null::bigint as id, null as label, json_build_object(
      'delivery', (select json_object_agg(courier, defaults order by courier) from delivery_defaults where owner_id = $1),
      'couriers', (select json_object_agg(platform_id || '/' || shop_id, courier order by platform_id, shop_id)
        from delivery_platforms where owner_id = $1),
      'print', (select template from print_templates where owner_id = $1),
      'low_stock', (select json_build_object('threshold', low_stock_threshold, 'is_told', has_low_stock_alerts) from owners
        where owner_id = $1),
      'forbidden_words', (select json_agg(word order by word_key) from forbidden_words where owner_id = $1),
      'reserve_unpaid', (select reserves_unpaid from owners where owner_id = $1),
      'timezone', (select timezone from owners where owner_id = $1),
      'currency', (select currency from owners where owner_id = $1),
      'number_format', (select number_format from owners where owner_id = $1),
      'delete_at', (select delete_at from owners where owner_id = $1),
      'buyer_months', (select buyer_months from owners where owner_id = $1),
      'customer_ranks', (select json_build_object('currency', currency, 'limits', limits) from customer_ranks
        where owner_id = $1)) as state where $2::bigint[] is not null`,
  // A keyword may be a buyer's name.
  filter: `select id, name as label, json_build_object('list', list, 'name', name, 'filters',
      case when filters ? 'keyword' then filters || '{"keyword": true}' else filters end) as state
    from saved_filters where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  product: `select id, name as label, json_build_object('status', status, 'changes', (
      select json_agg(json_build_object('kind', c.kind, 'variant_id', c.variant_id, 'before', c.before, 'after', c.after)
        order by c.id) from listing_changes c
      where c.owner_id = $1 and c.product_id = products.id and c.state in ('queued', 'running'))) as state
    from products where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  listing_change: `select c.id, p.name as label, json_build_object('kind', c.kind, 'state', c.state, 'before', c.before,
      'after', c.after, 'is_answered', c.is_answered) as state
    from listing_changes c join products p on p.owner_id = $1 and p.id = c.product_id
    where c.owner_id = $1 and c.id = any($2::bigint[]) order by array_position($2::bigint[], c.id)`,
  category: `select id, name as label, json_build_object('name', name) as state
    from own_categories where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  template: `select t.id, coalesce(nullif(t.name, ''), t.product_sku) as label, json_build_object('code', t.product_sku, 'shops', (
      select json_object_agg(h.system_name, coalesce(u.state, 'not_uploaded') order by h.id) from shop_templates s
      join shops h on h.owner_id = $1 and h.id = s.shop_id
      left join template_uploads u on u.owner_id = $1 and u.id = s.upload_id
      where s.owner_id = $1 and s.template_id = t.id and s.is_chosen)) as state
    from product_templates t where t.owner_id = $1 and t.id = any($2::bigint[]) order by array_position($2::bigint[], t.id)`,
  shop_template: `select s.id, concat_ws(' · ', coalesce(nullif(t.name, ''), t.product_sku), h.system_name) as label,
      json_build_object('upload', u.state, 'is_outdated', s.is_outdated, 'uploaded', s.uploaded->>'name') as state
    from shop_templates s join product_templates t on t.owner_id = $1 and t.id = s.template_id
    join shops h on h.owner_id = $1 and h.id = s.shop_id
    left join template_uploads u on u.owner_id = $1 and u.id = s.upload_id
    where s.owner_id = $1 and s.id = any($2::bigint[]) order by array_position($2::bigint[], s.id)`,
  customer: `select id, '#' || id as label, json_build_object('has_note', note is not null, 'person', person_id) as state
    from customers where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  segment: `select s.id, s.name as label, json_build_object('name', s.name, 'description', s.description, 'rules', s.rules,
      'customers', (select count(*) from shortlist_customers c where c.owner_id = $1 and c.shortlist_id = s.id)) as state
    from shortlists s where s.owner_id = $1 and s.id = any($2::bigint[]) order by array_position($2::bigint[], s.id)`,
  order: `select id, coalesce(short_code, channel_order_id) as label, json_build_object('note_version', note_version, 'is_star', is_star,
      'address', json_build_object('province', address -> 'province', 'country', address -> 'country'), 'printed_at', printed_at) as state
    from orders where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  draft: `select id, reference as label, null::json as state
    from order_drafts where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  shipment: `select id, coalesce(tracking_number, reference) as label, json_build_object('booking', booking,
      'status', status, 'tracking_number', tracking_number) as state
    from shipments where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  return: `select id, channel_return_id as label, json_build_object('status', status, 'received_at', received_at,
      'received_note', received_note is not null) as state
    from return_cases where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
  export: `select id, type || '.' || format as label, null::json as state
    from exports where owner_id = $1 and id = any($2::bigint[]) order by array_position($2::bigint[], id)`,
}

const mostNamed = 5

/**
 * Returns the first names and the number of the others if there are several things, and the fields of a single one. Missing
 * things are left out. Also answers whether the transaction has changed anything so far, a lock included.
 */
export async function glanceAt(
  tx: Tx,
  ownerId: string,
  subject: AuditSubject | undefined,
  ids: number[],
): Promise<Glance> {
  const select = subject && selects[subject]
  const isEmpty = !select || (ids.length === 0 && subject !== 'settings')
  const rowsOf = isEmpty ? 'null' : `(select json_agg(g) from (${select}) g)`
  const text = `select pg_current_xact_id_if_assigned() is not null as written, ${rowsOf} as rows`
  const found = await tx.executeQuery<{ written: boolean; rows: Row[] | null }>(
    CompiledQuery.raw(text, isEmpty ? [] : [ownerId, ids]),
  )
  const { written = false, rows } = found.rows[0] ?? {}
  return { ...summaryOf(rows ?? []), hasWritten: written }
}

function summaryOf(rows: Row[]): Omit<Glance, 'hasWritten'> {
  const labels = rows.flatMap(({ label }) => (label === null ? [] : [label]))
  const more = labels.length > mostNamed ? ` +${labels.length - mostNamed}` : ''
  return {
    label: labels.length > 0 ? labels.slice(0, mostNamed).join(', ') + more : null,
    state: rows.length === 1 ? (rows[0]?.state ?? null) : null,
    found: rows.flatMap(({ id }) => id ?? []),
  }
}
