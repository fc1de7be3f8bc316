import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'

export type RawPrinter = {
  server: Server
  port: number
  papers: Buffer[]
  isStuck: boolean
  held: Set<Socket>
}

/** Takes what comes until the other side ends; a stuck one never answers. A try of the connection alone is no paper. */
export async function startRawPrinter(): Promise<RawPrinter> {
  const server = createServer({ allowHalfOpen: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const started: RawPrinter = { server, port, papers: [], isStuck: false, held: new Set() }
  server.on('connection', (socket) => {
    const parts: Buffer[] = []
    started.held.add(socket)
    socket.on('data', (part) => parts.push(Buffer.from(part)))
    socket.on('error', () => undefined)
    socket.on('close', () => started.held.delete(socket))
    socket.on('end', () => {
      if (parts.length > 0) started.papers.push(Buffer.concat(parts))
      if (!started.isStuck || parts.length === 0) socket.end()
    })
  })
  return started
}
