/** The console as a process of its own that a test may kill; unlike a real one it takes shops in private networks. */
import { readConfig } from '../server/config/config.ts'
import { startServer } from '../server/start-server.ts'
import { isDatabaseAway, reachDatabase } from '../server/db/reach-database.ts'
import { createLog } from '../server/log.ts'

const role = process.argv[2] === 'web' ? 'web' : 'worker'
const config = readConfig(process.env, 'test')
const databaseUrl = config.databaseUrl ?? ''
process.on('unhandledRejection', (reason) => {
  if (!isDatabaseAway(reason)) process.exit(1)
})
process.on('disconnect', () => process.exit(0))
await reachDatabase(databaseUrl)
const { url } = await startServer({ ...config, mode: 'test', databaseUrl }, role, createLog(config.logLevel))
process.send?.({ ready: true, url })
