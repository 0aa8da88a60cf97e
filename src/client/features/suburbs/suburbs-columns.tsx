import { Link } from 'react-router-dom'
import type { Suburb } from '#contract/v1/suburbs.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { t } from '#client/ui/core/texts.ts'
import { suburbsPaths } from './suburbs-paths.ts'

/** @param timeZone the business's: instants are shown as days in it */
export const suburbsColumns = (timeZone: string): readonly Column<Suburb>[] => [
  {
    id: 'label',
    title: t('Suburb'),
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
    title: t('Postcode'),
    sort: 'postCode',
    cell: ({ postCode }) => postCode,
    csv: ({ postCode }) => postCode,
  },
  { id: 'state', title: t('State'), sort: 'state', cell: ({ state }) => state, csv: ({ state }) => state },
  {
    id: 'weekNumber',
    title: t('Week'),
    sort: 'weekNumber',
    cell: ({ weekNumber }) => (weekNumber === null ? t('No week yet') : t('Week {{week}}', { week: weekNumber })),
    csv: ({ weekNumber }) => weekNumber,
  },
  {
    id: 'customers',
    title: t('Customers'),
    end: true,
    cell: ({ customers }) => customers,
    csv: ({ customers }) => customers,
  },
  createdAtColumn(t('Added'), timeZone),
]
