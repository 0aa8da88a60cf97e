import type { AddressInfo } from 'node:net'
import type { DatabaseKind } from '#server/db/database.ts'
import { roleWorld } from '../../../support/make/role-world.ts'
import { openOffice } from '../../../support/office.ts'
import { operationsOf } from '../../../support/openapi/document.ts'
import type { Place } from './crowd.ts'
import { sendersAmong } from './large.ts'
import { meter, type Metered } from './meter.ts'

/** What the process with the server is asked, and what it tells. */
export type Order = 'begin' | 'end' | 'descriptors'
export type Told = { readonly place: Place } | { readonly metered: Metered } | { readonly descriptors: number | null }

const A_SECOND = 1_000

/** A populated business behind a server in a process of its own, so that nothing it is measured by is its callers' doing. */
export async function serveCrowd(kind: DatabaseKind): Promise<void> {
  process.on('disconnect', () => process.exit())
  const office = await openOffice(kind, { environment: { TRUST_PROXY: 'true' } })
  const { callers } = await roleWorld(office)
  await office.app.listen({ port: 0, host: '127.0.0.1' })
  // Its clock stands still by itself, and limits by the minute would never end.
  setInterval(() => office.clock.pass(A_SECOND), A_SECOND)
  const measured = meter()
  process.on('message', (order: Order) => {
    if (order === 'begin') measured.begin()
    else if (order === 'end') tell({ metered: measured.end() })
    else tell({ descriptors: measured.descriptors() })
  })
  const { port } = office.app.server.address() as AddressInfo
  tell({ place: { port, operations: await operationsOf(office), senders: sendersAmong(callers) } })
}

function tell(told: Told): void {
  // Nobody listens any more where the command was broken off.
  if (process.connected) process.send?.(told)
}
