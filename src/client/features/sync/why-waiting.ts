import { sentences } from '#client/ui/core/texts.ts'

export const WHY_WAITING_WORDS = sentences({
  offline: 'No connection. Will send automatically.',
  'sign-in': 'Please sign in again. Everything is kept and sent after that.',
  'update-needed': 'This version of the app is too old to send. Update it; everything is kept.',
  revoked: 'The office has blocked this phone. What you recorded will still send automatically.',
  captive: 'This Wi-Fi wants its own sign-in. Use mobile data, or sign in to the Wi-Fi.',
  'to-send': 'Will send automatically.',
  'needs-attention': 'Something can’t be sent as it is. See below.',
})
