import type { Answer } from '#client/api/answers.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'

/** Shows the red toast (spec 8) for a failed command without a form; nothing on success. */
export function useTold(): (answer: Answer<unknown>) => void {
  return (answer) => {
    if (answer.kind === 'ok' || answer.kind === 'not-modified') return
    const sentence =
      answer.kind === 'refused'
        ? answer.problem.message
        : answer.kind === 'offline'
          ? t('No connection to the server.')
          : t('Couldn’t reach the server. This network may need its own sign-in.')
    showFailure(t('An error occurred.'), sentence)
  }
}
