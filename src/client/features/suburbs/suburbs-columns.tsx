import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { suburbsPaths } from './suburbs-paths.ts'

/** @param timeZone the business's: instants are shown as days in it */
export const suburbsColumns = (t: Translate<'suburbs'>, timeZone: string): readonly Column<Suburb>[] => [
  {
    id: 'label',
    title: t('label'),
    main: true,
    sort: 'label',
    cell: ({ suburbID, label }) => (
      <Link className={rowLink} to={suburbsPaths.one(suburbID)}>
        {label}
      </Link>
    ),
    csv: ({ label }) => label,
  },
  {
    id: 'postCode',
    title: t('postCode'),
    sort: 'postCode',
    cell: ({ postCode }) => postCode,
    csv: ({ postCode }) => postCode,
  },
  { id: 'state', title: t('state'), sort: 'state', cell: ({ state }) => state, csv: ({ state }) => state },
  {
    id: 'weekNumber',
    title: t('weekNumber'),
    sort: 'weekNumber',
    cell: ({ weekNumber }) => (weekNumber === null ? t('noWeek') : t('weekN', { week: weekNumber })),
    csv: ({ weekNumber }) => weekNumber,
  },
  {
    id: 'customers',
    title: t('customers'),
    end: true,
    cell: ({ customers }) => customers,
    csv: ({ customers }) => customers,
  },
  createdAtColumn(t('createdAt'), timeZone),
]
