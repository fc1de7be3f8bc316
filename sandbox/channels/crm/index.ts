/** A customer database of the shop owner's own, over the REST API of EspoCRM. Source: its public documentation, "REST API". */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyTooLarge } from '../../kit/http.ts'
import type { Marketplace, World } from '../../kit/marketplace.ts'
import { sendHtmlError, serveCall, type CallReply } from '../../kit/serve-call.ts'
import type { StateFile } from '../../kit/state-file.ts'
import { answerCall } from './answer-call.ts'
import { samplePeople, type Contact, type Fields } from './contacts.ts'
import { crmControl } from './control.ts'
import { contactId, firstKey, PREFIX, SITES, type Site } from './sites.ts'
import { openStateFile } from './state-file.ts'
import { checkKey, failure, Refusal, type Key } from './wire.ts'

export interface Crm {
  world: World
  contacts: Map<Site, Map<string, Contact>>
  keys: Map<Site, Key[]>
  corrupt: Set<string>
  addressOf(site: Site): string
  all(site: Site): Contact[]
  /** Undefined for a deleted one too. */
  find(site: Site, id: string): Contact | undefined
  create(site: Site, fields: Fields): Contact
  change(site: Site, contact: Contact, fields: Fields): Contact
  remove(site: Site, contact: Contact): void
  fill(now: number): number
  clear(): void
  lastNumber(): number
  skipNumbers(last: number): void
  onChange(listener: () => void): void
  tell(): void
}

export function createCrm(world: World): Crm {
  let last = 0
  let listener = (): void => {}
  const contacts = new Map<Site, Map<string, Contact>>()
  const keys = new Map<Site, Key[]>()
  const corrupt = new Set<string>()
  const contactsOf = (site: Site): Map<string, Contact> => contacts.get(site) ?? new Map<string, Contact>()
  const keep = (site: Site, contact: Contact): Contact => {
    contactsOf(site).set(contact.id, contact)
    listener()
    return contact
  }
  const crm: Crm = {
    world,
    contacts,
    keys,
    corrupt,
    addressOf: ({ slug }) => `${world.baseUrl()}${PREFIX}${slug}`,
    all: (site) => [...contactsOf(site).values()],
    find(site, id) {
      const contact = contactsOf(site).get(id)
      return contact?.deleted ? undefined : contact
    },
    create(site, fields) {
      const now = world.clock.now()
      const empty = {
        firstName: null,
        lastName: null,
        emailAddress: null,
        phoneNumber: null,
        description: null,
      }
      const id = contactId(++last)
      return keep(site, { ...empty, ...fields, id, created: now, modified: now, deleted: false })
    },
    change: (site, contact, fields) => keep(site, { ...contact, ...fields, modified: world.clock.now() }),
    remove: (site, contact) => void keep(site, { ...contact, modified: world.clock.now(), deleted: true }),
    fill(now) {
      let count = 0
      for (const site of SITES)
        for (const contact of samplePeople(site, now)) {
          contactsOf(site).set(contact.id, contact)
          count++
        }
      last = Math.max(last, 10_000)
      return count
    },
    clear() {
      corrupt.clear()
      for (const site of SITES) {
        contacts.set(site, new Map())
        keys.set(site, [{ key: firstKey(site), can: 'write' }])
      }
    },
    lastNumber: () => last,
    skipNumbers(number) {
      last = Math.max(last, number)
    },
    onChange(next) {
      listener = next
    },
    tell: () => listener(),
  }
  crm.clear()
  return crm
}

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
