export { addNoPickup } from './no-pickups-commands.ts'
