/** The keys that seal what nobody may read, out of what an operator wrote down. */
import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

/** 32 bytes: 64 hex digits as they are, any other text stretched. */
export function keyBytes(key: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(key)) return Buffer.from(key, 'hex')
  return Buffer.from(hkdfSync('sha256', key, '', 'seller-console secret key', 32))
}

/** The demo's key must survive restarts, or the credentials it encrypted would be lost. */
export function keptSecret(dataDir: string): string {
  const path = join(dataDir, 'secret-key')
  try {
    mkdirSync(dataDir, { recursive: true })
    // 'wx' lets one of two simultaneous starts win; the other reads the winner's key.
    writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (code !== 'EEXIST')
      throw new ConfigError([`DATA_DIR ${dataDir} cannot be written (${code}): give a folder that can.`])
  }
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < 32)
    throw new ConfigError([`The key in ${path} is damaged: restore it, or remove DATA_DIR to begin anew.`])
  return key
}
