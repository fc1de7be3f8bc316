/** A process that never prints, draws or mails has none of the libraries for that in memory: they are a quarter of what it starts with. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const listLoaded = `
  import { registerHooks } from 'node:module'
  const loaded = new Set()
  registerHooks({
    load(url, context, next) {
      loaded.add(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1])
      return next(url, context)
    },
  })
  await import(process.argv[1])
  console.log(JSON.stringify([...loaded]))
  process.exit(0)`

test('a process starts without the libraries that draw, print and mail', async () => {
  const entry = fileURLToPath(new URL('start-server.ts', import.meta.url))
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', listLoaded, entry]
  const { stdout } = await promisify(execFile)(process.execPath, flags)
  const loaded = JSON.parse(stdout) as (string | null)[]
  expect(loaded).toContain('fastify')
  for (const heavy of [
    '@cantoo/pdf-lib',
    '@pdf-lib/fontkit',
    'bwip-js',
    'sharp',
    'nodemailer',
    'zpl-renderer-js',
  ])
    expect(loaded).not.toContain(heavy)
})
