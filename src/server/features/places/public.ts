export { deletePlaces, importPlaces } from './places-commands.ts'
export { type PlaceRow, placesOf } from './places-reads.ts'
