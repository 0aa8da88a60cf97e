import * as z from 'zod/mini'
import { fieldMessage } from '#contract/problem.ts'

/** The error sentence for a single value outside a form; null when it is valid. */
export function checkValue(schema: z.ZodMiniType, value: unknown): string | null {
  const result = z.safeParse(schema, value, { reportInput: true })
  return result.success ? null : fieldMessage(result.error.issues[0]!)
}
