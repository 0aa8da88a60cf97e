import { useTranslation } from '#client/ui/use-translation.ts'
import type { Answer } from '#client/api/answers.ts'
import { showFailure } from '#client/ui/toasts.tsx'

/** The red toast of spec 8 for an answer that is not what was asked for: the server's sentence, or what the network did. */
export function useTellFailure(): (answer: Answer<unknown>) => void {
  const { t } = useTranslation('app')
  return (answer) => {
    if (answer.kind === 'refused') showFailure(t('errorOccurred'), answer.problem.message)
    else if (answer.kind === 'offline') showFailure(t('errorOccurred'), t('noSignal'))
    else if (answer.kind === 'foreign') showFailure(t('errorOccurred'), t('strangeAnswer'))
  }
}
