import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { Package } from '#contract/v1/packages.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { packagesPaths } from './packages-paths.ts'

/** @param timeZone the business's */
export const packagesColumns = (
  t: Translate<'packages'>,
  terms: Translate<'terms'>,
  timeZone: string,
): readonly Column<Package>[] => [
  {
    id: 'name',
    title: t('name'),
    main: true,
    sort: 'name',
    cell: ({ productID, name, retired }) => (
      <span>
        <Link className={rowLink} to={packagesPaths.one(productID)}>
          {name}
        </Link>{' '}
        {retired ? <StateBadge tone="rest">{t('retiredBadge')}</StateBadge> : null}
      </span>
    ),
    csv: ({ name }) => name,
  },
  {
    id: 'serviceType',
    title: t('serviceType'),
    cell: ({ serviceType }) => terms(`serviceType${serviceType}`),
    csv: ({ serviceType }) => terms(`serviceType${serviceType}`),
  },
  moneyColumn('price', t('price'), { sort: true }),
  {
    id: 'collectionScheme',
    title: t('collectionScheme'),
    cell: ({ collectionScheme }) => collectionWords(collectionScheme),
    csv: ({ collectionScheme }) => collectionWords(collectionScheme),
  },
  {
    id: 'paymentScheme',
    title: t('paymentScheme'),
    cell: ({ paymentScheme }) => paymentWords(paymentScheme),
    csv: ({ paymentScheme }) => paymentWords(paymentScheme),
  },
  {
    id: 'isPublic',
    title: t('public'),
    cell: ({ isPublic }) => terms(isPublic ? 'yes' : 'no'),
    csv: ({ isPublic }) => terms(isPublic ? 'yes' : 'no'),
  },
  {
    id: 'features',
    title: t('features'),
    optional: true,
    cell: ({ features }) => features.join(', '),
    csv: ({ features }) => features.join(' | '),
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
