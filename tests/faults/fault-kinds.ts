/** The sort of a request, which decides which faults it can meet. */
export type Sort = 'done' | 'sign' | 'bytes'
const SENDS: readonly Sort[] = ['done', 'sign', 'bytes']

/** All faults between a phone and its server, and which requests each fits. */
export const FAULTS = {
  'request dropped': SENDS,
  'answer dropped after commit': SENDS,
  'hang, then the phone dies': SENDS,
  'hang after commit, then the phone dies': SENDS,
  'delivered twice': SENDS,
  'delivered twice at once': SENDS,
  'delivered again later': SENDS,
  'delivered late, given up meanwhile': SENDS,
  'slow trickle': SENDS,
  'upload cut off': ['bytes'],
  'answer cut off, length right': ['done', 'sign'],
  'answer cut off, length wrong': ['done', 'sign'],
  'answer cut off in a chunk': ['done', 'sign'],
  'captive portal, HTML 200': SENDS,
  redirect: SENDS,
  'a stranger’s 404': SENDS,
  'a stranger’s 413': ['done'],
  'a stranger’s 502': SENDS,
  '401 for three seconds': ['done', 'sign'],
  408: SENDS,
  413: ['done', 'bytes'],
  '429 with Retry-After': SENDS,
  500: SENDS,
  '503 with Retry-After': SENDS,
} as const satisfies Record<string, readonly Sort[]>

export type FaultKind = Extract<keyof typeof FAULTS, string> | `${Extract<keyof typeof FAULTS, number>}`
export const FAULT_KINDS = Object.keys(FAULTS) as FaultKind[]

export function fits(kind: FaultKind, sort: Sort): boolean {
  const sorts: readonly Sort[] = FAULTS[kind as keyof typeof FAULTS]
  return sorts.includes(sort)
}

/** Null: a request that carries no work of the driver. */
export function sortOf(method: string, path: string): Sort | null {
  if (method === 'PUT' && /^\/v1\/runs\/[^/]+\/done$/.test(path)) return 'done'
  if (method === 'POST' && path.startsWith('/v1/users/signed-url')) return 'sign'
  return method === 'PUT' && path.startsWith('/v1/files/') ? 'bytes' : null
}
