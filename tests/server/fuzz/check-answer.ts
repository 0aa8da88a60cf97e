import type { Draft } from './request.ts'
import type { Heard } from './raw-http.ts'

/** No answer takes longer (ms). */
export const SLOW_MS = 2_000
const LONGEST_MESSAGE = 300

/** What an answer must never contain: messages of the database or the program, and paths on the server's disk. */
const INSIDES: readonly RegExp[] = [
  /\b(select|insert into|delete from|update)\b.+\b(from|values|set|where|returning)\b/i,
  /\b(relation|column|constraint|duplicate key|violates|syntax error|deadlock|serializ|failed query|sqlstate)\b/i,
  /\b(postgres|pglite|drizzle|fastify|zod|node_modules)\b/i,
  /\b\w*(Error|Exception)\b:?/,
  /^\s*at .+:\d+/m,
  /\.(ts|js|mjs):\d+/,
  /(^|\s)\/(work|home|root|tmp|usr|var|srv|opt)\//,
  /\[object |\bundefined\b|\bNaN\b/,
]

/** What is wrong with an answer, in sentences; an empty list when nothing is. */
export function judge(
  draft: Draft,
  heard: Heard,
  written: readonly string[],
  tableNames: readonly string[],
  slowMs = SLOW_MS,
): string[] {
  const { status } = heard
  const wrong: string[] = []
  if (status >= 500 && !isBusy(heard)) wrong.push(`it is answered ${status}`)
  if (heard.tookMs > slowMs || heard.computedMs > SLOW_MS)
    wrong.push(`it took ${Math.round(heard.tookMs)} ms, ${Math.round(heard.computedMs)} of them computing`)
  if (status >= 400) wrong.push(...refusalsFaults(draft, heard, tableNames))
  if (status >= 400 && written.length > 0) wrong.push(`it is refused, and has written: ${written.join(', ')}`)
  if (draft.mustRefuse && status < 400)
    wrong.push(`its document does not allow it, or not from this caller, and it is answered ${status}`)
  if (!draft.strange && status < 400 && !draft.operation.statuses.includes(status))
    wrong.push(`${status} is not among the answers its document names`)
  return wrong
}

/** The database is overloaded, and the answer reports it with the seconds to wait. */
export const isBusy = ({ status, headers }: Heard): boolean => status === 503 && Number(headers['retry-after']) > 0

function refusalsFaults(draft: Draft, { status, headers, body }: Heard, tableNames: readonly string[]): string[] {
  if (draft.method === 'HEAD') return []
  const wrong: string[] = []
  if (!/^application\/problem\+json\b/.test(headers['content-type'] ?? ''))
    wrong.push(`a refusal of the type ${headers['content-type']}`)
  const problem = problemIn(body)
  if (problem === null) return [...wrong, `a refusal that is no problem: ${body.slice(0, 200)}`]
  const { message, code, requestID, fields = {} } = problem
  if (!isSentence(message)) wrong.push(`the message is no sentence: ${JSON.stringify(message)}`)
  if (typeof code !== 'string' || !/^[a-z][a-z_]+$/.test(code)) wrong.push(`the code is ${JSON.stringify(code)}`)
  if (typeof requestID !== 'string' || requestID !== headers['x-request-id'])
    wrong.push('the request has no number, or two')
  for (const [field, sentence] of Object.entries(fields))
    if (!isSentence(sentence)) wrong.push(`the field ${field.slice(0, 50)} is told ${JSON.stringify(sentence)}`)
  if (status === 422 && code === 'fields_invalid' && Object.keys(fields).length === 0) wrong.push('no field is named')
  if (status === 429 && !(Number(headers['retry-after']) > 0)) wrong.push('429 without Retry-After')
  const told = [message, ...Object.values(fields), problem['reason']]
    .filter((text) => typeof text === 'string')
    .join('\n')
  for (const inside of INSIDES)
    if (inside.test(told)) wrong.push(`it tells of its insides (${inside}): ${told.slice(0, 300)}`)
  const table = tableNames.find((name) => name.includes('_') && told.includes(name))
  if (table) wrong.push(`it names the table ${table}`)
  if (!draft.strange && typeof code === 'string' && !(draft.operation.refusals[String(status)] ?? []).includes(code))
    wrong.push(`${status} ${code} is not among the refusals its document names`)
  return wrong
}

interface Problem {
  readonly [name: string]: unknown
  readonly fields?: Readonly<Record<string, unknown>>
}

function problemIn(body: string): Problem | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Problem) : null
  } catch {
    return null
  }
}

/**
 * Text for a person: a capital letter, more than one word, no symbols of code. A mail's {field} is the office's own
 * text.
 */
function isSentence(text: unknown): boolean {
  return (
    typeof text === 'string' &&
    text.length <= LONGEST_MESSAGE &&
    /^\p{Lu}/u.test(text) &&
    /\s/.test(text.trim()) &&
    !/[\p{Cc}<>{}\\]/u.test(text.replace(/\{[a-z][A-Za-z]+\}/g, ''))
  )
}
