import { z } from 'zod'
import { sendLines } from '../../kit/channel-control.ts'
import { ControlError } from '../../kit/control-call.ts'
import type { ControlPart } from '../../kit/marketplace.ts'
import { rowOf, writable, type Contact, type Fields } from './contacts.ts'
import type { Crm } from './crm.ts'
import { keyOf, SITES, type Site } from './sites.ts'

const shop_id = z.enum(SITES.map(({ slug }) => slug))
const id = z.string().min(1)
const fields = z.strictObject(
  Object.fromEntries(writable.map((name) => [name, z.string().nullable().optional()])),
)

const schemas = {
  authorize: z.strictObject({
    shop_id,
    key: z.string().optional().describe('one that has been given, whose role changes; left out: a new one'),
    can: z.enum(['write', 'read', 'nothing']).default('write').describe("what the key's role allows"),
    revoke: z.boolean().default(false).describe('takes all other keys back'),
  }),
  contacts: z.strictObject({
    shop_id,
    id: id.optional().describe('left out: a new contact'),
    contact: fields.default({}),
    delete: z.boolean().default(false),
  }),
  corrupt: z.strictObject({ id }),
}

/** Without `reset`, which the marketplace has itself. */
export function crmControl(crm: Crm): Omit<ControlPart, 'reset'> {
  const siteOf = (slug: string): Site => {
    const site = SITES.find((one) => one.slug === slug)
    if (!site)
      throw new ControlError(`there is no ${slug}; there are ${SITES.map((one) => one.slug).join(', ')}`)
    return site
  }
  const counts = (): object =>
    Object.fromEntries(
      SITES.map((site) => [site.slug, crm.all(site).filter(({ deleted }) => !deleted).length]),
    )
  return {
    summary: () => ({
      shops: SITES.map((site) => ({
        shop_id: site.slug,
        platform_url: crm.addressOf(site),
        api_keys: (crm.keys.get(site) ?? []).map(({ key }) => key),
      })),
      contacts: counts(),
    }),
    stats: () => ({ crm: { contacts: counts() } }),
    routes: {
      'POST /_sandbox/crm/authorize': ({ read }) => {
        const input = read(schemas.authorize)
        const site = siteOf(input.shop_id)
        const known = crm.keys.get(site) ?? []
        const key = input.key ?? keyOf(`crm:${site.slug}:${crm.world.clock.nowMs()}:${known.length}`)
        const others = known.filter((one) => one.key !== key)
        crm.keys.set(site, [...(input.revoke ? [] : others), { key, can: input.can }])
        crm.changed()
        return { platform_url: crm.addressOf(site), api_key: key }
      },
      'POST /_sandbox/crm/generate': () => ({ contacts: crm.fill(crm.world.clock.now()) }),
      'POST /_sandbox/crm/contacts': ({ read }) => {
        const input = read(schemas.contacts)
        const site = siteOf(input.shop_id)
        if (input.id === undefined) return rowOf(crm.create(site, input.contact as Fields))
        const contact = crm.find(site, input.id)
        if (!contact) throw new ControlError(`there is no contact ${input.id}`, 404)
        if (input.delete) crm.remove(site, contact)
        else crm.change(site, contact, input.contact as Fields)
        return rowOf(crm.contacts.get(site)?.get(input.id) as Contact)
      },
      'POST /_sandbox/crm/corrupt': ({ read }) => {
        crm.corrupt.add(read(schemas.corrupt).id)
        return { corrupt: [...crm.corrupt] }
      },
      'POST /_sandbox/crm/restore': () => {
        crm.corrupt.clear()
        return { corrupt: [] }
      },
      'GET /_sandbox/oracle/crm/contacts': ({ query, response }) =>
        sendLines(response, crm.all(siteOf(query.get('shop_id') ?? '')).map(rowOf)),
    },
  }
}
