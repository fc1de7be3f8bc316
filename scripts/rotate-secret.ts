/** `npm run rotate-secret`: seals the credentials of all shops and couriers with SECRET_KEY, opening them with SECRET_KEY_OLD where needed. */
import { createChainSeal } from '../server/audit/audit-chain.ts'
import { resealHeads } from '../server/audit/reseal-heads.ts'
import { readConfig } from '../server/config/config.ts'
import { rotateSecret } from '../server/secrets/reseal.ts'
import { createSealer } from '../server/secrets/seal.ts'
import { fail, openForCommand, readArguments, runCommand } from './operator-command.ts'

readArguments(
  'Usage: npm run rotate-secret, with the new key in SECRET_KEY and the old ones in SECRET_KEY_OLD',
  {},
)
await runCommand(async () => {
  const { secretKey, oldSecretKeys } = readConfig(process.env, 'production')
  const db = await openForCommand('rotate-secret', { migrates: true })
  const sealer = createSealer([secretKey, ...oldSecretKeys])
  const { sealed, current, closed } = await rotateSecret(db, sealer, (sofar) =>
    process.stdout.write(`${sofar.sealed + sofar.current + sofar.closed} shops and couriers looked at\n`),
  )
  const logs = await resealHeads(db, createChainSeal([secretKey, ...oldSecretKeys]))
  await db.close()
  process.stdout.write(`Sealed ${sealed} with SECRET_KEY; ${current} were already.\n`)
  if (closed > 0)
    fail(
      `Neither SECRET_KEY nor SECRET_KEY_OLD opens the credentials of ${closed} shops and couriers: add the key that sealed them to SECRET_KEY_OLD and run this again.`,
    )
  if (logs > 0)
    fail(
      `Neither SECRET_KEY nor SECRET_KEY_OLD has signed the end of ${logs} audit logs: see npm run audit:check.`,
    )
  process.stdout.write('SECRET_KEY_OLD is needed no more.\n')
})
