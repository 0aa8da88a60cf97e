import { importCustomers, importInvoices, importProgress, importSuburbs } from '#contract/v1/imports.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { customersImporter } from './customers-importer.ts'
import { progressOf } from './imports-reads.ts'
import { invoicesImporter } from './invoices-importer.ts'
import { runImport } from './run-import.ts'
import { suburbsImporter } from './suburbs-importer.ts'

/** Uses many short transactions: a single one would occupy the embedded database for the whole import. */
const APART = { transaction: false } as const

export const importsRoutes = (deps: Dependencies): Route[] => [
  serve(importSuburbs, APART)((order, context) => runImport(deps, suburbsImporter, context, order)),

  serve(importCustomers, APART)((order, context) => runImport(deps, customersImporter(deps), context, order)),

  serve(importInvoices, APART)((order, context) => runImport(deps, invoicesImporter, context, order)),

  serve(importProgress)(
    async ({ importID }, context) =>
      (await progressOf(context.db, importID, context.now)) ?? context.refuse('not_found'),
  ),
]
