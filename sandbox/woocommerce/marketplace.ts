/** Sites over the WooCommerce REST API v3, as web stores and as points of sale. Source: its public documentation and the behaviour that the plugin's source shows. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge, readBody } from '../kit/http.ts'
import type { Marketplace } from '../kit/marketplace.ts'
import type { StateFile } from '../kit/state-file.ts'
import { sitesControl } from './control.ts'
import { loadSample } from './load.ts'
import { fetchImages, type FetchedImages } from './product-facts.ts'
import { answerCall } from './routes.ts'
import type { Sites } from './sites.ts'
import { openStateFile } from './state-file.ts'
import { sendFault, sendReply } from './wire.ts'

/** With a state file, what happened to the sample is carried over restarts. */
export function sitesMarketplace(sites: Sites, stateFile: string | undefined): Marketplace {
  let state: StateFile | undefined
  const reset = async (load: 'retail' | 'none'): Promise<object> => {
    sites.clear()
    sites.hooks.reset()
    sites.catalog.reset()
    sites.facts.clear()
    sites.drafts.clear()
    sites.customers.clear()
    sites.categories.clear()
    return { [sites.trade.code]: { orders: load === 'retail' ? await loadSample(sites) : 0 } }
  }
  return {
    code: sites.trade.code,
    owns: (path) => path.startsWith(sites.trade.prefix),
    serve: (request, response, url) => serveSites(sites, request, response, url),
    ...sitesControl(sites),
    reset,
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(sites, stateFile)
      else if (from === 'retail') await loadSample(sites)
    },
    // Stores sell through the control interface alone.
    setPace: () => undefined,
    close() {
      state?.close()
      sites.hooks.close()
    },
  }
}

async function serveSites(
  sites: Sites,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const { faults, log } = sites.world
  const fault = faults.draw(url.pathname, request.method)
  const body = await readBody(request).catch((error: unknown) => {
    // Refused as what it is not: JSON.
    if (error instanceof BodyTooLarge) return 'too large'
    throw error
  })
  const isBefore = fault === 'rate_limit' || fault === 'server_error'
  const fetched = isBefore ? new Map() : await fetchedFor(sites, request, url, body)
  const answer = () => answerCall(sites, request, url, { text: body, fetched })
  if (fault === 'late') faults.hold(url.pathname, answer)
  else faults.release(url.pathname)
  const reply = isBefore || fault === 'late' ? { status: 503, body: '' } : answer()
  log.count(url.pathname, fault ?? (reply.status >= 400 ? String(reply.status) : ''))
  if (fault) sendFault(response, fault, faults.timeoutMs(url.pathname, request.method), reply)
  else sendReply(response, reply)
}

/** Only a product that is written brings images. */
function fetchedFor(
  { world }: Sites,
  { method }: IncomingMessage,
  url: URL,
  body: string,
): Promise<FetchedImages> {
  const path = url.searchParams.get('rest_route') ?? url.pathname
  const isWrite = ['PUT', 'POST', 'PATCH'].includes(method ?? '') && /\/products(\/\d+)?$/.test(path)
  return isWrite ? fetchImages(world.images, world.baseUrl(), jsonOf(body)) : Promise.resolve(new Map())
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
