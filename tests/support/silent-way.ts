import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A way to a service that can fall silent, as a frozen or cut-off machine does: connections stay, nothing arrives. */
export interface SilentWay {
  readonly port: number
  /** The host and the port as an address has them. */
  readonly host: string
  /** Nothing that is sent meanwhile arrives, also not later. */
  silent(isSilent: boolean): void
  close(): Promise<void>
}

/** @param connect a new connection to the service */
export async function openSilentWay(connect: () => Socket): Promise<SilentWay> {
  const clients = new Set<Socket>()
  let isSilent = false
  const server = createServer((client) => {
    const there = connect()
    clients.add(client)
    const onward = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => void (isSilent || to.write(bytes)))
      from.on('error', () => undefined)
      from.on('close', () => {
        to.destroy()
        clients.delete(client)
      })
    }
    onward(client, there)
    onward(there, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    host: `127.0.0.1:${port}`,
    silent: (silent) => void (isSilent = silent),
    close: async () => {
      if (!server.listening) return
      const ended = once(server, 'close')
      server.close()
      for (const client of clients) client.destroy()
      await ended
    },
  }
}
