import type { Row } from './types.ts'

/** Selection of a caller from a row: all of its plain fields or some, and which of its nested rows. */
interface Action {
  isWhole: boolean
  parts: Map<string, Action>
}

/** Values that hold more than one thing and hang on no other table. */
const PLAIN = new Set(['metadata', 'summary', 'rules', 'detail'])

const input = (): Action => ({ isWhole: false, parts: new Map() })

/** `id,title,*variants,variants.prices.amount`: a star takes all plain fields of what hangs there. */
export function readFields(text: string): Action {
  const root = input()
  for (const field of text.split(',')) {
    const isWhole = field.startsWith('*')
    let at = root
    for (const name of field.replace(/^[*+]/, '').split('.')) {
      const next = at.parts.get(name) ?? input()
      at.parts.set(name, next)
      at = next
    }
    at.isWhole ||= isWhole
  }
  return root
}

/** The part of a row that was asked for; its id always comes along. */
export function selectFields(row: Row, { isWhole, parts }: Action): Row {
  const chosen: Row = {}
  for (const [name, value] of Object.entries(row)) {
    const part = parts.get(name)
    if (typeof value !== 'object' || value === null || PLAIN.has(name)) {
      if (isWhole || part || name === 'id') chosen[name] = value
    } else if (part) {
      chosen[name] = Array.isArray(value)
        ? value.map((each) => selectFields(each as Row, part))
        : selectFields(value as Row, part)
    }
  }
  return chosen
}
