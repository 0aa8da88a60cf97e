/** Leaves the app for the provider's page. */
export function leaveFor(url: string): void {
  window.location.assign(url)
}
