import { createStatementNames } from './prepared-client.ts'

/** Apart from those of the other statements, which readers' filters must not crowd out. */
const nameOf = createStatementNames(200)

/** Collects a statement's values while its text is built; texts that come often have a name, so that each is prepared once. */
export class Statement {
  readonly #values: unknown[]
  readonly #with: string[] = []

  /** $1 is always the owner. */
  constructor(ownerId: string) {
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

  finish(body: string): { name: string | undefined; text: string; values: unknown[] } {
    const text = this.#with.length > 0 ? `with ${this.#with.join(', ')} ${body}` : body
    return { name: nameOf(text), text, values: this.#values }
  }
}
