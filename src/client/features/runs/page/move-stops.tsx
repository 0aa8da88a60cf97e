import { useState } from 'react'
import * as z from 'zod/mini'
import { Button, Flex, SimpleGrid, Text } from '@mantine/core'
import { runNumber } from '#contract/shapes.ts'
import type { Run } from '#contract/v1/runs.ts'
import { ActsBar } from '#client/shells/acts-bar.tsx'
import { checkValue } from '#client/shells/check-value.ts'
import { WholeInput } from '#client/shells/form-parts.tsx'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { placeAt, roundOf, type Place } from './order-stops.ts'
import type { RunStop } from './run-types.ts'
import type { Edit } from './run-edits.tsx'

/** Positions count from 1; beyond the last one means the round's end. */
const positionShape = z.int().check(z.minimum(1), z.maximum(5000))

interface MoveStopsProps {
  run: Run
  stops: readonly RunStop[]
  onMove: (assignmentIDs: readonly string[], place: Place) => void
  onClose: () => void
}

/** Moves stops to a numbered place of any round, or of a new one, instead of a drag over five hundred rows. */
export function MoveStops({ run, stops, onMove, onClose }: MoveStopsProps) {
  const first = stops[0]
  const ids = stops.map(({ assignmentID }) => assignmentID)
  const [round, setRound] = useState<number | string>(first?.runNumber ?? 1)
  const [position, setPosition] = useState<number | string>(() =>
    first === undefined
      ? 1
      : roundOf(run, first.runNumber).findIndex((stop) => stop.assignmentID === first.assignmentID) + 1,
  )
  const wrong = {
    round: checkValue(runNumber, round === '' ? undefined : round),
    position: checkValue(positionShape, position === '' ? undefined : position),
  }
  const known =
    typeof round === 'number' && typeof position === 'number' && wrong.round === null && wrong.position === null
  return (
    <OfficeDialog
      size="md"
      onClose={onClose}
      title={plural(ids.length, 'Move {{name}}', 'Move {{count}} stops', { name: first?.customer ?? '' })}
    >
      <Flex
        component="form"
        direction="column"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!known) return
          onMove(ids, placeAt(run, ids, round, position))
          onClose()
        }}
      >
        <SimpleGrid cols={2} spacing="sm">
          <WholeInput label={t('Run number')} error={wrong.round} value={round} onChange={setRound} />
          <WholeInput
            label={t('Position')}
            error={wrong.position}
            data-autofocus
            value={position}
            onChange={setPosition}
          />
        </SimpleGrid>
        <Text c="dimmed">{t('1 is the first stop of the run.')}</Text>
        <ActsBar>
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!known}>
            {t('Move')}
          </Button>
        </ActsBar>
      </Flex>
    </OfficeDialog>
  )
}

interface RemoveStopsProps {
  run: Run
  stops: readonly RunStop[]
  edit: Edit
  onClose: () => void
}

/** In a draft a stop is deleted; in an active run it becomes cancelled. */
export function RemoveStops({ run, stops, edit, onClose }: RemoveStopsProps) {
  const [busy, setBusy] = useState(false)
  const words = { count: stops.length, name: stops[0]?.customer ?? '' }
  const remove = async () => {
    setBusy(true)
    await edit(
      { jobs: { remove: stops.map(({ assignmentID }) => assignmentID) } },
      plural(words.count, 'Remove {{name}}', 'Remove {{count}} stops', words),
      {
        done: plural(words.count, '{{count}} stop removed', '{{count}} stops removed'),
      },
    )
    onClose()
  }
  return (
    <ConfirmAction
      opened
      question={plural(words.count, 'Remove {{name}}?', 'Remove {{count}} stops?', words)}
      confirm={t('Remove')}
      danger
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void remove()}
    >
      <p>
        {t(
          run.status === 'draft'
            ? 'The customer stays due and can be added again.'
            : 'Kept in the run’s history as removed. Drivers see the change when their phone next syncs.',
        )}
      </p>
    </ConfirmAction>
  )
}
