import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands before a server like a network that may swallow everything without a word: neither side hears that the other is gone. */
export async function startStallingProxy(url: string) {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)

  return {
    url: through.href,
    /** Stalls the connections that are open now; later ones go through. */
    stall() {
      for (const socket of open) socket.unpipe()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}
