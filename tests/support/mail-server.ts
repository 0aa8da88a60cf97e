import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  readonly url: string
  readonly received: Email[]
  /** The server's response to the next recipients; null accepts them. */
  refuse: { code: number; message: string } | null
  /** Called before a mail's acceptance is answered; the mail counts as received. */
  beforeAccepting: (() => Promise<unknown>) | null
  close(): Promise<void>
}

/** A mail server for one test, on a port that the system chooses. */
export async function openMailServer(): Promise<MailServer> {
  const received: Email[] = []
  const state: Pick<MailServer, 'refuse' | 'beforeAccepting'> = { refuse: null, beforeAccepting: null }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // Its close waits 30 s for clients that keep their connection, as our pool of connections does.
    closeTimeout: 1,
    onRcptTo: (_address, _session, done) =>
      done(state.refuse && Object.assign(new Error(state.refuse.message), { responseCode: state.refuse.code })),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks)).then(
          async (mail) => {
            received.push(mail)
            await state.beforeAccepting?.()
            done()
          },
          (error: Error) => done(error),
        )
      })
    },
  })
  // A sender that is killed ends its connection in the middle.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    get refuse() {
      return state.refuse
    },
    set refuse(next) {
      state.refuse = next
    },
    get beforeAccepting() {
      return state.beforeAccepting
    },
    set beforeAccepting(next) {
      state.beforeAccepting = next
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
