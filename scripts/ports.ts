import { createServer } from 'node:net'
import { explainListen } from '../server/config/explain-listen.ts'

/** Throws one clear line when nothing can listen on `host`:`port`. Returns the port, which matters for 0 alone. */
export async function claimPort(host: string, port: number, setting: string): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(new Error(explainListen(error, host, port, setting))),
    )
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })
}
