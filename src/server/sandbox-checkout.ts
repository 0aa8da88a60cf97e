import type { FastifyInstance } from 'fastify'
import type { PaymentsSandbox } from './adapters/payments/sandbox/sandbox.ts'
import { SANDBOX_PATH } from './adapters/payments/sandbox/new-session.ts'

const WEBHOOK = '/v1/payments/webhook'

/**
 * Serves the sandbox's payment page on the product's own address, and delivers its webhooks to this app without a
 * network, so that it works with TLS, a proxy or another port.
 */
export function addSandboxCheckout(app: FastifyInstance, sandbox: PaymentsSandbox): void {
  app.route<{ Params: { sessionID: string } }>({
    method: ['GET', 'POST'],
    url: `${SANDBOX_PATH}:sessionID`,
    handler: async (request, reply) => {
      const { status, headers, body } = await sandbox.page({
        method: request.method === 'POST' ? 'POST' : 'GET',
        sessionID: request.params.sessionID,
        query: request.url.split('?', 2)[1] ?? '',
        body: Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
      })
      return reply.code(status).headers(headers).send(body)
    },
  })
  sandbox.sendWebhooksWith(async (payload, headers) => {
    const answer = await app.inject({ method: 'POST', url: WEBHOOK, headers, payload })
    return answer.statusCode
  })
}
