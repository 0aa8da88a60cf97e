import { openOffice } from '../support/office.ts'
import { openBusiness } from '../support/simulation/business.ts'
import { PHONES, reconnect as once } from './reconnect/thirty-devices.ts'
import { type Bench, compared, interleaved, type Options } from './support/figures.ts'

/** The load on the server when it is back after an outage. */
export async function reconnect({ rounds }: Options): Promise<Bench> {
  const office = await openOffice('embedded')
  try {
    const fixture = await openBusiness(office)
    let seed = 0
    const pairs = await interleaved(
      rounds,
      () => once(fixture, (seed += 1), true),
      () => once(fixture, (seed += 1), false),
    )
    return {
      figures: [
        compared(
          `${PHONES} phones after the server was away for 20 minutes: requests in the busiest second`,
          pairs.map(({ ours, rival }) => ({ ours: ours.peak, rival: rival.peak })),
          (count) => `${Math.round(count)}`,
        ),
        compared(
          '… until the office has everything',
          pairs.map(({ ours, rival }) => ({ ours: ours.allIn, rival: rival.allIn })),
          (minutes) => `${minutes.toFixed(1)} min`,
        ),
      ],
      method: METHOD,
    }
  } finally {
    await office.close()
  }
}

const METHOD = [
  `Reconnect: ${PHONES} production cores on databases of their own and one production server in a process, on a virtual clock, so the figures do not depend on the machine; all come into signal at one moment, while the server is away, and nobody touches a phone when it returns. Beside it: the same waiting times without the dice.`,
]
