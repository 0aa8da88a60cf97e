import { Button } from '@mantine/core'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { RunEdits } from './use-run-edits.ts'
import styles from './run-page.module.css'

/**
 * Edits that conflicted with another user's, or got no answer: they are not lost, and nothing of the other user is
 * overwritten without a question.
 */
export function StuckChanges({ edits: { stuck, again, drop } }: { edits: RunEdits }) {
  const { t } = useTranslation('runPage')
  if (stuck.length === 0) return null
  return (
    <section className={styles.stuck} role="alert">
      <h2>{t('stuckTitle', { count: stuck.length })}</h2>
      <p>{t(stuck.some(({ by }) => by === 'somebody') ? 'stuckWhy' : 'stuckLine')}</p>
      <ul>
        {stuck.map(({ key, what, by }) => (
          <li key={key}>
            <span>{what}</span>
            <Button size="compact-md" onClick={() => again(key)}>
              {t(by === 'somebody' ? 'keepMine' : 'tryAgain')}
            </Button>
            <Button size="compact-md" variant="default" onClick={() => drop(key)}>
              {t(by === 'somebody' ? 'useTheirs' : 'discard')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
