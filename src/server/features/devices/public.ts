export { holesLeft } from './devices-reads.ts'
export { devicesWithHoles, silentDevices, silentDrivers } from './silent-reads.ts'
export { devicesHolding, watchedDevices } from './watched-reads.ts'
