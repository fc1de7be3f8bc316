import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLazada } from './channels/lazada/index.ts'
import { lazadaMarketplace } from './channels/lazada/marketplace.ts'
import type { Lazada, LazadaSettings } from './channels/lazada/types.ts'
import { createShopee } from './channels/shopee/index.ts'
import { shopeeMarketplace } from './channels/shopee/marketplace.ts'
import type { Shopee, ShopeeSettings } from './channels/shopee/types.ts'
import { createWebsite, websiteMarketplace } from './channels/website/index.ts'
import { createTiktok } from './channels/tiktok/index.ts'
import { tiktokMarketplace } from './channels/tiktok/marketplace.ts'
import type { Tiktok, TiktokSettings } from './channels/tiktok/types.ts'
import { createClock, type Clock } from './clock.ts'
import { countCalls, createControl } from './control.ts'
import { createFaults } from './faults.ts'
import { sendJson, sendText } from './http.ts'
import { itemImage } from './item-image.ts'
import type { Marketplace, World } from './marketplace.ts'

export interface SandboxOptions {
  /** 0 = any free port. */
  port?: number
  host?: string
  /** How others reach it, for the addresses of pictures; left out: where it listens. */
  publicUrl?: string
  seed?: string
  /** What is there at the start: the retail sample, or nothing. */
  load?: 'retail' | 'none'
  /** A file that carries what happened to the sample over restarts; it makes `load` 'retail'. */
  stateFile?: string
  /** Orders per minute of the live mode. */
  livePerMinute?: number
  lazada?: Partial<LazadaSettings>
  shopee?: Partial<ShopeeSettings>
  tiktok?: Partial<TiktokSettings>
  clock?: Clock
}

export interface Sandbox {
  url: string
  port: number
  clock: Clock
  lazada: Lazada
  shopee: Shopee
  tiktok: Tiktok
  close(): Promise<void>
}

/** Starts all marketplaces of the sandbox on one port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', seed = 'sandbox', load = 'retail' } = options
  const clock = options.clock ?? createClock()
  const faults = createFaults()
  const calls = countCalls()
  let url = ''
  const world: World = { clock, faults, seed, baseUrl: () => url, log: calls }
  const shopee = createShopee(world, options.shopee ?? {})
  const tiktok = createTiktok(world, options.tiktok ?? {})
  const lazada = createLazada(world, options.lazada ?? {})
  const website = createWebsite(world)
  const { stateFile } = options
  const marketplaces: Marketplace[] = [
    shopeeMarketplace(shopee, stateFile),
    lazadaMarketplace(lazada, stateFile && `${stateFile}.lazada`),
    tiktokMarketplace(tiktok, stateFile && `${stateFile}.tiktok`),
    websiteMarketplace(website, stateFile && `${stateFile}.website`),
  ]
  const nameOf = (id: string) =>
    shopee.catalogue.nameOf(id) ?? tiktok.catalogue.nameOf(id) ?? website.catalogue.nameOf(id)
  const control = createControl({ clock, faults, calls }, marketplaces)

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Clients that correct their clock by the server's must see the shifted time.
    if (clock.offset() !== 0) response.setHeader('date', new Date(clock.nowMs()).toUTCString())
    const target = URL.parse(request.url ?? '/', 'http://sandbox')
    if (!target) {
      sendJson(response, 400, { error: 'bad address' })
      return
    }
    const marketplace = marketplaces.find((one) => one.owns(target.pathname))
    if (marketplace) await marketplace.serve(request, response, target)
    else if (target.pathname.startsWith('/img/')) serveImage(nameOf, response, target.pathname)
    else if (target.pathname === '/readyz') sendJson(response, 200, { ready: true })
    else if (target.pathname === '/_sandbox' || target.pathname.startsWith('/_sandbox/'))
      await control.serve(request, response, target)
    else sendJson(response, 404, { error: 'error_param', message: 'There is nothing here; see /_sandbox.' })
  }

  for (const marketplace of marketplaces) {
    await marketplace.load(load)
    marketplace.setPace(options.livePerMinute ?? 0)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`)
      if (!response.headersSent) sendJson(response, 500, { error: 'sandbox_error', message: String(error) })
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  // Nobody can be sent to 'all addresses'.
  const reachable = /^(0\.0\.0\.0|::)$/.test(address.address) ? '127.0.0.1' : address.address
  url =
    options.publicUrl ?? `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${address.port}`

  return {
    url,
    port: address.port,
    clock,
    lazada,
    shopee,
    tiktok,
    async close() {
      for (const marketplace of marketplaces) marketplace.close()
      clock.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function serveImage(
  nameOf: (id: string) => string | undefined,
  response: ServerResponse,
  path: string,
): void {
  const [, itemId] = /^\/img\/(\d+)\.svg$/.exec(path) ?? []
  const name = itemId === undefined ? undefined : nameOf(itemId)
  if (itemId === undefined || name === undefined) {
    sendJson(response, 404, { error: 'error_not_found', message: 'There is no such picture.' })
    return
  }
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  sendText(response, 200, 'image/svg+xml', itemImage(itemId, name))
}
