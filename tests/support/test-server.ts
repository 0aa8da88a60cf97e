import { buildApp } from '#server/http/app.ts'
import type { Route } from '#server/http/serve.ts'
import type { Dependencies } from '#server/ports.ts'
import { inProcess } from './in-process.ts'
import type { Office } from './office.ts'
import { type Nobody, nobodyOf, type Person } from './person.ts'

export interface SmallApp {
  readonly fetch: typeof globalThis.fetch
  readonly nobody: Nobody
  /** A client of this app with the session of a person of the office. */
  as(person: Person): Nobody
}

/**
 * The server's real request handling (its conventions) in front of operations that exist only in a test, without the
 * business.
 */
export async function smallApp(
  office: Office,
  routes: Route[],
  overrides: Partial<Dependencies> = {},
): Promise<SmallApp> {
  const app = await buildApp({ ...office.deps, ...overrides }, routes, {
    trustProxy: false,
    tls: null,
    origin: null,
    clientDir: null,
  })
  const fetch = inProcess(app)
  return { fetch, nobody: nobodyOf(fetch), as: (person) => nobodyOf(fetch, person.token) }
}
