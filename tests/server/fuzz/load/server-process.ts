import type { AddressInfo } from 'node:net'
import type { DatabaseKind } from '#server/db/database.ts'
import { roleFixture } from '../../../fixtures/roles.ts'
import { openOffice } from '../../../support/office.ts'
import { operationsOf } from '../../../support/openapi/document.ts'
import type { Place } from './load.ts'
import { sendersAmong } from './large-requests.ts'
import { meter, type Metered } from './process-meter.ts'

/** Messages to the process with the server, and its answers. */
export type Order = 'begin' | 'end' | 'descriptors'
export type Told = { readonly place: Place } | { readonly metered: Metered } | { readonly descriptors: number | null }

const A_SECOND = 1_000

/**
 * Runs a populated business behind a server in its own process, so that the measurements contain no work of its
 * clients.
 */
export async function serveUnderLoad(kind: DatabaseKind): Promise<void> {
  process.on('disconnect', () => process.exit())
  const office = await openOffice(kind, { environment: { TRUST_PROXY: 'true' } })
  const { callers } = await roleFixture(office)
  await office.app.listen({ port: 0, host: '127.0.0.1' })
  // The clock does not advance by itself, and rate limits per minute would never end.
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
  // The parent is gone when the command was interrupted.
  if (process.connected) process.send?.(told)
}
