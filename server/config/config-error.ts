import { OperatorError } from './operator-error.ts'

/** Its message has one line per bad setting and no secret value. */
export class ConfigError extends OperatorError {
  constructor(lines: string[]) {
    super(lines.join('\n'))
  }
}
