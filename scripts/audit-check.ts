/** `npm run audit:check`: whether the audit logs of all accounts are whole. Exits with 1 where one is not. */
import { createChainSeal } from '../server/audit/audit-chain.ts'
import { listOwnersAfter } from '../server/settings/owners-store.ts'
import { checkChain } from '../server/audit/check-chain.ts'
import { readConfig } from '../server/config/config.ts'
import { openForCommand, readArguments, runCommand } from './operator-command.ts'

const words = {
  changed: (entry: number) => `entry ${entry} was changed`,
  missing: (entry: number) => `entry ${entry} is missing`,
  end: (entry: number) => `its end, entry ${entry}, was cut off or written anew`,
}

readArguments('Usage: npm run audit:check, with the settings of the console', {})
await runCommand(async () => {
  const { secretKey, oldSecretKeys } = readConfig(process.env, 'production')
  const db = await openForCommand('audit-check', { migrates: false })
  const seal = createChainSeal([secretKey, ...oldSecretKeys])
  let isWhole = true
  let last: string | undefined
  for (;;) {
    const after = last
    const owners = await db.local((tx) => listOwnersAfter(tx, after, 200))
    if (owners.length === 0) break
    last = owners.at(-1)
    for (const ownerId of owners) {
      const { entries, hash, fault } = await checkChain(db, seal, ownerId)
      isWhole &&= fault === null
      const state = fault ? `NOT WHOLE: ${words[fault.kind](fault.sequence)}` : 'whole'
      // One line to keep elsewhere: the hash proves later what was there today.
      process.stdout.write(`${ownerId} ${entries} entries, ${state}, last ${hash ?? 'none'}\n`)
    }
  }
  await db.close()
  if (!isWhole) process.exit(1)
})
