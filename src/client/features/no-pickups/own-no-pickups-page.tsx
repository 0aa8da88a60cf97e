import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { deleteNoPickup, listNoPickups } from '#contract/v1/no-pickups.ts'
import { showWeekOf } from '#domain/dates.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { periodInWords } from '#client/shells/weeks.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { NoPickup } from './no-pickups-columns.tsx'

export default function OwnNoPickupsPage() {
  const [withdrawing, setWithdrawing] = useState<NoPickup | null>(null)
  const columns = useMemo(() => ownColumns(setWithdrawing), [])
  return (
    <MantineRoom>
      <ListScreen
        name="own-no-pickups"
        title={t('No pickups')}
        endpoint={listNoPickups}
        columns={columns}
        keyOf={({ noPickupID }) => noPickupID}
        nameOf={weekOf}
        defaultSort="-week"
        counted={(count) =>
          count === 0 ? '\u00a0' : plural(count, '{{count}} skipped week', '{{count, number}} skipped weeks')
        }
        top={<p>{t('Weeks you’ve skipped. Press Undo to be collected after all.')}</p>}
        empty={{ title: t('No skipped weeks'), how: t('To skip a week, press Skip beside it under Collections.') }}
      />
      {withdrawing === null ? null : (
        <ConfirmCommand
          opened
          question={t('Undo the no pickup in the {{week}}?', { week: weekOf(withdrawing) })}
          confirm={t('Undo')}
          endpoint={deleteNoPickup}
          input={{ noPickupID: withdrawing.noPickupID }}
          ifMatch={withdrawing.version}
          done={t('We’ll collect in this week after all')}
          onClose={() => setWithdrawing(null)}
        >
          <p>{t('We’ll collect in this week after all.')}</p>
        </ConfirmCommand>
      )}
    </MantineRoom>
  )
}

const weekOf = (row: NoPickup) => (row.from === null ? periodInWords(row) : showWeekOf(row.from))

/** Whether it can be withdrawn: until its cut-off; one that was given after it is final. */
const isRevocable = ({ late, cutoff }: NoPickup) => !late && cutoff !== null && Date.now() < Date.parse(cutoff)

function ownColumns(onWithdraw: (row: NoPickup) => void): readonly Column<NoPickup>[] {
  const by = (row: NoPickup) => (row.by === 'CUSTOMER' ? t('You') : t('Office'))
  return [
    {
      id: 'week',
      title: t('Week'),
      main: true,
      sort: 'week',
      cell: (row) => weekOf(row).replace(/^w/, 'W'),
    },
    { id: 'reason', title: t('Reason'), has: ({ reason }) => reason !== null, cell: ({ reason }) => reason ?? '–' },
    {
      id: 'late',
      title: t('Status'),
      cell: ({ late }) => <StateBadge tone={late ? 'warn' : 'good'}>{t(late ? 'Driver told' : 'On time')}</StateBadge>,
    },
    { id: 'by', title: t('Added by'), cell: by },
    {
      id: 'createdAt',
      title: t('Added'),
      sort: 'createdAt',
      cell: ({ createdAt }) => formatDayAndTime(createdAt),
    },
    {
      id: 'act',
      title: t('Undo'),
      cell: (row) =>
        isRevocable(row) ? (
          <Button
            variant="default"
            aria-label={t('Undo: {{week}}', { week: weekOf(row) })}
            onClick={() => onWithdraw(row)}
          >
            {t('Undo')}
          </Button>
        ) : null,
    },
  ]
}
