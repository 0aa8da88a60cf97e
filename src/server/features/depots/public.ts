export { depotPlace, requireDepot } from './depots-reads.ts'
