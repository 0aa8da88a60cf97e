import type { FaultKind } from './fault-kinds.ts'

/** An answer that does not come from the server that was called. */
export interface FalseAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** The false answer of each kind that has one. The proxy knows where a redirect leads. */
export const FALSE_ANSWERS: Partial<Record<FaultKind, FalseAnswer>> = {
  'captive portal, HTML 200': {
    status: 200,
    headers: HTML,
    body: '<html><title>Harbour Wi-Fi</title>Welcome. Please accept our terms.</html>',
  },
  redirect: { status: 302, headers: HTML, body: '' },
  'a stranger’s 404': {
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: '{"message":"no such route","code":"not_found"}',
  },
  'a stranger’s 413': { status: 413, headers: HTML, body: '<h1>Request Entity Too Large</h1>' },
  'a stranger’s 502': { status: 502, headers: HTML, body: '<h1>Bad Gateway</h1>' },
  '401 for three seconds': ours(401, 'unauthenticated', 'Please sign in.'),
  '408': ours(408, 'not_understood', 'That took too long.'),
  '413': ours(413, 'body_too_large', 'That is too much at once.'),
  '429 with Retry-After': ours(429, 'rate_limited', 'Please wait a moment.', 2),
  '500': ours(500, 'internal', 'Something went wrong.'),
  '503 with Retry-After': ours(503, 'unavailable', 'Back in a moment.', 1),
}

/** A problem in our server's format. */
function ours(status: number, code: string, message: string, retryAfter?: number): FalseAnswer {
  const headers = {
    'content-type': 'application/problem+json',
    'x-bagrun': '1',
    'cache-control': 'no-store',
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  }
  return { status, headers, body: JSON.stringify({ message, code }) }
}
