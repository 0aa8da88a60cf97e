import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryCache, QueryClient, queryOptions, type QueryMeta, type QueryFunctionContext } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { refusals } from '#domain/refusals.ts'
import type { Answer } from './answers.ts'
import type { Call } from './call.ts'

/** The online-only screens of office and customer. The driver's read Dexie and never load this (dependencies.md, "Client facts"). */
/** What this device keeps of them; whatever else is kept with them begins with it. */
export const LOOK_UPS = 'rr-look-ups'
const DAY_MS = 86_400_000
/** While there is no answer the screen asks again by itself, so that it comes back with the signal. */
const ASK_AGAIN_MS = 8000

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { endpoint?: Endpoint; input?: Record<string, unknown>; persist?: boolean }
  }
}

/** No answer of ours came: not an error of anybody's, the screen says "offline" and comes back by itself. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** The server answered, and not with what was asked for: it said no, or failed. */
export class RefusedByServer extends Error {
  override name = 'RefusedByServer'
}

/** What the address names is not there, or not any more. */
export class NotThere extends RefusedByServer {
  override name = 'NotThere'
}

/** The server, or the proxy before it, failed (5xx): it is asked again by itself. */
export class ServerFailed extends RefusedByServer {
  override name = 'ServerFailed'
}

/**
 * One question of a screen: `useQuery(ask(listRuns, { status: 'active' }))`.
 * @param options.persist keeps the last answer on this device (small look-ups only)
 * @param options.everyMs asks again while the page is visible
 */
export function ask<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: { persist?: boolean; everyMs?: number } = {},
) {
  return queryOptions<OutputOf<E>>({
    queryKey: [endpoint.path, input],
    meta: { endpoint, input: input as Record<string, unknown>, persist: options.persist ?? false },
    refetchInterval: ({ state: { error } }) =>
      error instanceof NoAnswer || error instanceof ServerFailed ? ASK_AGAIN_MS : (options.everyMs ?? false),
  })
}

/** Why a screen has no fresh answer, for its words: no signal is nobody's fault, a failure of the server is not the signal's. */
export function whyStale(error: Error | null): 'no-signal' | 'server' | null {
  if (error === null) return null
  return error instanceof NoAnswer ? 'no-signal' : 'server'
}

/** @param onRefused the red toast @param call the screens' call, which ends the session on 401 and 403 */
export function createQueryClient({
  call,
  onRefused,
}: {
  call: Call
  onRefused: (message: string) => void
}): QueryClient {
  async function answer({ meta, signal }: QueryFunctionContext): Promise<unknown> {
    const { endpoint, input } = meta as QueryMeta & { endpoint?: Endpoint; input?: Record<string, unknown> }
    if (endpoint === undefined) throw new Error('A query without an endpoint: use ask().')
    return valueOf(await call(endpoint, (input ?? {}) as never, { signal }))
  }
  const failing = new WeakSet<object>()
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The 404 page says it already; and a server that goes on failing is told of once.
        const isSaid =
          (error instanceof NotThere && query.state.data === undefined) ||
          (error instanceof ServerFailed && failing.has(query))
        if (error instanceof ServerFailed) failing.add(query)
        if (error instanceof RefusedByServer && !isSaid) onRefused(error.message)
      },
      onSuccess: (_, query) => void failing.delete(query),
    }),
    defaultOptions: {
      queries: {
        queryFn: answer,
        // What the browser says of the network is a hint in both directions; only an answer counts (offline.md, "Sending").
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: 'always',
        retry: false,
        staleTime: 5000,
        gcTime: DAY_MS,
        // Spec 4: a query's error goes to the error screen. Without signal the screen stays and says so.
        throwOnError: (error, query) => !(error instanceof NoAnswer) && query.state.data === undefined,
      },
    },
  })
}

function valueOf(answer: Answer<unknown>): unknown {
  if (answer.kind === 'ok') return answer.value ?? null
  if (answer.kind === 'refused') {
    const { problem, status } = answer
    if (status >= 500) throw new ServerFailed(problem.message)
    throw problem.code === 'not_found' ? new NotThere(problem.message) : new RefusedByServer(problem.message)
  }
  // A proxy whose server is down. 511 is a network that wants a sign-in first: no failure of the server's.
  if (answer.kind === 'foreign' && answer.status >= 500 && answer.status !== 511)
    throw new ServerFailed(refusals.broken.message)
  throw new NoAnswer(answer.kind)
}

/**
 * Keeps what asked for it (`persist`), for this user and this build only, never a mutation. The persister is deprecated
 * upstream; this file alone knows it.
 */
export function persistOptions(userID: string, appBuild: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({ storage: localStorage, key: LOOK_UPS, throttleTime: 1000 }),
    // Counted up when something that was kept must go from every device, as the texts of mails with their links had to.
    buster: `2 ${userID} ${appBuild}`,
    maxAge: DAY_MS,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: (query) =>
        query.state.status === 'success' && query.meta?.persist === true && !isPrivate(query.meta.endpoint),
    },
  }
}

/** Mails carry links and what is one person's; sign-ins and second steps are a person's own. None of them is ever kept, asked for or not. */
function isPrivate(endpoint: Endpoint | undefined): boolean {
  return (
    endpoint === undefined || /^\/v1\/(mails|users\/(profile|sessions|second-factor|password))\b/.test(endpoint.path)
  )
}

/** "Try again" on the error screen: what failed is asked anew when the screen is drawn anew. */
export function forgetFailures(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.state.status === 'error' && query.state.data === undefined })
}

/** At sign-out nothing of the last person's screens stays. */
export function forgetLookUps(client: QueryClient): void {
  client.clear()
  for (const key of Object.keys(localStorage)) if (key.startsWith(LOOK_UPS)) localStorage.removeItem(key)
}
