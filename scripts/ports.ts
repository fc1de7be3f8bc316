import { createServer } from 'node:net'

/** Throws one clear line when nothing can listen on `host`:`port`. Returns the port, which matters for 0 alone. */
export async function claimPort(host: string, port: number, setting: string): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      failed(new Error(explain(error, host, port, setting))),
    )
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })
}

function explain(error: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  switch (error.code ?? '') {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken: stop the program that listens there, or set ${setting} to another port.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set ${setting} to 1024 or above.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine: set it to 127.0.0.1 or 0.0.0.0.`
    default:
      return `Port ${port} on ${host} cannot be used (${error.message}): set ${setting} to another port.`
  }
}
