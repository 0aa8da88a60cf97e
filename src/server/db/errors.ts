/**
 * The causes of database errors. drizzle wraps each in an error whose message contains statement and parameters; that
 * message is never passed on.
 */
interface DatabaseRefusal {
  code: string
  constraint: string | undefined
  severity: string | undefined
}

/** Codes of the system, not of the database, although EPIPE has the form of an SQLSTATE. */
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
])

function refusalOf(error: unknown): DatabaseRefusal | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!('code' in current) || typeof current.code !== 'string' || !/^[0-9A-Z]{5}$/.test(current.code)) continue
    if (SOCKET_CODES.has(current.code)) continue
    return { code: current.code, constraint: textOf(current, 'constraint'), severity: textOf(current, 'severity') }
  }
  return undefined
}

function textOf(error: Error, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : undefined
}

/** The name of the violated unique constraint or index. */
export function uniqueViolation(error: unknown): string | undefined {
  return violated(error, '23505')
}

export function foreignKeyViolation(error: unknown): string | undefined {
  return violated(error, '23503')
}

export function checkViolation(error: unknown): string | undefined {
  return violated(error, '23514')
}

function violated(error: unknown, code: string): string | undefined {
  const refusal = refusalOf(error)
  return refusal?.code === code ? (refusal.constraint ?? '') : undefined
}

const CANCELLED = '57014'

/** Whether the statement was given up, or took longer than its connection allows. */
export function tookTooLong(error: unknown): boolean {
  return refusalOf(error)?.code === CANCELLED
}

/** Thrown in place of a statement of work that was given up, with the code of a cancelled one. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp'
  readonly code = CANCELLED
  constructor() {
    super('This work was given up: nobody waits for it any more, or it took too long.')
  }
}

/** Whether the same work may succeed next time: a serialisation failure (40001) or deadlock (40P01). */
export function worthRetrying(error: unknown): boolean {
  const code = refusalOf(error)?.code
  return code === '40001' || code === '40P01'
}

/** Whether a lock was not to be had within `lock_timeout`. */
export const lockNotHad = (error: unknown): boolean => refusalOf(error)?.code === '55P03'

/** Whether a text contained a NUL character, which PostgreSQL can't store; the caller is told. */
export function nulRefused(error: unknown): boolean {
  const code = refusalOf(error)?.code
  return code === '22021' || code === '22P05'
}

const POOL_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|Client was closed|Query read timeout)/

/** Whether all connections of the pool stayed in use, which says nothing about the server. */
export const noFreeConnection = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** A write on a standby, or on a primary that was made one: another server of the database takes writes. */
export const READ_ONLY = '25006'

/** Its disk is full, it has no memory, or "too many clients already", as when every server connects anew. */
const USED_UP = new Set(['53100', '53200', '53300'])

/**
 * Whether the database could not be reached, fell silent, takes no writes, has nothing left to do it with, or the
 * connection was lost (503). Whether an open commit succeeded is then unknown.
 */
export function connectionLost(error: unknown): boolean {
  const code = refusalOf(error)?.code
  if (code !== undefined)
    return code.startsWith('08') || code.startsWith('57P') || code === READ_ONLY || USED_UP.has(code)
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && SOCKET_CODES.has(current.code)) return true
    if (POOL_MESSAGES.test(current.message)) return true
  }
  return false
}

/** Whether the database is shutting down (PANIC) or has closed this connection (FATAL). */
export function fatalSeverity(error: unknown): boolean {
  const severity = refusalOf(error)?.severity
  return severity === 'PANIC' || severity === 'FATAL'
}

/**
 * What may be logged of a database error: code, constraint and the generic message. No statement, no parameters, no
 * `detail`, which quotes the row.
 */
export function describeDatabaseError(error: unknown): { message: string; code?: string; constraint?: string } {
  const refusal = refusalOf(error)
  const cause = innermost(error)
  const message = refusal !== undefined && QUOTING_CODES.test(refusal.code) ? 'invalid value' : cause.message
  return {
    message: message.startsWith('Failed query:') ? 'a database statement failed' : message,
    ...(refusal === undefined ? {} : { code: refusal.code }),
    ...(refusal?.constraint === undefined ? {} : { constraint: refusal.constraint }),
  }
}

/** The server of DATABASE_URL can't be reached now, as opposed to one that refuses its user or is too old. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable'
}

/** The error with the sentence for the operator when the database can't be opened. */
export function databaseUnusable(error: unknown): Error {
  const sentence = `DATABASE_URL: the PostgreSQL server can't be used: ${describeDatabaseError(error).message}`
  return connectionLost(error) ? new DatabaseUnreachable(sentence) : new Error(sentence)
}

/** Messages of class 22, "data exception", quote the value. */
const QUOTING_CODES = /^22/

function innermost(error: unknown): Error {
  let current = error instanceof Error ? error : new Error(String(error))
  while (current.cause instanceof Error) current = current.cause
  return current
}

/**
 * Whether the caller's value can't be stored: it does not fit its column (class 22), violates a constraint (23) or is
 * too large (54).
 */
export function valueRefused(error: unknown): boolean {
  return /^(22|23|54)/.test(refusalOf(error)?.code ?? '')
}
