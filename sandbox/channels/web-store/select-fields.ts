import type { Row } from './types.ts'

/** Selection of a caller from a row: all of its plain fields or some, and which of its nested rows. */
interface Action {
  isWhole: boolean
  parts: Map<string, Action>
}

/** Values that hold more than one thing and hang on no other table. */
const PLAIN = new Set(['metadata', 'summary', 'rules', 'detail'])

const input = (): Action => ({ isWhole: false, parts: new Map() })

/**
 * `id,title,*variants,variants.prices.amount`: a star takes all plain fields of what hangs there. Fields that all have a sign before
 * them are added to the usual ones, or taken away with `-`; others come in their place.
 */
export function readFields(text: string | null, defaults: string, always: readonly string[] = []): Action {
  const root = input()
  for (const field of [...chosen(text ?? '', defaults), ...always]) {
    const isWhole = field.startsWith('*') || field.endsWith('.*')
    let at = root
    for (const name of field.replace(/^[*+]/, '').replace(/\.\*$/, '').split('.')) {
      const next = at.parts.get(name) ?? input()
      at.parts.set(name, next)
      at = next
    }
    at.isWhole ||= isWhole
  }
  return root
}

function chosen(text: string, defaults: string): string[] {
  // A plus that was not encoded arrives as a blank.
  const asked = text
    .split(',')
    .filter(Boolean)
    .map((field) => field.replace(/^ /, '+'))
  const usual = defaults.split(',')
  if (!asked.every((field) => /^[+*-]/.test(field) || field.endsWith('.*'))) return asked
  const unwanted = asked.filter((field) => field.startsWith('-')).map((field) => field.slice(1))
  const isWanted = (field: string): boolean => {
    const name = field.replace(/^\*/, '')
    return !unwanted.some((one) => name === one || name.startsWith(`${one}.`))
  }
  return [...usual.filter(isWanted), ...asked.filter((field) => !field.startsWith('-'))]
}

/** The part of a row that was asked for; its id always comes along. */
export function selectFields(row: Row, { isWhole, parts }: Action): Row {
  const picked: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const part = parts.get(name)
    if (typeof value !== 'object' || value === null || PLAIN.has(name)) {
      if (isWhole || part || name === 'id') picked[name] = value
    } else if (part) {
      picked[name] = Array.isArray(value)
        ? value.map((each) => selectFields(each as Row, part))
        : selectFields(value as Row, part)
    }
  }
  return picked
}
