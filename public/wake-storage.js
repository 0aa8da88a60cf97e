// A browser that has just been started takes a while over the first question to its databases: it is asked before the app has arrived.
self.indexedDB?.databases?.().catch(() => undefined)
