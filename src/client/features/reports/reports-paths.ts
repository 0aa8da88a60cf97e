import { officePaths } from '#client/shells/office-paths.ts'
import type { CustomerReport, RowsOfFigure } from './reports-data.ts'

const BASE = officePaths.reports()

export const reportsPaths = {
  home: () => BASE,
  report: (name: MoneyReport) => `${BASE}/${name}`,
  customers: (kind: CustomerReport) => `${BASE}/customers/${kind}`,
  rows: (rows: RowsOfFigure) =>
    `${BASE}/rows?${new URLSearchParams(Object.entries(rows).map(([name, value]) => [name, String(value)]))}`,
} as const

export type MoneyReport = 'sales' | 'collections' | 'debts' | 'cash' | 'gst' | 'rounds' | 'contractors'
