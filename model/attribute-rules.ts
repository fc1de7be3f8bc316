/** Attributes that a category asks for: they are filled in, with values that the channel knows, and there are no others. */
import { isDay } from './calendar-day.ts'
import type { CategoryAttribute } from './category.ts'
import type { RequiredAttribute } from './product-template.ts'
import type { TemplateLimits } from './template-limits.ts'
import type { Report } from './template-rules.ts'

/** Axes of variants are the template's own, so that they are no attributes of a shop's step. */
export function checkAttributes(
  given: RequiredAttribute[],
  asked: CategoryAttribute[],
  { joinsValues }: Pick<TemplateLimits, 'joinsValues'>,
  report: Report,
): void {
  const own = asked.filter(({ isVariant }) => !isVariant)
  const filled = given.filter(({ value }) => String(value).trim() !== '')
  for (const attribute of own) {
    const { channelAttributeId: id, isRequired, mostValues } = attribute
    const values = filled.filter((one) => one.attribute_id === id)
    const path = `required_attributes.${id}`
    if (values.length === 0 && isRequired) report(path, 'required')
    if (values.length > mostValues) report(path, 'max_items', { max: mostValues })
    for (const value of values) {
      checkValue(value, attribute, path, report)
      if (joinsValues && attribute.input === 'multi' && String(value.value).includes(','))
        report(path, 'no_comma')
    }
  }
  const known = new Set(own.map(({ channelAttributeId: id }) => id))
  for (const id of new Set(filled.map((one) => one.attribute_id)))
    if (!known.has(id)) report(`required_attributes.${id}`, 'in')
}

function checkValue(
  given: RequiredAttribute,
  attribute: CategoryAttribute,
  path: string,
  report: Report,
): void {
  const { input, options, units, isFreeText } = attribute
  const [id, text] = [valueIdOf(given), String(given.value).trim()]
  // A channel that numbers its values takes them by their numbers, any other by their names.
  const isNamed = (option: CategoryAttribute['options'][number]) =>
    id === null && option.name === text && (option.id === null || option.id === option.name)
  const isKnown = options.some((option) => (id !== null && option.id === id) || isNamed(option))
  const isChoice = ['select', 'multi', 'bool'].includes(input) && options.length > 0
  if (!isKnown && (id !== null || (isChoice && !isFreeText))) return report(path, 'in')
  if (given.unit !== null && !units.includes(given.unit)) report(`${path}.unit`, 'in')
  if (isKnown) return
  if (input === 'number' && !/^\d+(\.\d+)?$/.test(text)) return report(path, 'number')
  if (input === 'date' && !isDay(text)) return report(path, 'day')
  if (units.length > 0 && given.unit === null) report(`${path}.unit`, 'in')
}

/** The channel's own number of a value; null for the seller's own words, which some channels number 0. */
export function valueIdOf({ value_id: id }: RequiredAttribute): string | null {
  const text = String(id ?? '').trim()
  return text === '' || text === '0' ? null : text
}
