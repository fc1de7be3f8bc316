import type { ParseKeys } from 'i18next'

/** Key of the name of the field at a path: `skus.price` is a price, `required_attributes.12` an attribute. */
export function nameKeyOf(path: string): ParseKeys {
  const [first = '', ...rest] = path.split('.')
  const name = first === 'skus' ? (rest.at(-1) ?? first) : first
  return `templates.field.${name as 'name'}`
}
