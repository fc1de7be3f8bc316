/** The tray's figures of a run, from the batches of its orders. */
import type { Reply } from '../../../contract/endpoints.ts'
import type { ActionBatch } from './action-batch.ts'
import type { OrderRun, RunPrint } from './order-run.ts'

export type RunResult = ActionBatch['results'][number] & { batchId: number }

/** The last result of each order, or of each of its returns: one that was tried again counts once. */
export function resultsOf(batches: readonly ActionBatch[]): RunResult[] {
  const latest = new Map<string, RunResult>()
  for (const batch of batches)
    for (const result of batch.results)
      latest.set(`${result.order_id}/${result.return_id}`, { ...result, batchId: batch.id })
  return [...latest.values()]
}

export type Reason = {
  key: string
  code: string
  message: string
  shop: RunResult['shop'] | null
  results: RunResult[]
}

/** Failures of a shop that is not connected differ by shop, all others by what they say. The most frequent first. */
export function reasonsOf(results: readonly RunResult[]): Reason[] {
  const failed = results.filter(({ action, is_solved: isSolved }) => action.state === 'failed' && !isSolved)
  const groups = Map.groupBy(failed, ({ action: { error }, shop }) =>
    isOfShop(error?.code) ? `${error?.code}/${shop.id}` : `${error?.code}/${error?.message}`,
  )
  return [...groups]
    .map(([key, group]) => {
      const error = group[0]?.action.error
      const shop = isOfShop(error?.code) ? (group[0]?.shop ?? null) : null
      return { key, code: error?.code ?? '', message: error?.message ?? '', shop, results: group }
    })
    .toSorted((a, b) => b.results.length - a.results.length)
}

const isOfShop = (code: string | undefined) => code === 'shop_unlinked' || code === 'sign_in_expired'

/** Reasons whose orders may succeed when they are tried again as they were. */
const retriable = ['refused', 'unanswered', 'internal', 'on_hold']

export const mayRetry = ({ code }: Pick<Reason, 'code'>): boolean => retriable.includes(code)

/** Each order has ended, and those whose labels are wanted have been reported by their channels, so that their numbers are there. */
export function isOver(run: OrderRun, results: readonly RunResult[], now: number): boolean {
  const isOpen = ({ action }: RunResult) => action.state === 'queued' || action.state === 'running'
  return !results.some(
    (one) => isOpen(one) || (wantsLabel(run, one) && (one.action.is_under_way || waitsForNumber(one, now))),
  )
}

/** Channels give it some seconds after the confirmation. Later than that, the printing says what is missing. */
const longestWaitMs = 60_000

function waitsForNumber({ action, has_number: hasNumber }: RunResult, now: number): boolean {
  if (action.state !== 'done' || hasNumber === 1 || action.ended_at === null) return false
  return now - Date.parse(action.ended_at) < longestWaitMs
}

/** An order without a courier has no label. */
function wantsLabel(
  { labels }: OrderRun,
  { auto_print: isSet, waits_for_courier: waits }: RunResult,
): boolean {
  if (waits === 1) return false
  return labels === 'all' || (labels === 'set' && isSet === 1)
}

/**
 * Labels are made together once all orders are over. After a minute in which none ended they wait no longer: a channel that does not
 * answer would keep those of the others for half an hour.
 */
export function holdsLabels(
  run: OrderRun,
  results: readonly RunResult[],
  now: number,
  lastEnd: number,
): boolean {
  return now - lastEnd < longestWaitMs && !isOver(run, results, now)
}

/** Orders whose labels the run prints. */
export function labelsOf(run: OrderRun, results: readonly RunResult[]): number[] {
  const confirmed = results
    .filter((one) => one.action.state === 'done' && wantsLabel(run, one))
    .map((one) => one.order_id)
  return [...new Set([...run.toPrint, ...confirmed])]
}

/** Orders whose labels are still to be asked for, without those that their channels have not reported since. */
export function labelsToPrint(run: OrderRun, results: readonly RunResult[]): number[] {
  const asked = new Set(run.asked)
  const ended = results.filter(({ action }) => !action.is_under_way)
  return labelsOf(run, ended).filter((id) => !asked.has(id))
}

export const ordersOf = (results: readonly RunResult[]): number[] => [
  ...new Set(results.map((one) => one.order_id)),
]

type PrintBatch = Reply<'GET /orders/print-batches/{id}'>['data']

const mostWhole = 10

/**
 * Papers alone go on for a whole day of printing: older ones that were opened and lack nothing make room, for each is polled.
 * So do those of which a part was made once more, unless they have papers or failures that are not in it.
 */
export function papersToKeep(
  { kind, toPrint, prints }: OrderRun,
  batchOf: (id: number) => PrintBatch | undefined,
  of?: PrintBatch,
): RunPrint[] {
  if (kind !== null || toPrint.length > 0) return prints
  const replaced = of && (of.pages === null || of.failed.length === 0) ? of.id : undefined
  return prints.filter((one, at) => {
    const batch = batchOf(one.id)
    const isWhole = batch?.state === 'done' && batch.failed.length + batch.stopped.length === 0
    return one.id !== replaced && (at >= prints.length - mostWhole || !one.isOpened || !isWhole)
  })
}
