import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

/** JSON lines on standard output. Headers, tokens and keys never get into a line. */
export function createLog(level: string) {
  return pino({
    level,
    redact: {
      paths: [
        'req.headers',
        'headers',
        '*.accessToken',
        '*.refreshToken',
        '*.password',
        '*.token',
        'url.search',
      ],
      remove: true,
    },
  })
}
