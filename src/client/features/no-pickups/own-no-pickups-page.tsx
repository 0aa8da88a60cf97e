import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { deleteNoPickup, listNoPickups } from '#contract/v1/no-pickups.ts'
import { showWeekOf } from '#domain/dates.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { periodName } from '#client/shells/weeks.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import type { Translate } from '#client/ui/core/i18n.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { NoPickup } from './no-pickups-columns.tsx'

export default function OwnNoPickupsPage() {
  const { t } = useTranslation('noPickups')
  const [withdrawing, setWithdrawing] = useState<NoPickup | null>(null)
  const columns = useMemo(() => ownColumns(t, setWithdrawing), [t])
  return (
    <MantineRoom>
      <ListScreen
        name="own-no-pickups"
        title={t('title')}
        endpoint={listNoPickups}
        columns={columns}
        keyOf={({ noPickupID }) => noPickupID}
        nameOf={weekOf}
        defaultSort="-week"
        counted={(count) => (count === 0 ? '\u00a0' : t('own.counted', { count }))}
        withoutExport
        top={<p>{t('own.how')}</p>}
        empty={{ title: t('own.empty'), how: t('own.emptyHow') }}
      />
      {withdrawing === null ? null : (
        <ConfirmCommand
          opened
          question={t('own.deleteQuestion', { week: weekOf(withdrawing) })}
          cancel={t('cancel')}
          confirm={t('own.delete')}
          endpoint={deleteNoPickup}
          input={{ noPickupID: withdrawing.noPickupID }}
          ifMatch={withdrawing.version}
          done={t('own.deleted')}
          onClose={() => setWithdrawing(null)}
          onDone={() => setWithdrawing(null)}
        >
          <p>{t('own.deleteWhy')}</p>
        </ConfirmCommand>
      )}
    </MantineRoom>
  )
}

const weekOf = (row: NoPickup) => (row.from === null ? periodName(row) : showWeekOf(row.from))

/** Whether it can be withdrawn: until its cut-off; one that was given after it is final. */
const isRevocable = ({ late, cutoff }: NoPickup) => !late && cutoff !== null && Date.now() < Date.parse(cutoff)

function ownColumns(t: Translate<'noPickups'>, onWithdraw: (row: NoPickup) => void): readonly Column<NoPickup>[] {
  const by = (row: NoPickup) => (row.by === 'CUSTOMER' ? t('own.you') : t('OFFICE'))
  return [
    {
      id: 'week',
      title: t('week'),
      main: true,
      sort: 'week',
      cell: (row) => weekOf(row).replace(/^w/, 'W'),
    },
    { id: 'reason', title: t('reason'), has: ({ reason }) => reason !== null, cell: ({ reason }) => reason ?? '–' },
    {
      id: 'late',
      title: t('own.state'),
      cell: ({ late }) => <StateBadge tone={late ? 'warn' : 'good'}>{t(late ? 'own.told' : 'inTime')}</StateBadge>,
    },
    { id: 'by', title: t('by'), cell: by },
    {
      id: 'createdAt',
      title: t('createdAt'),
      sort: 'createdAt',
      cell: ({ createdAt }) => formatDayAndTime(createdAt),
    },
    {
      id: 'act',
      title: t('own.delete'),
      cell: (row) =>
        isRevocable(row) ? (
          <Button
            variant="default"
            aria-label={t('own.deleteOf', { week: weekOf(row) })}
            onClick={() => onWithdraw(row)}
          >
            {t('own.delete')}
          </Button>
        ) : null,
    },
  ]
}
