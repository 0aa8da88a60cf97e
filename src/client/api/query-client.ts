import { deviceStorage } from './browser-storage.ts'
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { QueryCache, QueryClient, queryOptions, type QueryMeta, type QueryFunctionContext } from '@tanstack/react-query'
import type { PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import { type CallOf, type Endpoint, nounOf, type Nouns, type OutputOf, pathNames } from '#contract/endpoint.ts'
import { refusals } from '#domain/refusals.ts'
import type { Answer } from './answers.ts'
import type { Call } from './call.ts'

// Holds the queries of the online-only screens. The driver's screens read Dexie and never load this (dependencies.md,
// "Client facts").

/** Storage key of the persisted queries; keys of other data cleared together with them begin with it. */
export const LOOK_UPS = 'rr-look-ups'
const DAY_MS = 86_400_000
/** Queries without an answer are repeated at this interval, ms, so that the screen recovers when signal returns. */
const ASK_AGAIN_MS = 8000

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { endpoint?: Endpoint; input?: Record<string, unknown>; persist?: boolean; inPlace?: boolean }
  }
}

/** No answer of our server. The screen shows "offline" and retries by itself. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** The server answered with a refusal or an error. */
export class RefusedByServer extends Error {
  override name = 'RefusedByServer'
}

/** The object of the address does not exist, or no longer exists. */
export class NotThere extends RefusedByServer {
  override name = 'NotThere'
}

/** The server, or the proxy before it, failed (5xx). The query is repeated automatically. */
export class ServerFailed extends RefusedByServer {
  override name = 'ServerFailed'
}

/** The query reads more than the server does in its time, so only the user repeats it. */
export class TooSlow extends RefusedByServer {
  override name = 'TooSlow'
}

/** A query's key: the noun its answer is about, then the address and input. */
export const keyOf = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  [nounOf(endpoint.path), endpoint.path, input] as const

/**
 * Refetches what an act has changed: the queries about the nouns its endpoint declares, and those made from them.
 * @param keep addresses left alone: their object no longer exists, or their new state is known
 */
export async function invalidateChanged(
  client: QueryClient,
  { changes }: { changes: Nouns },
  keep: (path: string) => boolean = () => false,
): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [noun, path], meta }) =>
      !keep(String(path)) && isTouched(changes, String(noun), meta?.endpoint?.reads ?? 'any'),
  })
}

/** A query that does not say what it reads may read everything. */
const isTouched = (changes: Nouns, noun: string, reads: Nouns): boolean =>
  changes === 'any' ||
  (reads === 'any' ? changes.length > 0 : changes.some((one) => one === noun || reads.includes(one)))

/**
 * The options of one query: `useQuery(ask(listRuns, { status: 'active' }))`.
 * @param options.persist stores the last answer on this device (small look-ups only)
 * @param options.everyMs refetches at this interval while the page is visible
 * @param options.inPlace a StaleNotice stands for an answer that takes too long or a failing server, and the rest of
 * the screen stays
 */
export function ask<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: { persist?: boolean; everyMs?: number; inPlace?: boolean } = {},
) {
  return queryOptions<OutputOf<E>>({
    queryKey: keyOf(endpoint, input),
    meta: {
      endpoint,
      input: input as Record<string, unknown>,
      persist: options.persist ?? false,
      inPlace: options.inPlace ?? false,
    },
    refetchInterval: ({ state: { error } }) =>
      error instanceof NoAnswer || error instanceof ServerFailed ? ASK_AGAIN_MS : (options.everyMs ?? false),
  })
}

/** Why a screen has no fresh answer, for its text: no signal, or a server error. */
export function whyStale(error: Error | null): 'no-signal' | 'server' | null {
  if (error === null) return null
  return error instanceof NoAnswer ? 'no-signal' : 'server'
}

/** Whether a StaleNotice shows the error, so that no toast repeats it. */
const isShownInPlace = (error: Error, meta: QueryMeta | undefined): boolean =>
  meta?.inPlace === true && (error instanceof TooSlow || error instanceof ServerFailed)

/** @param onRefused shows the red toast @param call the screens' call, which ends the session on 401 and 403 */
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
    if (!canExist(endpoint, input)) throw new NotThere(refusals.not_found.message)
    return valueOf(await call(endpoint, (input ?? {}) as never, { signal }))
  }
  const failing = new WeakSet<object>()
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // The 404 page shows it already; repeated failures of the server are shown once.
        const isShown =
          isShownInPlace(error, query.meta) ||
          (error instanceof NotThere && query.state.data === undefined) ||
          (error instanceof ServerFailed && failing.has(query))
        if (error instanceof ServerFailed) failing.add(query)
        if (error instanceof RefusedByServer && !isShown) onRefused(error.message)
      },
      onSuccess: (_, query) => void failing.delete(query),
    }),
    defaultOptions: {
      queries: {
        queryFn: answer,
        // The browser's network state is unreliable in both directions; only an answer counts (offline.md, "Sending").
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: 'always',
        retry: false,
        staleTime: 5000,
        gcTime: DAY_MS,
        // Spec 4: a query's error goes to the error screen. Without signal the screen stays and shows a notice.
        throwOnError: (error, query) =>
          !(error instanceof NoAnswer) && query.state.data === undefined && !isShownInPlace(error, query.meta),
      },
    },
  })
}

/**
 * Whether the server could know this address. `/v1/invoices/bulk` is an act and no invoice: its answer would be about
 * something else.
 */
function canExist({ path, input: shape }: Endpoint, input: Record<string, unknown> = {}): boolean {
  const names = pathNames(path)
  const checked = names.length > 0 ? shape.safeParse(input) : null
  return checked?.error?.issues.every((issue) => !names.includes(String(issue.path[0]))) ?? true
}

function valueOf(answer: Answer<unknown>): unknown {
  if (answer.kind === 'ok') return answer.value ?? null
  if (answer.kind === 'refused') {
    const { problem, status } = answer
    if (status >= 500) throw new ServerFailed(problem.message)
    if (problem.code === 'too_slow') throw new TooSlow(problem.message)
    throw problem.code === 'not_found' ? new NotThere(problem.message) : new RefusedByServer(problem.message)
  }
  // A proxy whose server is down. 511 is a network that requires a sign-in first, not a failure of the server.
  if (answer.kind === 'foreign' && answer.status >= 500 && answer.status !== 511)
    throw new ServerFailed(refusals.broken.message)
  throw new NoAnswer(answer.kind)
}

/**
 * Persists the queries that ask for it (`persist`), for this user and build only, never a mutation. The persister is
 * deprecated upstream; only this file uses it.
 */
export function persistOptions(userID: string, appBuild: string): Omit<PersistQueryClientOptions, 'queryClient'> {
  return {
    persister: createSyncStoragePersister({ storage: deviceStorage, key: LOOK_UPS, throttleTime: 1000 }),
    // Increase the number to delete stored data from every device, as was done for the texts of mails with their links.
    buster: `2 ${userID} ${appBuild}`,
    maxAge: DAY_MS,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: (query) =>
        query.state.status === 'success' && query.meta?.persist === true && !isPrivate(query.meta.endpoint),
    },
  }
}

/**
 * Whether answers are never persisted: mails contain links and personal data; sessions and second factors are personal.
 */
function isPrivate(endpoint: Endpoint | undefined): boolean {
  return (
    endpoint === undefined || /^\/v1\/(mails|users\/(profile|sessions|second-factor|password))\b/.test(endpoint.path)
  )
}

/** "Try again" on the error screen: resets failed queries, so that they run again when the screen renders. */
export function forgetFailures(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.state.status === 'error' && query.state.data === undefined })
}

export function forgetLookUps(client: QueryClient): void {
  client.clear()
  for (const key of deviceStorage.keys()) if (key.startsWith(LOOK_UPS)) deviceStorage.removeItem(key)
}
