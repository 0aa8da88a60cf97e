import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { importProgress } from '#contract/v1/imports.ts'
import type { SearchHit } from '#contract/v1/search.ts'
import type { Profile } from '#contract/v1/session.ts'
import type { Area } from '#domain/office-roles.ts'
import type { Office } from './office.tsx'
import type { FetchPhoto } from './photo-view.tsx'

/**
 * The manifest of one feature of the office, `features/<noun>/feature.tsx`. The app reads only manifests
 * (app/office-features.tsx); a feature imports no other feature.
 */
export interface OfficeFeature {
  /** What its pages' acts change. */
  readonly area: Area
  /** What its pages show, if not the same: the names of packages are for everybody. */
  readonly shows?: Area
  /** About the whole firm: a user of one depot sees none of its pages (`pages`), or changes nothing there (`acts`). */
  readonly ofTheFirm?: 'pages' | 'acts'
  readonly menu?: OfficeMenuEntry
  /** An entry of the menu's second group, for money and cases, below the specification's. */
  readonly moneyMenu?: OfficeMenuEntry
  readonly routes?: (around: OfficeSurroundings) => readonly OfficeRoute[]
  /** Where a result of this kind leads in the search across the office. */
  readonly search?: Partial<SearchPlaces>
  /** A card of this feature among the reports about money. */
  readonly moneyReport?: ReactNode
  /** This feature's records can be imported from CSV. */
  readonly csv?: CsvPlace
}

interface OfficeMenuEntry {
  readonly label: string
  readonly icon: ReactNode
  /** The address, with the menu's fixed filters. */
  readonly to: (context: { config: Profile['config']; tomorrow: string }) => string
  /** Current only on this very address, not on those below it. */
  readonly exact?: boolean
  /** Another address that belongs to this entry. */
  readonly also?: string
  /** How many of them wait for the office. */
  readonly count?: ReactNode
}

interface OfficeRoute {
  readonly path: string
  readonly element: ReactNode
}

interface OfficeSurroundings extends Office {
  readonly fetchPhoto: FetchPhoto
  /** The page for an address below the feature's that does not exist. */
  readonly notFound: ReactNode
  readonly homePath: string
  /** Parts that one feature shows inside another's page. */
  readonly parts: OfficeParts
  /** The cards of all features. */
  readonly moneyReports: ReactNode
  /** The places for CSV files of all features. */
  readonly csvPlaces: readonly CsvPlace[]
}

export interface PartCustomer {
  readonly customerID: string
  readonly fullName: string
}

export interface AutopayCustomer extends PartCustomer {
  readonly email: string | null
}

export interface OfficeParts {
  readonly exceptionsOf: (runOrderID: string) => ReactNode
  readonly devicesOf: (runOrderID: string) => ReactNode
  readonly incomesOf: (driverID: string) => ReactNode
  readonly invoicesOf: (customer: PartCustomer) => ReactNode
  readonly invoiceActsOf: (customer: PartCustomer) => ReactNode
  readonly ledgerOf: (customerID: string) => ReactNode
  readonly paymentActsOf: (customer: PartCustomer) => ReactNode
  readonly autopayOf: (customer: AutopayCustomer) => ReactNode
  readonly casesOf: (customerID: string) => ReactNode
  readonly mails: ReactNode
  /** One line: whether a customer gets notifications. */
  readonly pushOf: (customerID: string) => ReactNode
  readonly mailsOf: (customerID: string) => ReactNode
  /** A notice when the customer's address doesn't take mail; else nothing. */
  readonly mailTroubleOf: (customerID: string) => ReactNode
}

type SearchKind = SearchHit['kind']

/** The addresses of a kind's list and of one of its records. */
export type SearchPlaces = Readonly<Record<SearchKind, { list: () => string; one: (id: string) => string }>>

interface CsvPlace {
  readonly kind: OutputOf<typeof importProgress>['kind']
  readonly path: string
  /** The address of the list that the records are added to. */
  readonly list: string
}
