/**
 * Writes an account as this release stores it, and what the API says about it: `node test/upgrade/make-sample.ts`, before a release.
 * test/upgrade/upgrade.test.ts brings each sample to the newest release.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeBackupFile } from '../../server/backup/backup-file.ts'
import { findSchema } from '../../server/backup/backup-tables-store.ts'
import { startTestServer } from '../database-server.ts'
import { startTestConsole } from '../start-test-console.ts'
import { settleOwner } from '../steps/settled-owner.ts'
import { readAnswers } from './account-answers.ts'

const stopServer = await startTestServer()
const running = await startTestConsole({ role: 'web' })
const { account } = await settleOwner(running, 'mine', 'Aoi')
const answers = await readAnswers(account)
const schema = await running.db.local(findSchema)
const path = join(import.meta.dirname, schema.replace(/\.sql$/, ''))
await writeBackupFile(running.db, account.ownerId, `${path}.backup`)
writeFileSync(`${path}.answers.gz`, gzipSync(JSON.stringify(answers)))
await running.stop()
await stopServer()
process.stdout.write(`${path}.backup\n`)
