import type { ParseKeys } from 'i18next'
import { fieldNameOf } from '../../../model/template-order.ts'

/** Key of what the field at a path is called. */
export function nameKeyOf(path: string): ParseKeys {
  return `templates.field.${fieldNameOf(path) as 'name'}`
}
