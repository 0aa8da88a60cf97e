import { useState } from 'react'
import { Button, Text } from '@mantine/core'
import { learnDrivenTimesAnew } from '#contract/v1/driven-times.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'

/** Works the driving times out at once, where waiting for the server's own work is too long. */
export function DrivingTimes() {
  const command = useCommand()
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<OutputOf<typeof learnDrivenTimesAnew> | null>(null)
  const learn = async () => {
    setBusy(true)
    setFound(null)
    const answer = await command(learnDrivenTimesAnew, {}).finally(() => setBusy(false))
    if (answer.kind === 'ok') setFound(answer.value)
  }
  return (
    <>
      <Text c="dimmed" fz="sm">
        {t(
          'Where drivers have been often enough, what they took counts instead of the speed. Completed runs are added by themselves.',
        )}
      </Text>
      <div>
        <Button variant="default" loading={busy} onClick={() => void learn()}>
          {t('Work out driving times again')}
        </Button>
      </div>
      {found === null ? null : (
        <Note tone="good">
          {[
            plural(found.visits, 'Worked out from {{count}} visit.', 'Worked out from {{count, number}} visits.'),
            found.isDone ? '' : t('There are more; they’re added within ten minutes.'),
          ]
            .filter(Boolean)
            .join(' ')}
        </Note>
      )}
    </>
  )
}
