import type { RefusalCode } from '#domain/refusals.ts'
import { foreignKeyViolation, uniqueViolation } from '../db/errors.ts'
import { Refused } from './refused.ts'

/** A code, or a function that throws a refusal with more than its usual sentence. */
type Refusal = RefusalCode | (() => never)

interface Violations {
  /** By the name of the unique index; `any` stands for each of them. */
  readonly unique?: Readonly<Record<string, Refusal>>
  /** The row refers to one that does not exist, or is referred to. */
  readonly reference?: Refusal
}

/**
 * Runs a write and answers a violated constraint with the refusal that it stands for: the database decides races, so
 * nothing is checked before.
 */
export async function refusing<T>(
  write: () => PromiseLike<T>,
  { unique = {}, reference }: Violations,
): Promise<Awaited<T>> {
  try {
    return await write()
  } catch (error) {
    const index = uniqueViolation(error)
    const refusal =
      index !== undefined
        ? (unique[index] ?? unique['any'])
        : foreignKeyViolation(error) === undefined
          ? undefined
          : reference
    if (typeof refusal === 'function') refusal()
    throw refusal === undefined ? error : new Refused(refusal as RefusalCode)
  }
}
