import * as z from 'zod/mini'

/** The body of every refusal and failure, `application/problem+json` (api.md, "Errors"). */
export const problem = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  /** Why a run, reminder or pickup can't be generated; for `not_a_photo`, the cause. */
  reason: z.optional(z.string()),
  requestID: z.optional(z.string()),
  /** The number of obstacles: customers who follow a suburb, stops without a driver or outcome, open exceptions. */
  count: z.optional(z.number()),
})
export type Problem = z.infer<typeof problem>

export const PROBLEM_TYPE = 'application/problem+json'

interface Issue {
  readonly code?: string | undefined
  readonly path?: readonly PropertyKey[] | undefined
  readonly input?: unknown
  readonly origin?: string | undefined
  readonly format?: string | undefined
  readonly expected?: string | undefined
  readonly keys?: readonly string[] | undefined
  readonly message?: string | undefined
  readonly minimum?: number | bigint | undefined
  readonly maximum?: number | bigint | undefined
  readonly inclusive?: boolean | undefined
}

/** Zod's issue codes for a value of the wrong type. */
const NO_VALUE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value'])

/**
 * The message for an invalid field, in the spec's words (section 5), for form and server.
 * @param issue one issue of zod
 */
export function fieldMessage(issue: Issue): string {
  if (issue.code !== undefined && NO_VALUE.has(issue.code) && (issue.input === undefined || issue.input === null))
    return 'This field is mandatory'
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'This field is mandatory' : 'This field is too short'
  }
  if (issue.code === 'too_big' && issue.origin === 'string') return 'This field is too long'
  if (issue.code === 'invalid_format' && issue.format === 'email') return 'Invalid email address'
  if (issue.code === 'too_small' && issue.minimum === 0) return 'This field must be non-negative Number'
  if (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int'))
    return 'This field must be Number'
  if (issue.code === 'unrecognized_keys') return 'Unknown field'
  // A message given at the schema takes precedence over zod's.
  if (issue.message && issue.message !== 'Invalid input') return issue.message
  return boundOf(issue) ?? 'This field isn’t valid'
}

/** The limit of a number, or of the length of a list: "At most 100". */
function boundOf({ code, origin, minimum, maximum, inclusive = true }: Issue): string | null {
  const most = code === 'too_big'
  const bound = most ? maximum : code === 'too_small' ? minimum : undefined
  if (bound === undefined) return null
  const words = most ? (inclusive ? 'At most' : 'Less than') : inclusive ? 'At least' : 'More than'
  // A year is shown without a thousands separator.
  const shown = bound > 9999 ? bound.toLocaleString('en-AU') : bound
  return `${words} ${shown}${origin === 'array' ? ` entr${Number(bound) === 1 ? 'y' : 'ies'}` : ''}`
}

/** Outside the safe integers the field's own limit, if any, is the better message. */
const isBeyondCounting = ({ code, origin }: Issue) => code === 'too_big' && origin === 'int'

/** Maximum length of a field's name in the answer, because an unknown name may be as long as the body. */
const NAME_SHOWN = 200

/**
 * Zod's issues as `fields` of a problem: `address.postcode` -> sentence. The first issue of a field counts.
 * @param most maximum number of fields named, in order
 */
export function fieldsOf(issues: readonly Issue[], most = Infinity): Record<string, string> {
  // A Map, because a field may be called `constructor`.
  const fields = new Map<string, string>()
  for (const issue of [...issues.filter((one) => !isBeyondCounting(one)), ...issues.filter(isBeyondCounting)]) {
    const at = (issue.path ?? []).map(String)
    const paths = issue.code === 'unrecognized_keys' ? (issue.keys ?? []).map((key) => [...at, key]) : [at]
    for (const path of paths) {
      if (fields.size >= most) return Object.fromEntries(fields)
      const field = shown(path.join('.')) || '(body)'
      if (!fields.has(field)) fields.set(field, fieldMessage(issue))
    }
  }
  return Object.fromEntries(fields)
}

/** Does not cut a surrogate pair in half. */
const shown = (name: string): string =>
  name.length <= NAME_SHOWN ? name : `${name.slice(0, NAME_SHOWN).replace(/[\uD800-\uDBFF]$/, '')}…`
