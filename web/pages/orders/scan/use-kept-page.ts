import { useEffect } from 'react'
import { keepForReload, type Me } from '../../../session.ts'

const cacheName = 'scan-page'
const settleMs = 1000

/** Keeps this page in the browser, so that it can be loaded anew without a network. */
export function useKeptPage(me: Me): void {
  useEffect(() => keepForReload('me', me), [me])
  useEffect(() => {
    // Browsers have it on secure pages alone. In development files have no lasting names.
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return undefined
    let timer: ReturnType<typeof setTimeout>
    let kept = ''
    async function keep(): Promise<void> {
      const files = builtFiles()
      if (files.join() === kept) return
      await keepPage(files)
      kept = files.join()
    }
    // Parts of the page load later than the page itself.
    const watch = new PerformanceObserver(() => {
      clearTimeout(timer)
      // A network that is away now is asked with the next file.
      timer = setTimeout(() => void keep().catch(() => undefined), settleMs)
    })
    watch.observe({ type: 'resource', buffered: true })
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [])
}

/** Scripts and styles are those that the page names too: the browser's list of what was loaded ends at its size (render-app.tsx). */
function builtFiles(): string[] {
  const start = `${location.origin}/assets/`
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  return [...new Set([...links, ...loaded])].filter((name) => name.startsWith(start)).toSorted()
}

async function keepPage(files: string[]): Promise<void> {
  const { pathname } = location
  await navigator.serviceWorker.register('/scan-worker.js', { scope: pathname })
  const page = await fetch(pathname)
  const html = await page.clone().text()
  const scripts = [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src'))
  // After a deployment the server's page belongs to other files than these.
  if (!page.ok || !scripts.every((src) => src && html.includes(src))) return
  const cache = await caches.open(cacheName)
  const wanted = new Set([...files, new URL(pathname, location.origin).href])
  const known = await cache.keys()
  const knownUrls = new Set(known.map(({ url }) => url))
  await cache.addAll(files.filter((file) => !knownUrls.has(file)))
  await cache.put(pathname, page)
  await Promise.all(known.filter(({ url }) => !wanted.has(url)).map((request) => cache.delete(request)))
}
