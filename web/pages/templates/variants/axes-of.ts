/** Variant axes of a template, and the SKUs that they make. */
import { emptySku, templateLimits, type TemplateSku } from '../../../../model/product-template.ts'

export type Axis = { name: string; values: string[] }

export function axesOf(names: string[], skus: TemplateSku[]): Axis[] {
  return names.map((name, at) => ({
    name,
    values: [...new Set(skus.map(({ variants }) => variants[at] ?? ''))].filter((value) => value !== ''),
  }))
}

export const combinationsOf = (axes: Axis[]): number =>
  axes.reduce((product, { values }) => product * values.length, 1)

/** One SKU for each combination. A combination that was there keeps its figures; one that is new takes those of its likest. */
export function skusOf(axes: Axis[], before: TemplateSku[]): TemplateSku[] {
  const combinations = axes.reduce<string[][]>(
    (found, { values }) => found.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  )
  const known = new Map(before.map((sku) => [JSON.stringify(sku.variants), sku]))
  const used = new Set<TemplateSku>()
  return combinations.map((variants) => {
    const same = known.get(JSON.stringify(variants))
    if (same) return same
    const likest = before.find(
      (sku) =>
        !used.has(sku) &&
        sku.variants.every((value, at) => variants[at] === undefined || variants[at] === value),
    )
    if (!likest) return emptySku(variants)
    used.add(likest)
    return { ...likest, variants }
  })
}

/** Texts typed or pasted as values: parted by commas, tabs or lines, each once. */
export function valuesIn(text: string, there: string[]): string[] {
  const known = new Set(there.map(formOf))
  return text
    .split(/[,;\t\n\r、，]+/)
    .map((value) => value.trim())
    .filter((value) => {
      if (value === '' || known.has(formOf(value))) return false
      known.add(formOf(value))
      return true
    })
}

/** Values are the same whatever their capitals, and whether their accents stand apart or not. */
const formOf = (value: string): string => value.normalize('NFC').toLowerCase()

export const fits = (axes: Axis[]): boolean => combinationsOf(axes) <= templateLimits.skus
