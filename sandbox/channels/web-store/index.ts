/** Web stores of the second generation, over the Medusa v2 Admin API. Source: its public reference and what a real server of 2.21 answers. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Marketplace } from '../../kit/marketplace.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import { BodyTooLarge } from '../../kit/http.ts'
import type { UploadForm } from '../../kit/upload-form.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { answerCall } from './answer-call.ts'
import { webStoreControl } from './control.ts'
import type { WebStore } from './web-store.ts'
import { loadSample } from './load.ts'
import { openStateFile } from './state-file.ts'
import { PREFIX, STORES } from './stores.ts'
import { answerSignIn, checkCaller } from './sign-in.ts'
import { failure, noRoute } from './wire.ts'

/** With a state file, what happened to the sample is carried over restarts. */
export function webStoreMarketplace(shop: WebStore, stateFile: string | undefined): Marketplace {
  let state: StateFile | undefined
  return {
    code: 'web-store',
    owns: (path) => path.startsWith(PREFIX),
    serve: (request, response, url) => serveWebStore(shop, request, response, url),
    ...webStoreControl(shop),
    async reset(load) {
      shop.clear()
      shop.metadata.clear()
      shop.facts.clear()
      shop.promotions.clear()
      for (const written of [shop.customers, shop.salesChannels, shop.reservations, shop.returns])
        written.clear()
      shop.subscriber.reset()
      shop.catalog.reset()
      return { 'web-store': { orders: load === 'retail' ? await loadSample(shop) : 0 } }
    },
    async load(from) {
      if (stateFile !== undefined) state = await openStateFile(shop, stateFile)
      else if (from === 'retail') await loadSample(shop)
    },
    // Shops sell through the control interface alone.
    setPace: () => undefined,
    close() {
      state?.close()
      shop.subscriber.close()
    },
  }
}

function serveWebStore(
  shop: WebStore,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const method = request.method ?? 'GET'
  const [slug = '', ...rest] = url.pathname.slice(PREFIX.length).split('/')
  const store = STORES.find((one) => one.slug === slug)
  const path = `/${rest.join('/')}`
  const answer = (body: string | BodyTooLarge, form?: UploadForm): CallReply => {
    try {
      if (!store) return noRoute(method, path)
      const text = body instanceof BodyTooLarge ? '' : body
      if (path.startsWith('/auth/'))
        return answerSignIn(`${method} ${path}`, shop, store, request, text) ?? noRoute(method, path)
      if (!path.startsWith('/admin/')) return noRoute(method, path)
      const actor = checkCaller(shop, store, request)
      const call = { shop, store, actor, query: url.searchParams, body: text, form }
      return answerCall(`${method} ${path.slice('/admin'.length)}`, call) ?? noRoute(method, path)
    } catch (error) {
      return failure(error)
    }
  }
  const refuse = (to: ServerResponse, fault: 'rate_limit' | 'server_error'): void => {
    if (fault === 'rate_limit') to.setHeader('retry-after', '1')
    sendHtmlError(to, fault === 'rate_limit' ? 429 : 503)
  }
  return serveCall(shop.world, request, response, url.pathname, { refuse, answer })
}
