import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Clients that hold their connection: they send a byte now and then, or have sent invalid bytes and never close. */
export interface SlowClients {
  /** Disconnects, like a client that is switched off. */
  close(): void
}

const EVERY_MS = 200
const HEAD =
  'POST /v1/users/signin HTTP/1.1\r\nHost: x\r\nCookie: XSRF-TOKEN=a\r\nX-XSRF-TOKEN: a\r\nContent-Type: application/json\r\nContent-Length: 16000\r\n\r\n'
const AT_ONCE = 100

/** Half of them send their header slowly, half their body. */
export async function slowClients(port: number, count: number): Promise<SlowClients> {
  const sockets = await Promise.all(Array.from({ length: count }, () => opened(port)))
  for (const [at, socket] of sockets.entries()) socket.write(at % 2 === 0 ? HEAD : HEAD.slice(0, 40))
  const timer = setInterval(() => {
    for (const [at, socket] of sockets.entries()) if (socket.writable) socket.write(at % 2 === 0 ? ' ' : 'x')
  }, EVERY_MS)
  return {
    close: () => {
      clearInterval(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Clients that send bytes that are not HTTP, read the answer and stay connected. */
export async function rubbishClients(port: number, count: number): Promise<SlowClients> {
  const sockets: Socket[] = []
  for (let done = 0; done < count; done += AT_ONCE) {
    const some = await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, () => opened(port)))
    await Promise.all(
      some.map((socket) => {
        socket.write('rubbish\r\n\r\n')
        return once(socket, 'data')
      }),
    )
    sockets.push(...some)
  }
  return { close: () => sockets.forEach((socket) => socket.destroy()) }
}

async function opened(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  // The server is expected to close it.
  socket.on('error', () => undefined)
  return socket
}
