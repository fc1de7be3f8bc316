import { DatabaseError } from 'pg'
import { pino, stdSerializers, type DestinationStream } from 'pino'

export type Log = ReturnType<typeof createLog>

/** JSON lines on standard output, unless a test listens. Headers, tokens and keys never get into a line. */
export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    serializers: { err: writtenError },
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

/** PostgreSQL quotes the row that it refused under `detail` and `where`: names, telephone numbers, what is sealed. */
function writtenError(error: unknown) {
  if (!(error instanceof DatabaseError)) return error instanceof Error ? stdSerializers.err(error) : error
  const { name, message, code, constraint, stack } = error
  return { type: name, message, code, constraint, stack }
}
