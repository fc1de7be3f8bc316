/** Programs beside the printers, their jobs and the rules of printing. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '../../../model/errors.ts'
import {
  mostPrintAgents,
  type PaperGroup,
  type Printer,
  type PrintJobState,
} from '../../../model/print-job.ts'
import type { Language } from '../../../model/language.ts'
import type { PrintFailure } from '../../../model/printing.ts'
import { orderStatusIds } from '../../../model/order-status.ts'
import { hashToken } from '../../auth/sessions/sessions-store.ts'
import { drawIds, type Tx } from '../../db/database.ts'
import { lockLimit } from '../../db/lock-limit.ts'
import { isInFile, isVisible, type FailedOrder } from '../printing-store.ts'

export type PrintAgent = {
  id: number
  name: string
  codeUntil: Date | null
  createdName: string
  lastSeenAt: Date | null
  printers: Printer[]
}

export type PrintTarget = { agent_id: number; printer: string } | null
export type PrintSettings = {
  rules: Record<PaperGroup, PrintTarget>
  auto: { is_on: boolean; shop_ids: number[]; courier_ids: number[] }
}

export const noPrintSettings: PrintSettings = {
  rules: { label: null, office: null },
  auto: { is_on: false, shop_ids: [], courier_ids: [] },
}

const codeMs = 15 * 60_000
const tokenForm = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,15})\.[\w-]{43}$/

export type AgentKey = { ownerId: string; agentId: number }

/** The owner and the program that a token or a code names. It is theirs only if its hash is stored there. */
export function readAgentToken(token: string): AgentKey | undefined {
  const [, ownerId, agentId] = tokenForm.exec(token) ?? []
  return ownerId === undefined ? undefined : { ownerId, agentId: Number(agentId) }
}

function newToken({ ownerId, agentId }: AgentKey): string {
  return `${ownerId}.${agentId}.${randomBytes(32).toString('base64url')}`
}

/**
 * Each new one makes room by forgetting those that nobody paired in time.
 *
 * @throws AppError conflict: there are as many as an account can hold
 */
export async function addAgent(
  tx: Tx,
  ownerId: string,
  { name, by }: { name: string; by: string },
): Promise<{ id: number; code: string; expiresAt: Date }> {
  await lockLimit(tx, ownerId, 'print_agents')
  const [id = 0] = await drawIds(tx, 1)
  const code = newToken({ ownerId, agentId: id })
  const now = new Date()
  const { rows: unpaired } = await sql<{ id: number }>`
    select id from print_agents where owner_id = ${ownerId} and code_until <= ${now} order by id`.execute(tx)
  for (const one of unpaired) await removeAgent(tx, ownerId, one.id)
  const { rows: kept } = await sql<{ id: number }>`
    select id from print_agents where owner_id = ${ownerId}`.execute(tx)
  if (kept.length >= mostPrintAgents) throw new AppError('conflict', { message: 'error.print_agent_limit' })
  const expiresAt = new Date(now.getTime() + codeMs)
  await sql`insert into print_agents (owner_id, id, name, token_hash, code_until, created_name, created_at)
    values (${ownerId}, ${id}, ${name}, ${hashToken(code)}, ${expiresAt}, ${by}, ${now})`.execute(tx)
  return { id, code, expiresAt }
}

/** Uses the code up. Of two programs that show it at once, the second finds nothing. */
export async function pairAgent(
  tx: Tx,
  key: AgentKey,
  code: string,
): Promise<{ token: string; name: string } | undefined> {
  const token = newToken(key)
  const { rows } = await sql<{ name: string }>`
    update print_agents set token_hash = ${hashToken(token)}, code_until = null, last_seen_at = ${new Date()}
    where owner_id = ${key.ownerId} and id = ${key.agentId} and token_hash = ${hashToken(code)}
      and code_until > ${new Date()} returning name`.execute(tx)
  return rows[0] && { token, name: rows[0].name }
}

/** Answers whether the token is that of a paired program. */
export async function isAgent(tx: Tx, { ownerId, agentId }: AgentKey, token: string): Promise<boolean> {
  const { rows } = await sql`select id from print_agents where owner_id = ${ownerId} and id = ${agentId}
    and token_hash = ${hashToken(token)} and code_until is null`.execute(tx)
  return rows.length > 0
}

export async function noteSeen(tx: Tx, { ownerId, agentId }: AgentKey, printers: Printer[]): Promise<void> {
  await sql`update print_agents set last_seen_at = ${new Date()}, printers = ${JSON.stringify(printers)}::jsonb
    where owner_id = ${ownerId} and id = ${agentId}`.execute(tx)
}

export async function listAgents(tx: Tx, ownerId: string): Promise<PrintAgent[]> {
  const { rows } = await sql<PrintAgent>`
    select id, name, code_until as "codeUntil", created_name as "createdName", last_seen_at as "lastSeenAt", printers
    from print_agents where owner_id = ${ownerId} and (code_until is null or code_until > ${new Date()}) order by id`.execute(
    tx,
  )
  return rows
}

/**
 * With the rules that name it. What it has not printed automatically is left to the next one; a person is still asked about what it may
 * have printed.
 */
export async function removeAgent(tx: Tx, ownerId: string, id: number): Promise<boolean> {
  await sql`select from print_agents where owner_id = ${ownerId} and id = ${id} for update`.execute(tx)
  await sql`update print_jobs set agent_id = null, state = 'unsure', changed_at = ${new Date()}
    where owner_id = ${ownerId} and agent_id = ${id} and state in ('claimed', 'unsure')`.execute(tx)
  // Locked first, as by the job that finishes them.
  const { rows: batches } = await sql<{
    id: number
  }>`select id from print_batches where owner_id = ${ownerId} and id in (
      select batch_id from print_jobs where owner_id = ${ownerId} and agent_id = ${id} and is_auto
        and state in ('waiting', 'failed'))
    order by id for update`.execute(tx)
  await sql`with gone as (delete from print_jobs j using print_batches b
      where j.owner_id = ${ownerId} and j.agent_id = ${id} and j.state in ('waiting', 'failed')
        and j.batch_id = any(${batches.map((one) => one.id)}::bigint[]) and b.owner_id = ${ownerId} and b.id = j.batch_id
      returning b.order_ids)
    delete from print_auto_orders a using gone
    where a.owner_id = ${ownerId} and a.order_id = any(gone.order_ids)`.execute(tx)
  // Its papers would count as printed, with no job that says otherwise.
  await sql`delete from print_batches b where b.owner_id = ${ownerId} and b.id = any(${batches.map((one) => one.id)}::bigint[])
    and b.state <> 'done'`.execute(tx)
  await sql`update print_settings set rules = (
      select jsonb_object_agg(key, case when (value ->> 'agent_id')::bigint = ${id} then 'null' else value end)
      from jsonb_each(rules))
    where owner_id = ${ownerId}`.execute(tx)
  const { rows } =
    await sql`delete from print_agents where owner_id = ${ownerId} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** The user who set them, and in which language that user reads; null: there is none any more. */
type SetBy = { setBy: number | null; language: Language | null }

/** Keeps those of the programs that there are from being removed until the end of the transaction. */
export async function lockAgents(tx: Tx, ownerId: string, ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from print_agents
    where owner_id = ${ownerId} and id = any(${ids}::bigint[]) and (code_until is null or code_until > ${new Date()})
    order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function findPrintSettings(tx: Tx, ownerId: string): Promise<PrintSettings & SetBy> {
  const { rows } = await sql<PrintSettings & { setBy: number; language: Language | null }>`
    select rules, auto, set_by as "setBy",
      (select u.language from users u where u.owner_id = ${ownerId} and u.id = s.set_by) as language
    from print_settings s where s.owner_id = ${ownerId}`.execute(tx)
  return rows[0] ?? { ...noPrintSettings, setBy: null, language: null }
}

export async function savePrintSettings(
  tx: Tx,
  ownerId: string,
  { rules, auto }: PrintSettings,
  setBy: number,
): Promise<void> {
  await sql`insert into print_settings (owner_id, rules, auto, set_by)
    values (${ownerId}, ${JSON.stringify(rules)}::jsonb, ${JSON.stringify(auto)}::jsonb, ${setBy})
    on conflict (owner_id) do update set rules = excluded.rules, auto = excluded.auto, set_by = excluded.set_by`.execute(
    tx,
  )
}

/** Answers of an order `o` whether its label is still to be printed. */
const isToPrint = sql`o.status = ${orderStatusIds.ready_to_ship} and o.printed_at is null and o.cancel_requested_at is null`

/**
 * Orders whose label is there to be had and was not asked for automatically yet, each once; those that got none again in their time.
 * Those of a shop that is locked out wait until it is linked again.
 */
export async function takeAutoOrders(
  tx: Tx,
  ownerId: string,
  { shop_ids: shops, courier_ids: couriers }: PrintSettings['auto'],
): Promise<number[]> {
  const { rows: found } = await sql<{ id: number }>`
    select o.id from orders o join shops s on s.owner_id = ${ownerId} and s.id = o.shop_id and s.status = 1
    where o.owner_id = ${ownerId} and ${isToPrint} and o.tracking_number is not null and not o.is_digital
      and (cardinality(${shops}::bigint[]) = 0 or o.shop_id = any(${shops}::bigint[]))
      and (cardinality(${couriers}::smallint[]) = 0 or o.courier = any(${couriers}::smallint[]))
      and not exists (select from print_auto_orders a where a.owner_id = ${ownerId} and a.order_id = o.id
        and (a.again_at is null or a.again_at > ${new Date()}))
      and not exists (select from print_batches b where b.owner_id = ${ownerId} and b.kind = 'waybill' and b.state <> 'done'
        and o.id = any(b.order_ids))
    order by o.ship_by, o.id limit 50`.execute(tx)
  const { rows } = await sql<{ order_id: number }>`insert into print_auto_orders as a (owner_id, order_id)
    select ${ownerId}::uuid, i from unnest(${found.map(({ id }) => id)}::bigint[]) i
    on conflict (owner_id, order_id) do update set tries = a.tries + 1, again_at = null where a.again_at is not null
    returning order_id`.execute(tx)
  return rows.map(({ order_id: id }) => id).toSorted((a, b) => a - b)
}

type LeftOut = Pick<FailedOrder, 'id' | 'code' | 'words'> & { reason: PrintFailure | null }

/**
 * Orders whose label was asked for automatically, which no job has and nobody asks for again: it cannot be printed by a program, or did
 * not come in its time. With why, as long as that is kept.
 */
export async function listLeftOut(tx: Tx, ownerId: string, visible: number[]): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`
    select o.id, coalesce(o.short_code, o.channel_order_id) as code, f.reason, f.words
    from print_auto_orders a join orders o on o.owner_id = ${ownerId} and o.id = a.order_id and ${isToPrint}
    left join lateral (
      select e.reason, e.words from print_batches b
      cross join lateral jsonb_to_recordset(b.failures) as e(id bigint, reason text, words text)
      where b.owner_id = ${ownerId} and b.kind = 'waybill' and o.id = any(b.order_ids) and e.id = o.id
      order by b.id desc limit 1) f on true
    where a.owner_id = ${ownerId} and a.again_at is null
      and (cardinality(${visible}::bigint[]) = 0 or o.shop_id = any(${visible}::bigint[]))
      and not exists (select from print_batches b where b.owner_id = ${ownerId} and b.kind = 'waybill'
        and b.state <> 'done' and o.id = any(b.order_ids))
      and not exists (select from print_jobs j join print_batches b on b.owner_id = ${ownerId} and b.id = j.batch_id
        where j.owner_id = ${ownerId} and j.is_auto and ${isInFile})
    order by o.ship_by, o.id limit 50`.execute(tx)
  return rows
}

const firstPauseMs = 60_000
const mostTries = 6

/**
 * For a batch that is printed automatically, as soon as it is done: its job goes to the printer for the size of its pages, or is
 * removed with nothing to print, and late labels are asked for again, after a pause that doubles. False: it is another batch.
 */
export async function settleAutoJob(
  tx: Tx,
  { ownerId, batchId }: { ownerId: string; batchId: number },
  { paper, late }: { paper: PaperGroup | null; late: number[] },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from print_jobs where owner_id = ${ownerId} and batch_id = ${batchId} and is_auto`.execute(tx)
  const [job] = rows
  if (!job) return false
  const target = paper && (await findPrintSettings(tx, ownerId)).rules[paper]
  if (!paper) await sql`delete from print_jobs where owner_id = ${ownerId} and id = ${job.id}`.execute(tx)
  if (target) await assignJob(tx, ownerId, job.id, target)
  const { rows: tried } = await sql<{ orderId: number; tries: number }>`
    select order_id as "orderId", tries from print_auto_orders
    where owner_id = ${ownerId} and order_id = any(${late}::bigint[]) and tries < ${mostTries}`.execute(tx)
  for (const { orderId, tries } of tried) {
    const againAt = new Date(Date.now() + firstPauseMs * 2 ** (tries - 1))
    await sql`update print_auto_orders set again_at = ${againAt}
      where owner_id = ${ownerId} and order_id = ${orderId}`.execute(tx)
  }
  return true
}

/**
 * Takes automatic jobs back that wait with the label of an order that was printed by hand meanwhile or does not leave any more. The
 * others of their orders are taken anew.
 */
export async function withdrawOutdated(tx: Tx, { ownerId, agentId }: AgentKey): Promise<void> {
  await sql`with gone as (delete from print_jobs j using print_batches b
      where j.owner_id = ${ownerId} and j.agent_id = ${agentId} and j.is_auto and j.state = 'waiting'
        and b.owner_id = ${ownerId} and b.id = j.batch_id and b.state = 'done'
        and exists (select from orders o where o.owner_id = ${ownerId} and ${isInFile} and not (${isToPrint}))
      returning b.order_ids)
    delete from print_auto_orders a using gone
    where a.owner_id = ${ownerId} and a.order_id = any(gone.order_ids)`.execute(tx)
}

export type PrintJob = {
  id: number
  batchId: number
  /** Null: it was revoked. */
  agentId: number | null
  printer: string
  state: PrintJobState
  message: string | null
  isAuto: boolean
  /** It failed or is in doubt, and there is still something to print. */
  isOpen: boolean
  orders: number
  kind: string
  createdAt: Date
}

/**
 * Time after which nobody expects a result any more: a program gives up on a printer that is silent for a minute, and tells of it
 * until it is heard.
 */
const doubtMs = 5 * 60_000

/** State of a job `j`. Nobody knows whether the papers of a program that fell silent lie in the printer's tray. */
const stateNow =
  () => sql<PrintJobState>`case when j.state = 'claimed' and j.changed_at < ${new Date(Date.now() - doubtMs)}
  then 'unsure' else j.state end`

const isOpen = (ownerId: string) => sql`(${stateNow()} in ('unsure', 'failed')
  and (not j.is_auto or exists (select from orders o where o.owner_id = ${ownerId} and ${isInFile} and ${isToPrint})))`

const jobs = (ownerId: string) => sql`j.id, j.batch_id as "batchId", j.agent_id as "agentId", j.printer,
  ${stateNow()} as state, j.message, j.is_auto as "isAuto", ${isOpen(ownerId)} as "isOpen", cardinality(b.order_ids) as orders,
  b.kind, j.created_at as "createdAt"`

export async function addJob(
  tx: Tx,
  ownerId: string,
  job: { batchId: number; agentId: number; printer: string; isAuto: boolean },
): Promise<number> {
  const [id = 0] = await drawIds(tx, 1)
  const now = new Date()
  await sql`insert into print_jobs (owner_id, id, batch_id, agent_id, printer, state, is_auto, created_at, changed_at)
    values (${ownerId}, ${id}, ${job.batchId}, ${job.agentId}, ${job.printer}, 'waiting', ${job.isAuto}, ${now}, ${now})`.execute(
    tx,
  )
  return id
}

const shownJobs = 30

/** The last ones, and those before them that a person has to answer. */
export async function listJobs(tx: Tx, ownerId: string, visible: number[]): Promise<PrintJob[]> {
  const { rows } = await sql<PrintJob>`select ${jobs(ownerId)} from print_jobs j
    join print_batches b on b.owner_id = ${ownerId} and b.id = j.batch_id
    where j.owner_id = ${ownerId} and ${isVisible(ownerId, visible)}
      and (${isOpen(ownerId)} or j.id in (select id from print_jobs where owner_id = ${ownerId} order by id desc limit ${shownJobs}))
    order by j.id desc`.execute(tx)
  return rows
}

export async function findJob(
  tx: Tx,
  ownerId: string,
  id: number,
  visible: number[] = [],
): Promise<PrintJob | undefined> {
  const { rows } = await sql<PrintJob>`select ${jobs(ownerId)} from print_jobs j
    join print_batches b on b.owner_id = ${ownerId} and b.id = j.batch_id
    where j.owner_id = ${ownerId} and j.id = ${id} and ${isVisible(ownerId, visible)}`.execute(tx)
  return rows[0]
}

/** Jobs of a program whose file is there. */
export async function listWaitingJobs(tx: Tx, { ownerId, agentId }: AgentKey): Promise<PrintJob[]> {
  const { rows } = await sql<PrintJob>`select ${jobs(ownerId)} from print_jobs j
    join print_batches b on b.owner_id = ${ownerId} and b.id = j.batch_id
    where j.owner_id = ${ownerId} and j.agent_id = ${agentId} and j.state = 'waiting' and b.state = 'done'
      and b.pages is not null
    order by j.id limit 20`.execute(tx)
  return rows
}

/** From one state to another, and no other way. False: it is in none of these states. */
export async function moveJob(
  tx: Tx,
  { ownerId, agentId }: { ownerId: string; agentId?: number },
  id: number,
  from: readonly PrintJobState[],
  to: { state: PrintJobState; message: string | null },
): Promise<boolean> {
  const { rows } =
    await sql`update print_jobs j set state = ${to.state}, message = ${to.message}, changed_at = ${new Date()}
    where j.owner_id = ${ownerId} and j.id = ${id} and ${stateNow()} = any(${from}::text[])
      and (${agentId ?? null}::bigint is null or j.agent_id = ${agentId ?? null}::bigint) returning j.id`.execute(
      tx,
    )
  return rows.length > 0
}

/** Gives a job to another printer. */
export async function assignJob(
  tx: Tx,
  ownerId: string,
  id: number,
  { agent_id: agentId, printer }: NonNullable<PrintTarget>,
): Promise<void> {
  await sql`update print_jobs set agent_id = ${agentId}, printer = ${printer}
    where owner_id = ${ownerId} and id = ${id}`.execute(tx)
}

/** Marks the jobs that a program had claimed when it ended: nobody knows whether they lie in the printer's tray. */
export async function doubtClaimed(tx: Tx, { ownerId, agentId }: AgentKey): Promise<void> {
  await sql`update print_jobs set state = 'unsure', changed_at = ${new Date()}
    where owner_id = ${ownerId} and agent_id = ${agentId} and state = 'claimed'`.execute(tx)
}
