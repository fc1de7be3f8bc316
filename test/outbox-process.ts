/** A worker that dies between the claim of a command and its end: it says when it sends, and waits to be killed. */
import { openDatabase } from '../server/db/database.ts'
import { createTrialOutbox } from './steps/trial-outbox.ts'

const [ownerId, shopId] = process.argv.slice(2)
const db = openDatabase(process.env.DATABASE_URL ?? '', { connections: 2 })
const run = createTrialOutbox(db, {
  send: (_commands, calls) =>
    calls.send(() => {
      process.send?.('sending')
      return new Promise(() => {})
    }),
  isFulfilled: () => Promise.resolve(false),
})
await run({ ownerId, shopId: Number(shopId) })
