/** A sign-in against argon2id alone, which is to be all that it costs, and the check of a permission. */
import { can, permissions, rolePresets } from '../model/permissions.ts'
import { hashPassword, isPassword } from '../server/auth/password.ts'
import { freePort } from '../test/console.ts'
import type { Bench } from './bench.ts'
import { inCopy } from './first-sync.ts'
import { percentile, signIn } from './measure.ts'
import { startConsoleProcess } from './processes.ts'
import type { Table } from './report.ts'
import { benchPassword, bigOwnerEmail, createBenchOwner } from './seed-orders.ts'

const warmUp = 5
const checks = 2_000_000

export function benchSignIn(bench: Bench): Promise<Table[]> {
  return inCopy(
    bench,
    undefined,
    async (database) => {
      const web = await startConsoleProcess('web', bench.server.url(database), { port: await freePort() })
      try {
        await createBenchOwner(bench.server, database, bigOwnerEmail)
        return [await measureSignIns(bench, web.url), measureChecks(bench)]
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
  const [whole, alone]: [number[], number[]] = [[], []]
  const end = performance.now() + bench.options.seconds * 1000
  for (let turn = 0; turn < warmUp || performance.now() < end; turn++) {
    const [signed, verified] = [
      await timeOf(() => signIn(url, bigOwnerEmail, benchPassword)),
      await timeOf(() => isPassword(hash, benchPassword)),
    ]
    if (turn < warmUp) continue
    whole.push(signed)
    alone.push(verified)
  }
  const row = (name: string, share: number) => {
    const [signed, verified] = [percentile(whole, share), percentile(alone, share)]
    return [name, signed, verified, signed / verified]
  }
  return {
    title: `Signing in, one after the other, ${whole.length} times`,
    command: bench.command('sign-in'),
    columns: ['', 'sign-in ms', 'argon2id alone ms', 'ratio'],
    rows: [row('p50', 0.5), row('p95', 0.95)],
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
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
