import type { SecondFactor } from '#contract/v1/second-factor.ts'

/** Whether nothing would be left, although the office asks for something. */
export function isLastAsked({ required, totpSince, passkeys }: SecondFactor): boolean {
  return required && passkeys.length + (totpSince === null ? 0 : 1) === 1
}
