/** A customer database of the shop owner's own, over the REST API of EspoCRM. Source: its public documentation, "REST API". */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge } from '../../kit/http.ts'
import type { Marketplace } from '../../kit/marketplace.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { answerCall } from './answer-call.ts'
import { crmControl } from './control.ts'
import type { Crm } from './crm.ts'
import { PREFIX, SITES } from './sites.ts'
import { openStateFile } from './state-file.ts'
import { checkKey, failure, Refusal } from './wire.ts'

/** With a state file, everything is carried over restarts. */
export function crmMarketplace(crm: Crm, stateFile: string | undefined): Marketplace {
  let state: StateFile | undefined
  return {
    code: 'crm',
    owns: (path) => path.startsWith(PREFIX),
    serve: (request, response, url) => serveCrm(crm, request, response, url),
    ...crmControl(crm),
    reset(load) {
      crm.clear()
      return Promise.resolve({ crm: { contacts: load === 'retail' ? crm.fill(crm.world.clock.now()) : 0 } })
    },
    load(from) {
      if (stateFile !== undefined) state = openStateFile(crm, stateFile)
      else if (from === 'retail') crm.fill(crm.world.clock.now())
      return Promise.resolve()
    },
    // It sells nothing.
    setPace: () => undefined,
    close: () => state?.close(),
  }
}

function serveCrm(crm: Crm, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const [slug = '', ...rest] = url.pathname.slice(PREFIX.length).split('/')
  const site = SITES.find((one) => one.slug === slug)
  const path = rest.join('/')
  const answer = (body: string | BodyTooLarge): CallReply => {
    // A path outside the API is the program's page, or 404 without a site.
    if (!site || !path.startsWith('api/v1/'))
      return {
        status: site ? 200 : 404,
        type: 'text/html',
        body: '<!DOCTYPE html><title>EspoCRM</title>',
        error: '',
      }
    try {
      const key = checkKey(request, crm.keys.get(site) ?? [])
      if (body instanceof BodyTooLarge) throw new Refusal(400, 'Too large.')
      return answerCall(`${request.method ?? 'GET'} ${path.slice('api/v1/'.length)}`, {
        crm,
        site,
        key,
        body,
        query: url.searchParams,
        skipsDuplicateCheck: request.headers['x-skip-duplicate-check'] === 'true',
      })
    } catch (error) {
      return failure(error, response)
    }
  }
  const refuse = (to: ServerResponse, fault: 'rate_limit' | 'server_error'): void => {
    if (fault === 'rate_limit') to.setHeader('retry-after', '1')
    sendHtmlError(to, fault === 'rate_limit' ? 429 : 503)
  }
  return serveCall(crm.world, request, response, url.pathname, { refuse, answer })
}
