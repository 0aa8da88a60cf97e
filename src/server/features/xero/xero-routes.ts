import {
  createXeroExport,
  getXeroExport,
  getXeroFile,
  listXeroExports,
  previewXeroExport,
} from '#contract/v1/xero-exports.ts'
import { dayOf } from '#domain/dates.ts'
import { paging } from '../../http/paging.ts'
import { Refused } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { settingsInForce } from '../settings/public.ts'
import { exportToXero } from './xero-commands.ts'
import { xeroDocumentsPage, xeroExportPreview, xeroExportShown, xeroExportsPage, xeroFileText } from './xero-reads.ts'

export const xeroRoutes = ({ config }: Dependencies): Route[] => [
  serve(listXeroExports)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    return { ...(await xeroExportsPage(db, { limit, offset })), page, perPage }
  }),

  serve(previewXeroExport)((input, { db }) => xeroExportPreview(db, input)),

  serve(createXeroExport)(async (input, context) => {
    const exportID = await exportToXero(context.db, context, input)
    return (await xeroExportShown(context.db, exportID))!
  }),

  serve(getXeroExport)(async (input, { db }) => {
    const { limit, offset, page, perPage } = paging(input, config)
    const shown = await xeroExportShown(db, input.exportID)
    if (!shown) throw new Refused('not_found')
    const items = await xeroDocumentsPage(db, input.exportID, { limit, offset })
    return { items, page, perPage, total: shown.documents, export: shown }
  }),

  serve(getXeroFile)(async ({ exportID, file = 1 }, { db }) => {
    const text = await xeroFileText(db, exportID, file)
    const shown = text === null ? null : await xeroExportShown(db, exportID)
    if (text === null || shown === null) throw new Refused('not_found')
    const part = shown.files === 1 ? '' : `-${file}-of-${shown.files}`
    const { 'business.timeZone': timeZone } = await settingsInForce(db)
    return { name: `xero-${dayOf(new Date(shown.createdAt), timeZone)}${part}.csv`, text }
  }),
]
