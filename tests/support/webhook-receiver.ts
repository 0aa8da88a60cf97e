import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'

/** One accepted message. */
interface ReceivedMessage {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface WebhookReceiver {
  /** Such as `127.0.0.1:41234`, for WEBHOOK_HOSTS. */
  readonly host: string
  readonly url: string
  /** Messages whose signature the reference library of Standard Webhooks found right, in the order they came. */
  readonly received: ReceivedMessage[]
  /** Requests, those that were refused too. */
  asked: number
  /** Called with each request. */
  onAsked?: () => void
  /** The secret that signatures are verified with. */
  secret: string
  /** Its clock, by which it refuses old messages. */
  now: () => Date
  /** The status of the next answers; 0: the connection is cut. */
  status: number
  close(): Promise<void>
}

/** Another program that is told what happened. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      receiver.asked += 1
      receiver.onAsked?.()
      if (receiver.status === 0) return void request.socket.destroy()
      if (receiver.status >= 300) return void response.writeHead(receiver.status, { location: receiver.url }).end()
      const body = Buffer.concat(parts).toString('utf8')
      const clock = vi.spyOn(Date, 'now').mockReturnValue(receiver.now().getTime())
      try {
        new Webhook(receiver.secret).verify(body, request.headers as Record<string, string>)
        const id = String(request.headers['webhook-id'])
        receiver.received.push({ id, ...(JSON.parse(body) as Omit<ReceivedMessage, 'id'>) })
        response.writeHead(receiver.status).end()
      } catch (error) {
        response.writeHead(400).end(String(error))
      } finally {
        clock.mockRestore()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: WebhookReceiver = {
    host,
    url: `http://${host}/hook`,
    received: [],
    asked: 0,
    secret: '',
    now: () => new Date(),
    status: 204,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return receiver
}
