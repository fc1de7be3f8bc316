/** The console as operators start it: a process of its own. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const script = fileURLToPath(new URL('main.ts', import.meta.url))
const production = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SECRET_KEY: 'k'.repeat(32) }

async function runToEnd(env: Record<string, string>): Promise<{ code: number | null; told: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { PATH: process.env.PATH, ...production, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const code = await new Promise<number | null>((ended) => child.once('close', ended))
  return { code, told }
}

it('ends with one clear line when a setting is wrong', async () => {
  expect(await runToEnd({ TRUSTED_PROXIES: '10.0.0.0/8, the-proxy' })).toEqual({
    code: 1,
    told: 'TRUSTED_PROXIES is "10.0.0.0/8, the-proxy": give addresses or ranges such as 10.0.0.5, 192.168.0.0/16, with commas between.\n',
  })
})
