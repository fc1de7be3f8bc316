import { z } from 'zod'
import { createStateFile, readState, type StateFile } from '../../kit/state-file.ts'
import { contactSchema } from './contacts.ts'
import type { Crm } from './crm.ts'
import { SITES } from './sites.ts'

const stateSchema = z.strictObject({
  version: z.literal(1),
  lastNumber: z.number(),
  keys: z.record(
    z.string(),
    z.array(z.strictObject({ key: z.string(), can: z.enum(['write', 'read', 'nothing']) })),
  ),
  contacts: z.record(z.string(), z.array(contactSchema)),
})

type State = z.infer<typeof stateSchema>

/** Remembers over restarts who has keys and everybody whom the CRM knows. */
export function openStateFile(crm: Crm, path: string): StateFile {
  const state = readState(path, stateSchema)
  if (state) {
    for (const site of SITES) {
      const { keys, contacts } = state
      crm.keys.set(site, keys[site.slug] ?? crm.keys.get(site) ?? [])
      crm.contacts.set(site, new Map((contacts[site.slug] ?? []).map((one) => [one.id, one])))
    }
    crm.skipNumbers(state.lastNumber)
  } else crm.fill(crm.world.clock.now())
  const file = createStateFile(path, (): State => ({
    version: 1,
    lastNumber: crm.lastNumber(),
    keys: Object.fromEntries(SITES.map((site) => [site.slug, crm.keys.get(site) ?? []])),
    contacts: Object.fromEntries(SITES.map((site) => [site.slug, crm.all(site)])),
  }))
  crm.onChange(() => file.saveSoon())
  file.save()
  return file
}
