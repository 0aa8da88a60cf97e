import { createHmac } from 'node:crypto'
import { newID } from '#domain/identifiers.ts'
import type { Answer, Body } from './person.ts'
import type { Office } from './office.ts'

/** Events as the payment provider sends them: signed with the secret of the office's sandbox. */
export interface CardEvents {
  /** Presses a button of the provider's page. @returns where the browser goes */
  press(url: string, act: string, delivery?: 'usual' | 'twice' | 'late' | 'reversed' | 'never'): Promise<string>
  /** The bytes of an event; the same bytes are the same event. */
  event(type: string, object: object): string
  send(body: string, signature?: string): Promise<Answer<Body>>
  signed(body: string): string
}

export function cardEvents(office: Office): CardEvents {
  const secret = `whsec_${office.deps.secrets.hmac('payments-sandbox', 'webhook secret')}`
  const seconds = () => Math.floor(office.clock.now().getTime() / 1000)
  const signed = (body: string) =>
    `t=${seconds()},v1=${createHmac('sha256', secret).update(`${seconds()}.${body}`).digest('hex')}`
  return {
    signed,
    async press(url, act, delivery = 'usual') {
      const answer = await office.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ act, delivery }).toString(),
      })
      return answer.headers.get('location') ?? ''
    },
    event: (type, object) =>
      JSON.stringify({
        id: `evt_${newID()}`,
        object: 'event',
        created: seconds(),
        livemode: false,
        type,
        data: { object },
      }),
    send: (body, signature = signed(body)) =>
      office.nobody.post('/v1/payments/webhook', body, { 'stripe-signature': signature }),
  }
}
