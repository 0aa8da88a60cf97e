/** What other features may use (architecture.md, "The server's features"). */

export { addNoPickup } from './no-pickups-commands.ts'
