import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that notes of every mail for whom it is, its Message-ID and when it came. */
export interface CountingMailServer {
  readonly port: number
  /** By recipient: the Message-IDs of the mails, in the order they came. */
  readonly received: ReadonlyMap<string, readonly string[]>
  /** Called with the recipient of each mail. */
  onMail: (to: string) => void
  close(): Promise<void>
}

export async function openCountingMailServer(): Promise<CountingMailServer> {
  const received = new Map<string, string[]>()
  const counting = { onMail: (_to: string) => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const id = /^Message-ID: *(\S+)/im.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? ''
        for (const { address } of session.envelope.rcptTo) {
          received.set(address, [...(received.get(address) ?? []), id])
          counting.onMail(address)
        }
        done()
      })
    },
  })
  // A sender that is killed ends its connection in the middle.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(counting, {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}
