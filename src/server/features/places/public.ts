export { deletePlaces, importPlaces } from './places-commands.ts'
export { type PlaceRow, placesOf, suburbsWith } from './places-reads.ts'
