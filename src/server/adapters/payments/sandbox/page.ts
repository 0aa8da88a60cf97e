import type { SandboxActs } from './acts.ts'
import type { SandboxBalance } from './balance.ts'
import { readForm, textIn } from './form.ts'
import type { SandboxSession } from './objects.ts'
import { ID_PLACE, pageHtml, policyFor, unknownPageHtml } from './page-html.ts'
import { DELIVERIES, type SandboxState } from './state.ts'

export interface PageRequest {
  readonly method: 'GET' | 'POST'
  readonly sessionID: string
  /** Without the question mark. */
  readonly query: string
  readonly body: string
}

export interface PageAnswer {
  readonly status: 200 | 303 | 404
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Parts {
  readonly state: SandboxState
  readonly acts: SandboxActs
  readonly balance: SandboxBalance
  readonly firmName: () => Promise<string>
  /** Stores what changed, and delivers what is due. */
  readonly changed: () => Promise<void>
}

/** The payment page, made of plain forms without scripts. */
export class SandboxPage {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async answer(request: PageRequest): Promise<PageAnswer> {
    const { state, acts } = this.#parts
    acts.passTime()
    const session = state.session(request.sessionID)
    if (!session) return html(404, unknownPageHtml(), policyFor({ success_url: 'http://localhost', cancel_url: null }))
    if (request.method === 'GET') return this.#show(session, request.query === 'declined')
    const form = readForm(request.body)
    const act = textIn(form ?? {}, 'act')
    const delivery = DELIVERIES.find((one) => one === textIn(form ?? {}, 'delivery')) ?? 'usual'
    const where = session.status === 'open' ? this.#pay(session, act, delivery) : this.#afterwards(session, act)
    await this.#parts.changed()
    return { status: 303, headers: { location: where, 'cache-control': 'no-store' }, body: '' }
  }

  async #show(session: SandboxSession, declined: boolean): Promise<PageAnswer> {
    const { state } = this.#parts
    const payment = session.payment_intent === null ? undefined : state.payment(session.payment_intent)
    const body = pageHtml({
      firmName: await this.#parts.firmName(),
      session,
      lines: state.stored.lines[session.id] ?? [],
      payment,
      refunded: payment ? state.refundedOf(payment.id) : 0,
      dispute: payment && state.disputeOf(payment.id),
      declined,
    })
    return html(200, body, policyFor(session))
  }

  /** @returns where the browser goes next */
  #pay(session: SandboxSession, act: string | undefined, delivery: (typeof DELIVERIES)[number]): string {
    const { acts } = this.#parts
    const success = session.success_url.replaceAll(ID_PLACE, session.id)
    switch (act) {
      case 'card':
        acts.payByCard(session, delivery)
        return success
      case 'debit_succeeds':
      case 'debit_fails':
        acts.payByDebit(session, act === 'debit_succeeds', delivery)
        return success
      case 'cancel':
        return session.cancel_url ?? `./${session.id}`
      case 'decline':
        return `./${session.id}?declined`
      default:
        return `./${session.id}`
    }
  }

  #afterwards(session: SandboxSession, act: string | undefined): string {
    const { state, acts, balance } = this.#parts
    const payment = session.payment_intent === null ? undefined : state.payment(session.payment_intent)
    const here = `./${session.id}`
    // The button was pressed a second time, and the payment is made already.
    if (act === 'card' && payment) return session.success_url.replaceAll(ID_PLACE, session.id)
    if (payment?.status !== 'succeeded') return here
    const left = payment.amount - state.refundedOf(payment.id)
    if (act === 'refund_half' && left > 1) acts.refund(payment, Math.floor(left / 2), 'usual')
    if (act === 'refund_rest' && left > 0) acts.refund(payment, left, 'usual')
    if (act === 'dispute') acts.dispute(payment, 'usual')
    if (act === 'dispute_won' || act === 'dispute_lost')
      acts.closeDispute(payment, act === 'dispute_won' ? 'won' : 'lost', 'usual')
    if (act === 'pay_out') balance.payOut()
    if (act === 'again') acts.deliverAgain(session)
    return here
  }
}

function html(status: 200 | 404, body: string, policy: string): PageAnswer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    },
    body,
  }
}
