/** What other features may use (architecture.md, "The server's features"). */

export { logoUrl } from './logo-reads.ts'
export {
  businessNameOf,
  businessToday,
  createdBetween,
  settingsInForce,
  type SettingsInForce,
} from './settings-reads.ts'
