export { bankOf, firmOf, mailSenderOf, noticeOf } from './firm.ts'
export { letterOf, naming } from './letters.ts'
export { logoBytes, logoPicture, logoUrl } from './logo-reads.ts'
export { portalLink } from './portal-link.ts'
export {
  businessNameOf,
  businessToday,
  createdBetween,
  settingsFrom,
  settingsInForce,
  type SettingsInForce,
} from './settings-reads.ts'
