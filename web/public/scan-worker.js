/**
 * Answers for the scan page where there is no network: with the page itself and its built files, which the page keeps
 * (web/pages/orders/scan/use-kept-page.ts). Calls of the API pass by.
 */
const cacheName = 'scan-page'
const longestWaitMs = 4000

addEventListener('install', () => self.skipWaiting())
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
})

/** The server's page as long as it answers, so that a new release is seen. */
async function answerPage(request, pathname) {
  const kept = await caches.match(pathname, { cacheName })
  const asked = fetch(request)
  if (!kept) return asked
  const answered = asked.then(
    (answer) => (answer.status < 500 ? answer : kept),
    () => kept,
  )
  return Promise.race([answered, new Promise((resolve) => setTimeout(resolve, longestWaitMs, kept))])
}

/** A built file never changes under its name. */
async function answerFile(request) {
  const cache = await caches.open(cacheName)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}
