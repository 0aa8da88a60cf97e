import { getSystem } from '#contract/v1/system.ts'
import { systemItems } from '#domain/system.ts'
import { type Route, serve } from '../http/serve.ts'
import { VERSION } from '../version.ts'
import type { System } from './look.ts'

export function systemRoutes(system: System): Route[] {
  return [
    serve(getSystem)(async () => {
      const facts = await system.look()
      return { ...VERSION, checkedAt: facts.at, items: systemItems(facts) }
    }),
  ]
}
