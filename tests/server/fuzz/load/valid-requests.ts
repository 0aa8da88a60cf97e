import { Agent, request } from 'node:http'

export interface Asked {
  readonly path: string
  readonly token: string | undefined
}

export interface GoodRequests {
  /** Resolves when the first request is answered, so that its connection exists before the others'. */
  readonly begun: Promise<void>
  /** How long each took (ms), until now. */
  stop(): Promise<{ ms: number[]; failures: string[] }>
}

const PAUSE_MS = 10

/** A client that makes permitted requests, one after the other, over its own connection. */
export function keepAsking(port: number, wanted: readonly Asked[]): GoodRequests {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ms: number[] = []
  const failures: string[] = []
  let going = true
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const done = (async () => {
    for (let at = 0; going; at += 1) {
      const one = wanted[at % wanted.length]!
      const began = performance.now()
      const status = await ask(agent, port, one).catch((error: unknown) => String(error))
      ms.push(performance.now() - began)
      begin()
      if (status !== 200) failures.push(`GET ${one.path}: ${status}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    agent.destroy()
  })()
  return {
    begun,
    stop: async () => {
      going = false
      await done
      return { ms, failures: [...new Set(failures)] }
    },
  }
}

function ask(agent: Agent, port: number, { path, token }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const asked = request({ agent, host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.on('error', reject)
      answer.on('end', () => resolve(answer.statusCode ?? 0))
      answer.resume()
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The value below which `of` percent of the values lie. */
export function percentile(values: readonly number[], of: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? Number.NaN
}
