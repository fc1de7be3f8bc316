/** A sign-in against argon2id alone, which is to be all that it costs, and the check of a permission. */
import { can, permissions, rolePresets } from '../model/permissions.ts'
import { hashPassword, isPassword } from '../server/secrets/password-hash.ts'
import { freePort } from '../test/start-test-console.ts'
import type { Bench } from './bench.ts'
import { inCopy } from './first-sync.ts'
import { inTurns, percentile, signIn, timeOf } from './measure.ts'
import { startConsoleProcess } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail, createBenchOwner } from './seed-orders.ts'

const warmUp = 5
const people = 16
const checks = 2_000_000

export function benchSignIn(bench: Bench): Promise<Table[]> {
  return inCopy(
    bench,
    undefined,
    async (database) => {
      const web = await startConsoleProcess('web', bench.server.url(database), { port: await freePort() })
      try {
        const emails = [
          bigOwnerEmail,
          ...Array.from({ length: people - 1 }, (_, at) => `owner${at}@bench.test`),
        ]
        for (const email of emails) await createBenchOwner(bench.server, database, email)
        const tables = [await measureSignIns(bench, web.url), await measureAtOnce(bench, web.url, emails)]
        return [...tables, measureChecks(bench)]
      } finally {
        bench.noteMemory(web)
        await web.stop()
      }
    },
    'sign_in_run',
  )
}

/** In turn, so that whatever else the machine does slows both. */
async function measureSignIns(bench: Bench, url: string): Promise<Table> {
  const hash = await hashPassword(benchPassword)
  const [whole = [], alone = []] = await inTurns(
    [() => signIn(url, bigOwnerEmail, benchPassword), () => isPassword(hash, benchPassword)],
    { warmUp, seconds: bench.options.seconds },
  )
  return tableOf(bench, `Signing in, one after the other, ${whole.length} times`, { whole, alone })
}

/** Everybody at seven in the morning: each signs in again as soon as he is in. */
async function measureAtOnce(bench: Bench, url: string, emails: string[]): Promise<Table> {
  const hash = await hashPassword(benchPassword)
  const [whole, alone]: [number[], number[]] = [[], []]
  const { rounds, seconds } = bench.options
  for (let round = 0; round < rounds; round++) {
    whole.push(...(await timesOf(emails, seconds, (email) => signIn(url, email, benchPassword))))
    alone.push(...(await timesOf(emails, seconds, () => isPassword(hash, benchPassword))))
  }
  return tableOf(bench, `Signing in, ${people} people at once, ${whole.length} times`, { whole, alone })
}

async function timesOf(
  emails: string[],
  seconds: number,
  work: (email: string) => Promise<unknown>,
): Promise<number[]> {
  const end = performance.now() + seconds * 1000
  const all = emails.map(async (email) => {
    const times: number[] = []
    while (performance.now() < end) times.push(await timeOf(() => work(email)))
    return times
  })
  return (await Promise.all(all)).flat()
}

function tableOf(bench: Bench, title: string, { whole, alone }: { whole: number[]; alone: number[] }): Table {
  const row = (name: string, share: number) => {
    const [signed, verified] = [percentile(whole, share), percentile(alone, share)]
    return [name, signed, verified, signed / verified]
  }
  return {
    title,
    command: bench.command('sign-in'),
    columns: ['', 'sign-in ms', 'argon2id alone ms', 'ratio'],
    rows: [row('p50', 0.5), row('p95', 0.95)],
  }
}

/** Somebody with the most ticks, and every permission in turn. */
function measureChecks(bench: Bench): Table {
  const { groups } = rolePresets.admin
  const rights = {
    scope: 'staff' as const,
    roles: ['admin' as const],
    groupPermissions: groups,
    permissions: [...permissions],
  }
  let granted = 0
  const start = performance.now()
  for (let turn = 0; turn < checks; turn++)
    if (can(rights, permissions[turn % permissions.length] ?? 'orders.view')) granted++
  const each = ((performance.now() - start) * 1000) / checks
  return {
    title: 'Checking a permission',
    command: bench.command('sign-in'),
    columns: ['', 'µs', '% of the bar'],
    rows: [
      [
        `${checks.toLocaleString('en')} checks, ${granted.toLocaleString('en')} granted`,
        each,
        (each / 100) * 100,
      ],
    ],
    notes: ['Bar: 100 µs.'],
  }
}
