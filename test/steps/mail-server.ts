/** A mail server that takes what the console sends, and answers as a test tells it. */
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** Answer to a mail; when there is none left, it is accepted. `hang-up`: taken, but the answer is lost. */
export type MailAnswer = { code: number; text: string } | 'hang-up'
export type Received = { to: string; raw: string }

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

export async function startMailServer() {
  const inbox: Received[] = []
  const answers: MailAnswer[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session: SMTPServerSession, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')))
      stream.on('end', () => {
        const answer = answers.shift()
        const take = () => inbox.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw })
        if (answer === 'hang-up') {
          take()
          for (const connection of server.connections) connection.close()
          return
        }
        if (answer) return done(Object.assign(new Error(answer.text), { responseCode: answer.code }))
        take()
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    inbox,
    answers,
    clear() {
      inbox.length = 0
      answers.length = 0
    },
    stop: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** The header of a mail by its name, unfolded and with its words decoded. */
export function headerOf({ raw }: Received, name: string): string | undefined {
  const [head = ''] = raw.split(/\r?\n\r?\n/)
  const found = new RegExp(`^${name}: ?(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)?.[1]
  return found
    ?.replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/\r?\n[ \t]/g, ' ')
    .trim()
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : printable(text.replaceAll('_', ' ')),
    )
}

/** The part of a mail that is of this type, decoded. */
export function partOf({ raw }: Received, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split(/\r?\n\r?\n/)
  const text = body.join('\n\n').replaceAll('\r\n', '\n')
  return /base64/i.test(head) ? Buffer.from(text, 'base64').toString('utf8') : printable(text)
}

function printable(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
    )
}
