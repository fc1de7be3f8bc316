/** The address of a template's channel step that comes first, where an address names none. */
import type { QueryClient } from '@tanstack/react-query'
import { publishingOrder } from '../../model/product-template.ts'
import { paths } from '../paths.ts'
import { templateQuery } from './queries/template-queries.ts'

/** Without any channel it is the form, where channels are chosen. */
export async function firstChannelStep(
  queries: QueryClient,
  id: number,
  mode: 'create' | 'edit',
): Promise<string> {
  const { platform_ids: chosen } = await queries.ensureQueryData(templateQuery(id))
  const first = publishingOrder.find((platformId) => chosen.includes(platformId))
  return first === undefined ? paths.templateForm(id, mode) : paths.templateStep(id, first, mode)
}
