/** Leaves the app for the provider's page; a test replaces it, because jsdom can't navigate. */
export function leaveFor(url: string): void {
  window.location.assign(url)
}
