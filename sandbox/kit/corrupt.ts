import { z } from 'zod'

/** Serves one value of an order wrong, so that clients can be tried with an order that breaks the rules. */
export const corruptSchema = z.strictObject({
  path: z.string().min(1).describe('such as item_list.0.item_id'),
  value: z.unknown().optional(),
  remove: z.boolean().optional(),
})

export type Corruption = z.infer<typeof corruptSchema>

/** Sets or removes values of a detail, which is changed and handed back. */
export function corrupt<T extends object>(detail: T, spoils: readonly Corruption[] = []): T {
  for (const { path, value, remove } of spoils) {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    let target: unknown = detail
    for (const step of steps) target = (target as Record<string, unknown> | undefined)?.[step]
    if (typeof target !== 'object' || target === null) continue
    if (remove) delete (target as Record<string, unknown>)[last]
    else (target as Record<string, unknown>)[last] = value
  }
  return detail
}
