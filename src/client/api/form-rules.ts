import * as z from 'zod/mini'
import { fieldsOf } from '#contract/problem.ts'

/**
 * A form's rules are its endpoint's own: the same schema, the same sentences (spec 5) as the server's.
 * An empty text box is a value that was not given. @returns field path -> sentence; empty when all is well
 */
export function checkFields(schema: z.ZodMiniType, values: Record<string, unknown>): Record<string, string> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const result = z.safeParse(schema, given, { reportInput: true })
  return result.success ? {} : fieldsOf(result.error.issues)
}
