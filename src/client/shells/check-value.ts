import * as z from 'zod/mini'
import { fieldMessage } from '#contract/problem.ts'

/** What is wrong with one value that is no form's; null when all is well. */
export function checkValue(schema: z.ZodMiniType, value: unknown): string | null {
  const result = z.safeParse(schema, value, { reportInput: true })
  return result.success ? null : fieldMessage(result.error.issues[0]!)
}
