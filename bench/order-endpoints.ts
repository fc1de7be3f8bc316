/**
 * Every call about orders over one connection, against the statement that somebody would write by hand for it (bare-statements.ts) and
 * against a tenth of the data. Copies of the data, because some of the calls write.
 */
import type { Bench } from './bench.ts'
import { inCopy } from './first-sync.ts'
import { measureCalls, measure, median, type Load } from './measure.ts'
import { endpointCases, unmeasured, type EndpointCase } from './order-endpoint-cases.ts'
import { openSubject, type Subject } from './order-samples.ts'
import { startProcess, type Running } from './processes.ts'
import type { Table } from './report.ts'

type Side = Subject & { cases: EndpointCase[] }

export async function benchOrderEndpoints(bench: Bench): Promise<Table[]> {
  const { orders } = bench.options
  const tenthOf = Math.max(1000, Math.round(orders / 10))
  const full = (await bench.seeded(orders)).database
  const tenth = bench.options.growth ? (await bench.seeded(tenthOf)).database : undefined
  return inCopy(bench, full, (database) =>
    withSide(bench, database, (big) =>
      tenth === undefined
        ? measureAll(bench, database, big)
        : inCopy(
            bench,
            tenth,
            (small) => withSide(bench, small, (side) => measureAll(bench, database, big, side)),
            'tenth_run',
          ),
    ),
  )
}

async function withSide<T>(bench: Bench, database: string, work: (side: Side) => Promise<T>): Promise<T> {
  const subject = await openSubject(bench.server, database)
  try {
    const done = await work({ ...subject, cases: endpointCases(subject.samples) })
    bench.noteMemory(subject.web)
    return done
  } finally {
    await subject.web.stop()
  }
}

type Measured = { one: EndpointCase; big: Load; small: Load | undefined; bare: number; first: number }

async function measureAll(bench: Bench, database: string, big: Side, small?: Side): Promise<Table[]> {
  const cases = big.cases.filter((one) => nameOf(one).includes(bench.options.match))
  const measured: Measured[] = []
  const failed: string[] = []
  const bare = await startBare(bench, database, big)
  try {
    for (const one of cases) {
      const twin = small?.cases.find((other) => nameOf(other) === nameOf(one))
      try {
        measured.push(await measureOne(bench, one, big, bare, small, twin))
        bench.report(`${nameOf(one)}: p95 ${measured.at(-1)?.big.p95.toFixed(1)} ms`)
      } catch (error) {
        // The figures of half an hour shall not be lost with one call.
        failed.push(`${nameOf(one)} (${error instanceof Error ? error.message : String(error)})`)
        process.exitCode = 1
      }
    }
  } finally {
    await bare.stop()
  }
  const result = table(bench, measured, unmeasured(big.cases))
  return [{ ...result, notes: [...(result.notes ?? []), ...failed.map((one) => `Failed: ${one}.`)] }]
}

/** In turns, so that a busy moment of the machine meets all of them. Writes are asked for once each: halves of the calls. */
async function measureOne(
  bench: Bench,
  one: EndpointCase,
  big: Side,
  bare: Running,
  small: Side | undefined,
  twin: EndpointCase | undefined,
): Promise<Measured> {
  const { rounds } = bench.options
  const seconds = Math.max(1, Math.round(bench.options.seconds / 4))
  const isOnce = one.calls.some(({ method }) => method === 'POST')
  const load = (side: Side, { calls }: EndpointCase, round: number, time: number) => {
    const share = Math.floor(calls.length / (rounds + 1))
    const part = isOnce ? calls.slice(round * share, (round + 1) * share) : calls
    return measureCalls(side.web.url, part, { seconds: time, token: side.token, isOnce })
  }
  const page1: EndpointCase = big.cases[0] ?? one
  const loads: { big: Load[]; small: Load[]; bare: Load[]; first: Load[] } = {
    big: [],
    small: [],
    bare: [],
    first: [],
  }
  // Once before it counts: the steady state is measured, not the first touch of a page on disk.
  await load(big, one, 0, 1)
  if (small && twin) await load(small, twin, 0, 1)
  for (let round = 1; round <= rounds; round++) {
    loads.bare.push(await measure(bare.url, one.bare, { seconds, connections: 1 }))
    loads.big.push(await load(big, one, round, seconds))
    if (small && twin) loads.small.push(await load(small, twin, round, seconds))
    loads.first.push(
      await measureCalls(big.web.url, page1.calls, { seconds: 1, token: big.token, isOnce: false }),
    )
  }
  return {
    one,
    big: middle(loads.big),
    small: loads.small.length > 0 ? middle(loads.small) : undefined,
    bare: middle(loads.bare).perSecond,
    first: middle(loads.first).p95,
  }
}

function middle(loads: Load[]): Load {
  const of = (key: keyof Load) => median(loads.map((each) => each[key]))
  return {
    requests: of('requests'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    bytes: of('bytes'),
  }
}

function startBare(bench: Bench, database: string, { ownerId }: Side): Promise<Running> {
  return startProcess('bare server', 'bench/bare-server.ts', [], {
    DATABASE_URL: bench.server.adminUrl(database),
    BENCH_OWNER: ownerId,
  })
}

const nameOf = ({ of, as }: EndpointCase): string => (as ? `${of}, ${as}` : of)

function table(bench: Bench, measured: Measured[], left: string[]): Table {
  const missed = measured.filter(({ one, big, small, bare, first }) => {
    const isGrown = small !== undefined && big.p95 / small.p95 > 1.3
    return !one.isBeyond && (isGrown || big.perSecond / bare < 0.5 || big.p95 / first > 4)
  })
  return {
    title: `Calls about orders; ${bench.options.orders.toLocaleString('en')} orders, one connection`,
    command: bench.command('endpoints'),
    columns: [
      '',
      'requests/s',
      'p50 ms',
      'p95 ms',
      'bytes',
      '% of bare',
      '× page 1 p95',
      '× a tenth p50',
      '× a tenth p95',
      '× a tenth bytes',
    ],
    rows: measured.map(({ one, big, small, bare, first }) => [
      nameOf(one) + (one.isBeyond ? ' *' : ''),
      big.perSecond,
      big.p50,
      big.p95,
      big.bytes,
      (big.perSecond / bare) * 100,
      big.p95 / first,
      small && big.p50 / small.p50,
      small && big.p95 / small.p95,
      small && big.bytes / small.bytes,
    ]),
    notes: [
      'Bare: one statement by hand for the same rows, over node:http (bench/bare-statements.ts); of writes with their entry in the audit log. Bars: 50 % of bare, 4 × page 1, 1.3 × a tenth.',
      `Missed by: ${missed.map(({ one }) => nameOf(one)).join('; ') || 'none'}.`,
      `Not measured (they ask a channel or a courier, or make a paper): ${left.join(', ')}.`,
    ],
  }
}
