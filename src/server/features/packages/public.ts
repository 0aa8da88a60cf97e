export { packageByID, type PackageRow } from './packages-reads.ts'
