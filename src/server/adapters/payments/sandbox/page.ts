import { passTime } from './due-tasks.ts'
import { readForm, textIn } from './form.ts'
import type { SandboxSession } from './objects.ts'
import { policyFor } from './page-frame.ts'
import { pageHtml, unknownPageHtml } from './page-html.ts'
import type { InTurn, SandboxParts } from './parts.ts'
import { paymentFacts, pressPayment } from './payment-page.ts'
import { setupHtml } from './setup-html.ts'
import { pressSetup, setupFacts } from './setup-page.ts'
import { DELIVERIES } from './stored-tasks.ts'

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
  readonly inTurn: InTurn
  readonly firmName: () => Promise<string>
  /** Delivers what is due. */
  readonly changed: () => Promise<void>
}

/** The pages on which a customer pays or saves a method, made of plain forms without scripts. */
export class SandboxPage {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async answer(request: PageRequest): Promise<PageAnswer> {
    const { inTurn, changed } = this.#parts
    if (request.method === 'GET') return this.#show(request)
    const where = await inTurn(async (parts) => {
      const session = await sessionOf(request, parts)
      return session && press(session, request.body, parts)
    })
    if (where === undefined) return unknown()
    await changed()
    return { status: 303, headers: { location: where, 'cache-control': 'no-store' }, body: '' }
  }

  async #show(request: PageRequest): Promise<PageAnswer> {
    const page = await this.#parts.inTurn(async (parts) => {
      const session = await sessionOf(request, parts)
      return session && htmlOf(session, request.query === 'declined', parts)
    })
    if (page === undefined) return unknown()
    // The name is read outside of the turn's transaction.
    return html(200, page.with(await this.#parts.firmName()), policyFor(page.session))
  }
}

async function sessionOf({ sessionID }: PageRequest, parts: SandboxParts): Promise<SandboxSession | undefined> {
  await passTime(parts)
  return parts.objects.find('checkout.session', sessionID)
}

function press(session: SandboxSession, body: string, parts: SandboxParts): Promise<string> {
  const form = readForm(body) ?? {}
  const act = textIn(form, 'act')
  const delivery = DELIVERIES.find((one) => one === textIn(form, 'delivery')) ?? 'usual'
  return session.mode === 'setup'
    ? pressSetup(session, act, delivery, parts)
    : pressPayment(session, act, delivery, parts)
}

async function htmlOf(session: SandboxSession, declined: boolean, parts: SandboxParts) {
  if (session.mode === 'setup') {
    const facts = await setupFacts(session, parts)
    return { session, with: (firmName: string) => setupHtml({ ...facts, firmName }) }
  }
  const facts = await paymentFacts(session, parts)
  return { session, with: (firmName: string) => pageHtml({ ...facts, declined, firmName }) }
}

const unknown = () => html(404, unknownPageHtml(), policyFor({ success_url: 'http://localhost', cancel_url: null }))

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
