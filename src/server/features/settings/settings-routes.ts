import { getSetting, listSettings, updateSetting, updateSettings } from '#contract/v1/settings.ts'
import { isSettingKey } from '#domain/settings.ts'
import { paging } from '../../http/paging.ts'
import { refuseField } from '../../http/refused.ts'
import { type Route, serve } from '../../http/serve.ts'
import type { Dependencies } from '../../ports.ts'
import { changeSettings } from './settings-commands.ts'
import { SETTING_KEYS } from './settings-reads.ts'
import { settingsMatching } from './settings-list.ts'
import { storedSetting } from './settings-values.ts'

export const settingsRoutes = ({ config }: Dependencies): Route[] => [
  serve(listSettings)(async (input, { db }) => {
    // All of them on one page, unless the caller requests a page size: more than a page of another list may have.
    const shown = input.perPage ?? SETTING_KEYS.length
    const { limit, offset, page, perPage } = paging({ ...input, perPage: shown }, config)
    const items = await settingsMatching(db, input)
    return { items: items.slice(offset, offset + limit), page, perPage, total: items.length }
  }),

  serve(getSetting)(async ({ key }, { db, refuse }) => {
    if (!isSettingKey(key)) return refuse('not_found')
    return storedSetting(db, key)
  }),

  serve(updateSetting)(async ({ key, value, lockAhead = false }, context) => {
    if (!isSettingKey(key)) return context.refuse('not_found')
    const change = { key, value, version: context.ifMatch }
    const [stored] = await changeSettings(context.db, context, [change], { lockAhead, fieldOf: () => 'value' })
    return stored!
  }),

  serve(updateSettings)(async ({ settings, lockAhead = false }, context) => {
    const changes = settings.map(({ key, value, version }) => {
      if (!isSettingKey(key)) return refuseField(key, 'There is no such setting')
      return { key, value, version: version ?? null }
    })
    return { items: await changeSettings(context.db, context, changes, { lockAhead, fieldOf: (key) => key }) }
  }),
]
