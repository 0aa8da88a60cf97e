import http from 'node:http'
import { percentile } from '../fleet/measure.ts'

export const CONNECTIONS = 8
/** ms between the other admin's writes. */
const WRITE_EVERY_MS = 25

export interface Load {
  perSecond: number
  p95: number
  p99: number
}

/**
 * Requests one page again and again over eight connections, while another admin changes customers. Any answer but the
 * right one ends the bench.
 */
export async function load(
  office: { origin: string; token: string },
  path: string,
  forMs: number,
  writes: readonly string[],
): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS + 1 })
  const took: number[] = []
  let over = false
  const read = async () => {
    while (!over) {
      const began = performance.now()
      await call(agent, office, 'GET', path)
      took.push(performance.now() - began)
    }
  }
  const write = async () => {
    for (let at = 0; !over; at += 1) {
      const customer = `/v1/users/customers/${writes[at % writes.length]!}`
      await call(
        agent,
        office,
        'PUT',
        customer,
        at % 2 === 0
          ? { notes: `Note ${at} ${performance.now()}` }
          : { address: `${at} Moved Street ${Math.round(performance.now())}` },
      )
      await new Promise((resolve) => setTimeout(resolve, WRITE_EVERY_MS))
    }
  }
  try {
    await call(agent, office, 'GET', path)
    const began = performance.now()
    const all = [write(), ...Array.from({ length: CONNECTIONS }, read)]
    const ended = new Promise<void>((resolve) => setTimeout(resolve, forMs)).then(() => (over = true))
    await Promise.all([...all, ended])
    return {
      perSecond: took.length / ((performance.now() - began) / 1000),
      p95: percentile(took, 0.95),
      p99: percentile(took, 0.99),
    }
  } finally {
    over = true
    agent.destroy()
  }
}

function call(
  agent: http.Agent,
  { origin, token }: { origin: string; token: string },
  method: 'GET' | 'PUT',
  path: string,
  body?: object,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      cookie: 'XSRF-TOKEN=bench',
      'x-xsrf-token': 'bench',
      ...(body && { 'content-type': 'application/json' }),
    }
    const request = http.request(origin + path, { method, agent, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`))
      })
    })
    request.on('error', reject)
    request.end(body && JSON.stringify(body))
  })
}
