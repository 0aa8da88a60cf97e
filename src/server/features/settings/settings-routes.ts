import { getSetting, listSettings, updateSetting } from '#contract/v1/settings.ts'
import { isSettingKey } from '#domain/settings.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { changeSetting } from './settings-commands.ts'
import { settingKept, settingsKept } from './settings-values.ts'

export const settingsRoutes = (_deps: Dependencies): Route[] => [
  serve(listSettings)(async (_input, { db }) => {
    const items = await settingsKept(db)
    return { items, page: 1, perPage: items.length, total: items.length }
  }),

  serve(getSetting)(async ({ key }, { db, refuse }) => {
    if (!isSettingKey(key)) return refuse('not_found')
    return settingKept(db, key)
  }),

  serve(updateSetting)(async ({ key, value }, context) => {
    if (!isSettingKey(key)) return context.refuse('not_found')
    return changeSetting(context.db, context, key, value, context.ifMatch)
  }),
]
