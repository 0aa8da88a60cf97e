import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Customer, end (ms) and signature. For a token that a mail program cut short, the page says so. */
const input = z.strictObject({ token: z.string().check(z.regex(/^[0-9a-f-]{36}\.[0-9a-f.]{0,100}$/)) })

export const showUnsubscribe = endpoint({
  method: 'GET',
  path: '/v1/unsubscribe/{token}',
  summary:
    'For the link in a reminder’s footer: a page (HTML) with a button that stops collection reminders; changes nothing',
  roles: 'public',
  input,
  output: z.unknown(),
  refusals: [],
})

/** The body is a form that contains only the pressed button: `List-Unsubscribe=One-Click`, or `undo=1`. */
const FORM_BYTES = 2_000

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/v1/unsubscribe/{token}',
  summary:
    'One-click unsubscribe (RFC 8058), by mail programs and by the page’s button: stops collection reminders, or with `undo=1` sends them again; 200 with a page (HTML), also when repeated',
  roles: 'public',
  changes: ['customers'],
  input,
  output: z.unknown(),
  body: 'bytes',
  maxBytes: FORM_BYTES,
  ownProof: true,
  idempotencyKey: false,
  refusals: ['token_invalid'],
})
