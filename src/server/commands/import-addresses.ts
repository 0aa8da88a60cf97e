import path from 'node:path'
import { systemClock } from '../adapters/clock/system-clock.ts'
import { addressLines } from '../address-files/address-lines.ts'
import { type AddressOrder, importAddresses as carryOut } from '../address-files/import-addresses.ts'
import { readConfig } from '../config.ts'
import { carriedOut, withDatabase } from './by-ourselves.ts'
import { type Command, say } from './command.ts'

export const importAddresses: Command = {
  does: 'Gives customers a place on the map by the tables of G-NAF, Australia’s file of addresses: name its .psv files, or their folder. Without --apply it only shows what it finds.',
  options: { apply: { says: 'write the places' } },
  names: 'FILE...',
  run: async (typed) => {
    if (typed.names.length === 0)
      throw new Error(
        'Name the files of G-NAF, or the folder they are in: npm run import-addresses -- FILE... [--apply]',
      )
    const config = readConfig(process.env)
    // Resolved here, because a running server may have been started elsewhere.
    const order: AddressOrder = { files: typed.names.map((file) => path.resolve(file)), apply: typed.isSet('apply') }
    const imported = await carriedOut(
      config,
      { order: 'import-addresses', progress: true, ...order },
      async (onProgress) =>
        withDatabase(config, { without: 'There are no customers', migrated: true }, (database) =>
          carryOut({ database, clock: systemClock, onProgress }, order),
        ),
    )
    for (const line of addressLines(imported)) say(line)
  },
}
