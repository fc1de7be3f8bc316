/** Printing by programs beside the printers: their pairing, their jobs, and the rules. */
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Reply } from '../../../contract/endpoints.ts'
import { AppError } from '../../../model/errors.ts'
import { agentOfflineMs, paperGroupOf, type PaperGroup } from '../../../model/print-job.ts'
import { nameTarget } from '../../audit/trail.ts'
import type { Session } from '../../auth/sessions/sessions-store.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Serve, ServerContext } from '../../http/serve-endpoint.ts'
import { failureMessage } from '../failure-message.ts'
import { addBatch, findBatch, lockOrders, markPrinted, readFile } from '../printing-store.ts'
import {
  addAgent,
  addJob,
  assignJob,
  doubtClaimed,
  findJob,
  findPrintSettings,
  isAgent,
  listAgents,
  listJobs,
  listLeftOut,
  listWaitingJobs,
  lockAgents,
  moveJob,
  noteSeen,
  pairAgent,
  readAgentToken,
  removeAgent,
  savePrintSettings,
  takeAutoOrders,
  withdrawOutdated,
  type AgentKey,
  type PrintAgent,
  type PrintJob,
} from './print-agents-store.ts'

const pollMs = 1000

export function printAgentRoutes(serve: Serve, { db }: ServerContext): void {
  serve('GET /print-agents', ({ session: { ownerId, shopIds }, language }) =>
    db.read(ownerId, async (tx) => {
      const agents = await listAgents(tx, ownerId)
      const { rules, auto } = await findPrintSettings(tx, ownerId)
      const jobs = await listJobs(tx, ownerId, shopIds)
      const leftOut = auto.is_on ? await listLeftOut(tx, ownerId, shopIds) : []
      return {
        data: {
          agents: agents.map(presentAgent),
          settings: { rules, auto },
          jobs: jobs.map(presentJob),
          left_out: leftOut.map(({ words, reason, ...order }) => ({
            ...order,
            reason,
            message: failureMessage(language, { reason: reason ?? 'waybill_unavailable', words }),
          })),
        },
      }
    }),
  )

  serve('POST /print-agents', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      needEveryShop(session)
      const made = await addAgent(tx, session.ownerId, { name: body.name, by: session.name })
      nameTarget(tx, made.id)
      return { data: { id: made.id, code: made.code, expires_at: made.expiresAt.toISOString() } }
    }),
  )

  serve('DELETE /print-agents/{id}', ({ params, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      needEveryShop(session)
      if (!(await removeAgent(tx, session.ownerId, params.id))) throw new AppError('not_found')
      return undefined
    }),
  )

  serve('PUT /print-settings', ({ body, session }) =>
    db.asOwner(session.ownerId, async (tx) => {
      needEveryShop(session)
      const chosen = [body.rules.label, body.rules.office].flatMap((target) => target?.agent_id ?? [])
      const known = await lockAgents(tx, session.ownerId, chosen)
      if (chosen.some((id) => !known.has(id))) throw new AppError('not_found')
      await savePrintSettings(tx, session.ownerId, body, session.userId)
      return { data: body }
    }),
  )

  serve('POST /print-jobs', ({ body, session: { ownerId, userId, shopIds } }) =>
    db.asOwner(ownerId, async (tx) => {
      const batch = await findBatch(tx, { ownerId, batchId: body.batch_id }, shopIds)
      const isReady = batch?.state === 'done' && batch.pages !== null && batch.createdBy === userId
      if (!isReady) throw new AppError('not_found')
      const paper = body.paper ?? (await paperOf(tx, ownerId, batch.id))
      const target = (await findPrintSettings(tx, ownerId)).rules[paper]
      if (!target) throw new AppError('no_printer')
      const id = await addJob(tx, ownerId, {
        batchId: batch.id,
        agentId: target.agent_id,
        printer: target.printer,
        isAuto: false,
      })
      nameTarget(tx, id)
      return { data: presentJob(await getJob(tx, ownerId, id)) }
    }),
  )

  serve('POST /print-jobs/{id}/answer', ({ params, body, session: { ownerId, shopIds } }) =>
    db.asOwner(ownerId, async (tx) => {
      const job = await findJob(tx, ownerId, params.id, shopIds)
      if (!job) throw new AppError('not_found')
      if (job.agentId === null && !body.is_printed) {
        const { rules } = await findPrintSettings(tx, ownerId)
        const target = rules[await paperOf(tx, ownerId, job.batchId)] ?? rules.label ?? rules.office
        if (!target) throw new AppError('no_printer')
        await assignJob(tx, ownerId, job.id, target)
      }
      const state = body.is_printed ? 'printed' : 'waiting'
      const isMoved = await moveJob(tx, { ownerId }, params.id, ['unsure', 'failed'], {
        state,
        message: null,
      })
      if (!isMoved) throw new AppError('not_found')
      if (body.is_printed) await markAutoPrinted(tx, ownerId, params.id)
      return { data: presentJob(await getJob(tx, ownerId, params.id)) }
    }),
  )

  agentCalls(serve, db)
}

/** Printers and their rules hold for the orders of every shop. */
function needEveryShop({ shopIds }: Session): void {
  if (shopIds.length > 0) throw new AppError('forbidden')
}

/** Calls of the programs themselves, which show their token. */
function agentCalls(serve: Serve, db: Database): void {
  serve('POST /print-agent/pair', async ({ body }) => {
    const key = readAgentToken(body.code)
    const paired = key && (await db.asOwner(key.ownerId, (tx) => pairAgent(tx, key, body.code)))
    if (!paired) throw new AppError('not_found')
    return { data: paired }
  })

  serve('POST /print-agent/poll', async ({ body, request }) => {
    const key = await asAgent(request, async (tx, agent) => {
      if (body.is_first) await doubtClaimed(tx, agent)
      await noteSeen(tx, agent, body.printers)
      await withdrawOutdated(tx, agent)
      await printAutomatically(tx, agent)
      return agent
    })
    const until = Date.now() + body.wait_seconds * 1000
    for (;;) {
      const jobs = await db.read(key.ownerId, (tx) => listWaitingJobs(tx, key))
      if (jobs.length > 0 || Date.now() >= until || request.raw.destroyed) return { data: jobs.map(toAgent) }
      await wait(Math.min(pollMs, Math.max(1, until - Date.now())))
    }
  })

  // Takes nothing: an answer that is lost on its way leaves the job to be offered again.
  serve('POST /print-agent/jobs/{id}/claim', ({ params, request }) =>
    asAgent(request, async (tx, { ownerId, agentId }) => {
      const job = await getJob(tx, ownerId, params.id)
      if (job.agentId !== agentId || job.state !== 'waiting') throw new AppError('not_found')
      return { data: toAgent(job) }
    }),
  )

  serve('GET /print-agent/jobs/{id}/file', ({ params, request }) =>
    asAgent(request, async (tx, agent) => {
      const claimed = { state: 'claimed', message: null } as const
      if (!(await moveJob(tx, agent, params.id, ['waiting'], claimed))) throw new AppError('not_found')
      const { batchId } = await getJob(tx, agent.ownerId, params.id)
      return readFile(tx, { ownerId: agent.ownerId, batchId })
    }),
  )

  serve('POST /print-agent/jobs/{id}/result', ({ params, body, request }) =>
    asAgent(request, async (tx, agent) => {
      // A result that comes after the program was thought dead is believed as well.
      if (!(await moveJob(tx, agent, params.id, ['claimed', 'unsure'], body))) throw new AppError('not_found')
      if (body.state === 'printed') await markAutoPrinted(tx, agent.ownerId, params.id)
      return { data: { id: params.id } }
    }),
  )

  function asAgent<T>(request: FastifyRequest, work: (tx: Tx, agent: AgentKey) => Promise<T>): Promise<T> {
    const [, token = ''] = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '') ?? []
    const agent = readAgentToken(token)
    if (!agent) throw new AppError('unauthenticated')
    return db.asOwner(agent.ownerId, async (tx) => {
      if (!(await isAgent(tx, agent, token))) throw new AppError('unauthenticated')
      return work(tx, agent)
    })
  }
}

/** Labels that have come since the program asked last, where the account wants them printed by themselves. */
async function printAutomatically(tx: Tx, { ownerId, agentId }: AgentKey): Promise<void> {
  const { rules, auto, setBy, language } = await findPrintSettings(tx, ownerId)
  // Until the size of the pages is known.
  const target = rules.label ?? rules.office
  if (!auto.is_on || setBy === null || target?.agent_id !== agentId) return
  const orderIds = await takeAutoOrders(tx, ownerId, auto)
  if (orderIds.length === 0) return
  const request = { kind: 'waybill', orderIds, language: language ?? 'en', createdBy: setBy } as const
  const batchId = await addBatch(tx, ownerId, request)
  await addJob(tx, ownerId, { batchId, agentId, printer: target.printer, isAuto: true })
}

/** The orders of an automatic job are printed once its papers are; those of any other since their file was made. */
async function markAutoPrinted(tx: Tx, ownerId: string, id: number): Promise<void> {
  const { batchId, isAuto } = await getJob(tx, ownerId, id)
  const batch = isAuto && (await findBatch(tx, { ownerId, batchId }))
  if (!batch) return
  const leftOut = new Set(batch.failures.map((one) => one.id))
  const onPaper = batch.orderIds.filter((orderId) => !leftOut.has(orderId))
  await markPrinted(tx, ownerId, await lockOrders(tx, ownerId, onPaper), batch.createdBy)
}

async function paperOf(tx: Tx, ownerId: string, batchId: number): Promise<PaperGroup> {
  // Loaded when the first paper is looked at, as a process that never prints does without.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.load(await readFile(tx, { ownerId, batchId }))
  const { width, height } = document.getPage(0).getSize()
  return paperGroupOf(width, height)
}

async function getJob(tx: Tx, ownerId: string, id: number): Promise<PrintJob> {
  const job = await findJob(tx, ownerId, id)
  if (!job) throw new AppError('not_found')
  return job
}

const toAgent = ({ id, printer, kind, batchId }: PrintJob) => ({ id, printer, title: `${kind}-${batchId}` })

type Shown = Reply<'GET /print-agents'>['data']

function presentAgent({ codeUntil, createdName, lastSeenAt, ...agent }: PrintAgent): Shown['agents'][number] {
  return {
    ...agent,
    is_paired: codeUntil === null,
    is_online: lastSeenAt !== null && Date.now() - lastSeenAt.getTime() < agentOfflineMs,
    last_seen_at: lastSeenAt?.toISOString() ?? null,
    created_by: createdName,
  }
}

function presentJob(job: PrintJob): Shown['jobs'][number] {
  return {
    id: job.id,
    batch_id: job.batchId,
    agent_id: job.agentId,
    printer: job.printer,
    state: job.state,
    message: job.message,
    is_auto: job.isAuto,
    is_open: job.isOpen,
    orders: job.orders,
    created_at: job.createdAt.toISOString(),
  }
}
