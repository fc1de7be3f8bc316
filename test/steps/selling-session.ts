/** A connector of the registry, linked to a shop of the sandbox over HTTP, as the server's jobs would hold it. */
import { crc32, deflateSync } from 'node:zlib'
import { consoleSettings } from '../../sandbox/kit/console-settings.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts'
import type { Connector } from '../../connectors/connector.ts'
import type { Credentials, Session } from '../../connectors/session.ts'
import type { LinkedShop } from '../../connectors/auth.ts'
import { createHttp } from '../../connectors/http.ts'
import { appOf, connectors } from '../../connectors/registry.ts'
import type { ImageFile } from '../../model/listing.ts'
import { control } from '../start-test-console.ts'

export type Selling = {
  sandbox: Sandbox
  connector: Connector
  session: Session
  /** A control call of the channel, as `orders` or `orders/<id>/advance`; GET without a body. */
  control<T = Record<string, unknown>>(path: string, body?: object): Promise<T>
  /** True rows of the shop in the sandbox: `orders`, `products`, `returns` or `settlements`. */
  oracle<T = Record<string, unknown>>(noun: string): Promise<T[]>
  /** Lets the sandbox's time pass, and renews what expires with it. */
  passTime(seconds: number): Promise<void>
  /** The next call whose path starts so takes effect, but its answer never arrives. */
  loseAnswer(path: string): Promise<void>
  close(): Promise<void>
}

export async function startSelling(
  code: string,
  shopId: number | string,
  options: SandboxOptions = {},
): Promise<Selling> {
  const sandbox = await startSandbox({ load: 'none', ...options })
  const connector = connectors.find((one) => one.code === code)
  if (!connector) throw new Error(`there is no connector ${code}`)
  const { app } = appOf(connector, consoleSettings(sandbox.url, 'http://console.test'))
  const http = createHttp({ timeoutMs: 5_000 })
  const now = () => new Date(sandbox.clock.nowMs())
  const { auth } = connector

  const link = async (): Promise<LinkedShop> => {
    if (auth.by === 'keys') {
      const keys = (await control(sandbox.url, 'authorize', { shop_id: shopId }, code)) as Record<
        string,
        string
      >
      const [origin, key, secret] = [keys.platform_url ?? '', keys.api_key ?? '', keys.api_secret]
      return auth.link({
        app,
        http,
        keys: { origin: new URL(origin), key, secret, locationId: undefined },
        now: now(),
      })
    }
    const redirectUrl = 'http://console.test/back'
    const page = new URL(auth.authorizationUrl({ app, redirectUrl, state: 'state', now: now() }))
    const redirect = page.searchParams.get('redirect_uri') ?? redirectUrl
    const request = { redirect, shop_id: shopId, state: 'state' }
    const { location } = (await control(sandbox.url, 'authorize', request, code)) as { location: string }
    const callback = Object.fromEntries(new URL(location).searchParams)
    return auth.link({ app, http, callback, redirectUrl: redirect, now: now() })
  }

  const { credentials, currency: money } = await link()
  const currency = money ?? 'MYR'
  const session: Session & { credentials: Credentials } = { app, http, credentials, now, currency }
  return {
    sandbox,
    connector,
    session,
    control: async <T>(path: string, body?: object) => (await control(sandbox.url, path, body, code)) as T,
    async oracle<T>(noun: string) {
      const reply = await fetch(`${sandbox.url}/_sandbox/oracle/${code}/${noun}?shop_id=${shopId}`)
      if (!reply.ok) throw new Error(`oracle ${noun}: ${reply.status} ${await reply.text()}`)
      const lines = (await reply.text()).split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line) as T)
    },
    async passTime(seconds) {
      sandbox.clock.shift(seconds)
      if (auth.by === 'keys' || session.credentials.accessExpiresAt > now()) return
      session.credentials = await auth.refresh({ app, http, credentials: session.credentials, now: now() })
    },
    async loseAnswer(path) {
      const body = JSON.stringify({ path, reset: 1, count: 1 })
      const reply = await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body })
      if (!reply.ok) throw new Error(`faults: ${reply.status} ${await reply.text()}`)
    },
    close: () => sandbox.close(),
  }
}

/** A real PNG of one colour. Another colour makes another picture. */
export function makePng(width = 600, height = 600, [red, green, blue] = [60, 120, 180]): ImageFile {
  const row = Buffer.concat([
    Buffer.of(0),
    Buffer.alloc(width * 3, Buffer.from([red ?? 0, green ?? 0, blue ?? 0])),
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { bytes: Uint8Array.from(bytes), mediaType: 'image/png', name: 'picture.png' }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
