import { pino, type DestinationStream } from 'pino'

export type Log = ReturnType<typeof createLog>

/** JSON lines on standard output, unless a test listens. Headers, tokens and keys never get into a line. */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
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
  }
  return destination ? pino(options, destination) : pino(options)
}
