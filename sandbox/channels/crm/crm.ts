import type { World } from '../../kit/marketplace.ts'
import { sampleContacts, type Contact, type Fields } from './contacts.ts'
import { contactId, firstKey, PREFIX, SITES, type Site } from './sites.ts'
import type { Key } from './wire.ts'

export function createCrm(world: World) {
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
  const clear = (): void => {
    corrupt.clear()
    for (const site of SITES) {
      contacts.set(site, new Map())
      keys.set(site, [{ key: firstKey(site), can: 'write' }])
    }
  }
  clear()
  return {
    world,
    contacts,
    keys,
    corrupt,
    addressOf: ({ slug }: Site) => `${world.baseUrl()}${PREFIX}${slug}`,
    all: (site: Site) => [...contactsOf(site).values()],
    /** Undefined for a deleted one too. */
    find(site: Site, id: string): Contact | undefined {
      const contact = contactsOf(site).get(id)
      return contact?.deleted ? undefined : contact
    },
    create(site: Site, fields: Fields): Contact {
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
    change: (site: Site, contact: Contact, fields: Fields) =>
      keep(site, { ...contact, ...fields, modified: world.clock.now() }),
    remove: (site: Site, contact: Contact) =>
      void keep(site, { ...contact, modified: world.clock.now(), deleted: true }),
    fill(now: number): number {
      let count = 0
      for (const site of SITES)
        for (const contact of sampleContacts(site, now)) {
          contactsOf(site).set(contact.id, contact)
          count++
        }
      last = Math.max(last, 10_000)
      return count
    },
    clear,
    lastNumber: () => last,
    skipNumbers(number: number): void {
      last = Math.max(last, number)
    },
    onChange(next: () => void): void {
      listener = next
    },
    changed: () => listener(),
  }
}

export type Crm = ReturnType<typeof createCrm>
