import type { Answer } from '#client/api/answers.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** Shows the red toast (spec 8) for a failed command without a form; nothing on success. */
export function useTold(): (answer: Answer<unknown>) => void {
  const { t } = useTranslation('app')
  return (answer) => {
    if (answer.kind === 'ok' || answer.kind === 'not-modified') return
    const sentence =
      answer.kind === 'refused'
        ? answer.problem.message
        : answer.kind === 'offline'
          ? t('noSignal')
          : t('strangeAnswer')
    showFailure(t('errorOccurred'), sentence)
  }
}
