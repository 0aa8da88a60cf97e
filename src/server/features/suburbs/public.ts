export { followersOf, moveFollowersOf } from './followers-commands.ts'
export { changedSuburb, changeOf, creationOf, newSuburb } from './suburb-rows.ts'
export { suburbByID, type SuburbRow } from './suburbs-reads.ts'
