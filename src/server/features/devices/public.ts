/** What other features may use (architecture.md, "The server's features"). */

export { holesLeft } from './devices-reads.ts'
export { devicesWithHoles, silentDevices, silentDrivers } from './silent-reads.ts'
export { devicesHolding, watchedDevices } from './watched-reads.ts'
