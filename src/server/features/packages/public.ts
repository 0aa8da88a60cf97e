/** What other features may use (architecture.md, "The server's features"). */

export { packageByID, type PackageRow } from './packages-reads.ts'
