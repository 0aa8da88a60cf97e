import type { Answer } from '#client/api/answers.ts'
import { t } from '#client/ui/core/texts.ts'

/** Why a sign-in without a form did not work. */
export function answerInWords(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  if (answer.kind === 'refused') return answer.problem.message
  return answer.kind === 'offline'
    ? t('No connection to the server. Please try again when you have signal.')
    : t('Couldn’t reach the server. This network may need its own sign-in.')
}
