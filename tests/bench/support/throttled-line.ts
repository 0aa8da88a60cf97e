import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** The properties of the network between a phone and its server. */
export interface LineKind {
  /** ms there and back. */
  roundTrip: number
  /** Bytes a second towards the server, all connections together. */
  upload?: number
  /** Part of the packets lost, 0 to 1. */
  loss?: number
}

/** A simulated mobile line in front of a server, with its own port, which the phone opens. */
export interface Line {
  readonly origin: string
  /** Connects the line to this server. */
  up(port: number): void
  /** Disconnects the line: open connections break, new ones are refused. */
  down(): void
  /** Bytes transferred so far, both ways, at the time they travel. */
  carried(): { up: number; down: number }
  close(): Promise<void>
}

const PACKET = 1460
/** Bytes under way in one direction of one connection: 64 KiB behind a bottleneck, so that connections share it. */
const WINDOW = 64 * 1024
const WIDE_WINDOW = 1024 * 1024

/**
 * Simulates delay, bandwidth and loss of a line. A lost packet delays its connection by one round trip, as a fast
 * retransmit does, or by 200 ms more when nothing followed it; congestion control is not simulated.
 */
export async function openLine(kind: LineKind): Promise<Line> {
  let target: number | null = null
  const open = new Set<Socket>()
  const carried = { up: 0, down: 0 }
  const uplink = bottleneck(kind.upload)
  const server: Server = createServer((device) => {
    if (target === null) {
      device.resetAndDestroy()
      return
    }
    const office = connect(target, '127.0.0.1')
    for (const socket of [device, office]) {
      open.add(socket)
      socket.setNoDelay(true)
      // A broken connection breaks at both ends; a closed one first delivers what is still on its way.
      socket.on('error', () => {
        device.destroy()
        office.destroy()
      })
      socket.on('close', () => open.delete(socket))
    }
    // The handshake of a new connection takes one more round trip.
    relay(device, office, kind, { pace: uplink, late: kind.roundTrip, count: (bytes) => (carried.up += bytes) })
    relay(office, device, kind, { pace: (now) => now, late: 0, count: (bytes) => (carried.down += bytes) })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const down = () => {
    target = null
    for (const socket of open) socket.destroy()
  }
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    up: (port) => (target = port),
    down,
    carried: () => ({ ...carried }),
    close: async () => {
      down()
      server.close()
      await once(server, 'close')
    },
  }
}

type Pace = (now: number, bytes: number) => number

function bottleneck(bytesPerSecond: number | undefined): Pace {
  let free = 0
  return (now, bytes) => {
    if (bytesPerSecond === undefined) return now
    free = Math.max(now, free) + (bytes / bytesPerSecond) * 1000
    return free
  }
}

function relay(
  from: Socket,
  to: Socket,
  kind: LineKind,
  { pace, late, count }: { pace: Pace; late: number; count: (bytes: number) => void },
): void {
  const window = kind.upload === undefined ? WIDE_WINDOW : WINDOW
  let underWay = 0
  let lastAt = performance.now() + late
  let ended = false
  const deliver = inTurn()
  from.on('data', (bytes: Buffer) => {
    count(bytes.length)
    underWay += bytes.length
    if (underWay > window) from.pause()
    const stall = stallOf(bytes.length, kind)
    // In order: a connection's bytes never overtake each other.
    lastAt = Math.max(lastAt, pace(performance.now(), bytes.length) + kind.roundTrip / 2 + stall)
    deliver(lastAt, () => {
      if (to.writable) to.write(bytes)
      underWay -= bytes.length
      if (underWay <= window && !ended) from.resume()
    })
  })
  from.on('end', () => {
    ended = true
    deliver(lastAt, () => to.end())
  })
  from.on('close', () => deliver(lastAt, () => to.destroySoon()))
}

/**
 * Runs work at its time, and never before earlier work: two timers of nearly the same time may fire in either order.
 */
function inTurn(): (at: number, work: () => void) => void {
  const waiting: { at: number; work: () => void }[] = []
  const wait = (at: number) => setTimeout(ring, Math.max(0, at - performance.now()))
  const ring = () => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (first.at - performance.now() >= 1) return void wait(first.at)
      waiting.shift()
      first.work()
    }
  }
  return (at, work) => {
    waiting.push({ at, work })
    if (waiting.length === 1) wait(at)
  }
}

function stallOf(bytes: number, { loss = 0, roundTrip }: LineKind): number {
  const packets = Math.ceil(bytes / PACKET)
  if (Math.random() >= 1 - (1 - loss) ** packets) return 0
  return roundTrip + (packets <= 3 ? 200 : 0)
}
