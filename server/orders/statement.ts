import { createHash } from 'node:crypto'

/** Collects a statement's values while its text is built; equal texts get equal names, so each is prepared once. */
export class Statement {
  readonly #values: unknown[]
  readonly #prefix: string
  readonly #with: string[] = []

  /** $1 is always the owner. */
  constructor(prefix: string, ownerId: string) {
    this.#prefix = prefix
    this.#values = [ownerId]
  }

  /** Takes a value and answers with its place. */
  value(value: unknown): string {
    this.#values.push(value)
    return `$${this.#values.length}`
  }

  with(expression: string): void {
    this.#with.push(expression)
  }

  finish(body: string): { name: string; text: string; values: unknown[] } {
    const text = this.#with.length > 0 ? `with ${this.#with.join(', ')} ${body}` : body
    return { name: nameOf(this.#prefix, text), text, values: this.#values }
  }
}

const names = new Map<string, string>()

function nameOf(prefix: string, text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `${prefix}-${createHash('sha1').update(text).digest('hex').slice(0, 12)}`
  names.set(text, name)
  return name
}
