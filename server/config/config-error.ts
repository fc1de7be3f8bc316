/** Its message has one line per bad setting and no secret value. */
export class ConfigError extends Error {
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'ConfigError'
  }
}
