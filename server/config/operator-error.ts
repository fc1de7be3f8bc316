/** A fault that the operator can mend: its message says what is wrong and what to do, and stands without a stack. */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}
