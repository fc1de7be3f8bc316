/** Once what was just drawn is on the screen. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}

/** When the page is there, its pictures and fonts too, and the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  if (document.readyState !== 'complete') {
    addEventListener('load', () => whenIdle(work), { once: true })
    return
  }
  afterPaint(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 })
    else setTimeout(work, 300)
  })
}
