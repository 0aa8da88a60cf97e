export { deletePlaces, importPlaces } from './places-commands.ts'
export { type Placed, type PlaceRow, placesOf, suburbsWith } from './places-reads.ts'
