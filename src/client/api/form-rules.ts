import * as z from 'zod/mini'
import { fieldsOf } from '#contract/problem.ts'

/**
 * Validates a form with its endpoint's own schema, so that its sentences (spec 5) equal the server's. An empty text
 * field counts as not given. @returns field path -> sentence; empty when valid
 */
export function checkFields(schema: z.ZodMiniType, values: Record<string, unknown>): Record<string, string> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const result = z.safeParse(schema, given, { reportInput: true })
  return result.success ? {} : fieldsOf(result.error.issues)
}
