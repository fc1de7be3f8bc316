import { startSandbox } from './server.ts'

/** A whole number from the environment, or one clear line about what is wrong. */
function readNumber(name: string, fallback: number, most: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return fallback
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0 || value > most) fail(`${name} must be a number from 0 to ${most}`)
  return value
}

function fail(message: string): never {
  process.stderr.write(`sandbox: ${message}\n`)
  process.exit(1)
}

// Read one by one, so that a bad value is named before anything starts.
const port = readNumber('SANDBOX_PORT', 4000, 65_535)
const load = process.env['SANDBOX_LOAD'] ?? 'retail'
if (load !== 'retail' && load !== 'none') fail('SANDBOX_LOAD must be retail or none')

const sandbox = await startSandbox({
  port,
  host: process.env['SANDBOX_HOST'] ?? process.env['HOST'] ?? '127.0.0.1',
  load,
  ...(process.env['SANDBOX_PUBLIC_URL'] && { publicUrl: process.env['SANDBOX_PUBLIC_URL'] }),
  ...(process.env['SANDBOX_STATE'] && { stateFile: process.env['SANDBOX_STATE'] }),
  consoleUrl: process.env['SANDBOX_CONSOLE_URL'] || undefined,
  livePerMinute: readNumber('SANDBOX_LIVE_PER_MINUTE', 0, 6_000),
  lazada: {
    ...(process.env['LAZADA_APP_KEY'] && { appKey: process.env['LAZADA_APP_KEY'] }),
    ...(process.env['LAZADA_APP_SECRET'] && { appSecret: process.env['LAZADA_APP_SECRET'] }),
    ...(process.env['LAZADA_PUSH_URL'] && { pushUrl: process.env['LAZADA_PUSH_URL'] }),
  },
  shopee: {
    ...(process.env['SHOPEE_PARTNER_ID'] && { partnerId: readNumber('SHOPEE_PARTNER_ID', 0, 1e12) }),
    ...(process.env['SHOPEE_PARTNER_KEY'] && { partnerKey: process.env['SHOPEE_PARTNER_KEY'] }),
    ...(process.env['SHOPEE_PUSH_URL'] && { pushUrl: process.env['SHOPEE_PUSH_URL'] }),
  },
  tiki: {
    ...(process.env['TIKI_APP_ID'] && { appId: process.env['TIKI_APP_ID'] }),
    ...(process.env['TIKI_APP_SECRET'] && { appSecret: process.env['TIKI_APP_SECRET'] }),
  },
  tiktok: {
    ...(process.env['TIKTOK_APP_KEY'] && { appKey: process.env['TIKTOK_APP_KEY'] }),
    ...(process.env['TIKTOK_APP_SECRET'] && { appSecret: process.env['TIKTOK_APP_SECRET'] }),
    ...(process.env['TIKTOK_SERVICE_ID'] && { serviceId: process.env['TIKTOK_SERVICE_ID'] }),
    ...(process.env['TIKTOK_REDIRECT_URL'] && { redirectUrl: process.env['TIKTOK_REDIRECT_URL'] }),
    ...(process.env['TIKTOK_PUSH_URL'] && { pushUrl: process.env['TIKTOK_PUSH_URL'] }),
  },
}).catch((error: NodeJS.ErrnoException) =>
  fail(error.code === 'EADDRINUSE' ? `port ${port} is taken; set SANDBOX_PORT to a free one` : error.message),
)
process.stdout.write(`sandbox: ready at ${sandbox.url}\n`)
process.send?.({ type: 'ready', url: sandbox.url })

let closing = false
function stop(): void {
  if (closing) return
  closing = true
  void sandbox.close().then(() => process.exit(0))
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
// The parent that started this process is gone, however it ended.
process.on('disconnect', stop)
