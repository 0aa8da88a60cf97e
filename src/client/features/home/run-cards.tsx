import { Anchor, Card, Group, Progress } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useRunName } from '#client/shells/depots.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { Tiles } from '#client/ui/office/tiles.tsx'
import { WholeLink } from '#client/shells/whole-link.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { OFFICE_FIGURES } from '#client/shells/terms.ts'
import { type HomeRun, isOfDepots } from './home-data.ts'

export function RunCards({ runs }: { runs: readonly HomeRun[] }) {
  const nameOf = useRunName(isOfDepots(runs))
  return (
    <Tiles component="ul" min="26rem" fit gap="md">
      {runs.map((run) => (
        <Card key={run.runOrderID} component="li" pos="relative" style={{ gap: 6 }}>
          <Group justify="space-between" gap="4px 12px">
            <WholeLink to={officePaths.run(run.runOrderID)}>{nameOf(run)}</WholeLink>
            <RunStatusBadge status={run.status} />
          </Group>
          <Progress
            value={run.planned === 0 ? 0 : (run.done / run.planned) * 100}
            size="sm"
            radius="xl"
            color="var(--br-go)"
            bg="var(--br-rest)"
            aria-label={`${nameOf(run)}: ${t('{{done}} of {{planned}} done', { done: run.done, planned: run.planned })}`}
          />
          <Group justify="space-between" gap="4px 12px">
            <span>{t('{{done}} of {{planned}} done', { done: run.done, planned: run.planned })}</span>
            <span>{plural(run.totalBags, '{{count}} bag', '{{count}} bags')}</span>
          </Group>
          {run.status === 'draft' || run.done === run.planned ? null : (
            <span>{figuresInWords(run, OFFICE_FIGURES)}</span>
          )}
          {run.status === 'draft' ? null : <Exceptions runOrderID={run.runOrderID} open={run.exceptions} />}
        </Card>
      ))}
    </Tiles>
  )
}

function Exceptions({ runOrderID, open }: { runOrderID: string; open: number }) {
  return (
    <Group mih="var(--br-control)" c="dimmed">
      {open > 0 ? (
        // This link lies above the card's own.
        <Anchor
          component={Link}
          to={officePaths.exceptions(runOrderID)}
          pos="relative"
          c="var(--br-bad-go)"
          fw={600}
          py="xs"
          style={{ zIndex: 1 }}
        >
          {plural(open, '{{count}} exception to decide', '{{count}} exceptions to decide')}
        </Anchor>
      ) : (
        t('Nothing to decide')
      )}
    </Group>
  )
}
