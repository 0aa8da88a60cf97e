import type { CustomerReport, RowsOfFigure } from './reports-data.ts'

const BASE = '/reports'

export const reportsPaths = {
  home: () => BASE,
  report: (name: MoneyReport) => `${BASE}/${name}`,
  customers: (kind: CustomerReport) => `${BASE}/customers/${kind}`,
  rows: (rows: RowsOfFigure) =>
    `${BASE}/rows?${new URLSearchParams(Object.entries(rows).map(([name, value]) => [name, String(value)]))}`,
  xero: () => `${BASE}/xero`,
  xeroExport: (exportID: string) => `${BASE}/xero/${exportID}`,
} as const

export type MoneyReport = 'sales' | 'collections' | 'debts' | 'cash' | 'gst' | 'rounds'
