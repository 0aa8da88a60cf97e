export function readClientGraph(folder: string): {
  missing: string[]
  firstLoad: Set<string>
  onlineOnly: Set<string>
}
