import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLazada, type Lazada } from './channels/lazada/lazada.ts'
import { lazadaMarketplace } from './channels/lazada/marketplace.ts'
import type { LazadaSettings } from './channels/lazada/types.ts'
import { createShopee, type Shopee } from './channels/shopee/shopee.ts'
import { shopeeMarketplace } from './channels/shopee/marketplace.ts'
import type { ShopeeSettings } from './channels/shopee/types.ts'
import { createCrm } from './channels/crm/crm.ts'
import { crmMarketplace } from './channels/crm/index.ts'
import { createPos } from './channels/pos/index.ts'
import { webStoreMarketplace } from './channels/web-store/index.ts'
import { createWebStore } from './channels/web-store/web-store.ts'
import { createWebsite } from './channels/website/index.ts'
import { createTiki, type Tiki } from './channels/tiki/tiki.ts'
import { tikiMarketplace } from './channels/tiki/marketplace.ts'
import type { TikiSettings } from './channels/tiki/types.ts'
import { gdex } from './couriers/gdex/index.ts'
import { ghn } from './couriers/ghn/index.ts'
import { jnt } from './couriers/jnt/index.ts'
import { ninjavan } from './couriers/ninjavan/index.ts'
import { createTiktok, type Tiktok } from './channels/tiktok/tiktok.ts'
import { tiktokMarketplace } from './channels/tiktok/marketplace.ts'
import type { TiktokSettings } from './channels/tiktok/types.ts'
import { createCallsAtOnce } from './kit/calls-at-once.ts'
import { createClock, type Clock } from './kit/clock.ts'
import { countCalls, createControl } from './kit/control.ts'
import { courierMarketplace } from './kit/courier-simulation.ts'
import { createFaults } from './kit/faults.ts'
import { sendJson, sendText } from './kit/http.ts'
import { createImageStore, UPLOADS } from './kit/image-store.ts'
import { itemImage } from './kit/item-image.ts'
import type { Marketplace, World } from './kit/marketplace.ts'
import { createControlPage } from './page/control-page.ts'
import { isPagePath, servePage } from './page/serve-page.ts'
import { sitesMarketplace } from './woocommerce/marketplace.ts'
import type { Sites } from './woocommerce/sites.ts'

export interface SandboxOptions {
  /** 0 = any free port. */
  port?: number
  host?: string
  /** Public address for the addresses of pictures; left out: the address that the server listens on. */
  publicUrl?: string
  seed?: string
  /** Data at the start: the retail sample, or nothing. */
  load?: 'retail' | 'none'
  /** Channels but the first take each so-manieth order of the sample alone: whoever links them needs no long past. */
  sampleStep?: number
  /** A file that carries what happened to the sample over restarts; it makes `load` 'retail'. */
  stateFile?: string
  /** Orders per minute of the live mode. */
  livePerMinute?: number
  /** Address of the console, for the links of the control page. */
  consoleUrl?: string | undefined
  lazada?: Partial<LazadaSettings>
  shopee?: Partial<ShopeeSettings>
  tiki?: Partial<TikiSettings>
  tiktok?: Partial<TiktokSettings>
  clock?: Clock
}

export interface Sandbox {
  url: string
  port: number
  clock: Clock
  lazada: Lazada
  shopee: Shopee
  tiki: Tiki
  tiktok: Tiktok
  website: Sites
  close(): Promise<void>
}

const couriers = [gdex, ghn, jnt, ninjavan]

/** Starts all marketplaces and couriers of the sandbox on one port. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, host = '127.0.0.1', seed = 'sandbox', load = 'retail', sampleStep = 1 } = options
  const clock = options.clock ?? createClock()
  const faults = createFaults()
  const calls = countCalls()
  const atOnce = createCallsAtOnce()
  let url = ''
  const { stateFile } = options
  const images = createImageStore(stateFile && `${stateFile}.images`)
  const world: World = { clock, faults, seed, baseUrl: () => url, log: calls, images }
  const others: World = { ...world, sampleStep }
  const shopee = createShopee(world, options.shopee ?? {})
  const tiktok = createTiktok(others, options.tiktok ?? {})
  const tiki = createTiki(others, options.tiki ?? {})
  const lazada = createLazada(others, options.lazada ?? {})
  const website = createWebsite(others)
  const webStore = createWebStore(others)
  const pos = createPos(others)
  const crm = createCrm(world)
  const marketplaces: Marketplace[] = [
    shopeeMarketplace(shopee, stateFile),
    lazadaMarketplace(lazada, stateFile && `${stateFile}.lazada`),
    tiktokMarketplace(tiktok, stateFile && `${stateFile}.tiktok`),
    tikiMarketplace(tiki, stateFile && `${stateFile}.tiki`),
    sitesMarketplace(website, stateFile && `${stateFile}.website`),
    sitesMarketplace(pos, stateFile && `${stateFile}.pos`),
    webStoreMarketplace(webStore, stateFile && `${stateFile}.web-store`),
    crmMarketplace(crm, stateFile && `${stateFile}.crm`),
    ...couriers.map((rules) => courierMarketplace(rules, world, stateFile && `${stateFile}.${rules.code}`)),
  ]
  const nameOf = (id: string) =>
    [shopee, tiktok, tiki, website, pos, webStore].map(({ catalog }) => catalog.nameOf(id)).find(Boolean)
  const page = createControlPage(
    world,
    { shopee, lazada, tiktok, tiki, website, webStore, pos, crm },
    marketplaces,
    options.consoleUrl,
  )
  const control = createControl({ clock, faults, calls, atOnce }, marketplaces, page.routes)

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Clients that correct their clock by the server's must see the shifted time.
    if (clock.offset() !== 0) response.setHeader('date', new Date(clock.nowMs()).toUTCString())
    const target = URL.parse(request.url ?? '/', 'http://sandbox')
    if (!target) {
      sendJson(response, 400, { error: 'bad address' })
      return
    }
    const marketplace = marketplaces.find((one) => one.owns(target.pathname))
    if (marketplace) {
      atOnce.follow(marketplace.code, request, response, target)
      page.watch.follow(marketplace.code, target.pathname, response)
      await faults.delayCall(target.pathname, request.method)
      await marketplace.serve(request, response, target)
    } else if (target.pathname.startsWith('/img/')) await serveImage(nameOf, response, target.pathname)
    else if (target.pathname.startsWith(UPLOADS)) {
      if (!images.serve(target.pathname, response)) sendNoPicture(response)
    } else if (target.pathname === '/readyz') sendJson(response, 200, { ready: true })
    else if (target.pathname === '/_sandbox' || target.pathname.startsWith('/_sandbox/'))
      await control.serve(request, response, target)
    else if (isPagePath(target.pathname)) servePage(request, response, target.pathname)
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
  // Longer than callers keep a connection: one that is ended while a call is on its way fails that call.
  server.keepAliveTimeout = 75_000
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
    tiki,
    tiktok,
    website,
    async close() {
      page.close()
      for (const marketplace of marketplaces) marketplace.close()
      clock.close()
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

async function serveImage(
  nameOf: (id: string) => string | undefined,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const [, itemId] = /^\/img\/(\w+)\.jpg$/.exec(path) ?? []
  if (itemId === undefined || nameOf(itemId) === undefined) {
    sendNoPicture(response)
    return
  }
  response.setHeader('cache-control', 'public, max-age=31536000, immutable')
  sendText(response, 200, 'image/jpeg', await itemImage(itemId))
}

const sendNoPicture = (response: ServerResponse): void =>
  sendJson(response, 404, { error: 'error_not_found', message: 'There is no such picture.' })
