/** Rate limit of one shop's calls, and how many run at once. */

/**
 * A token bucket of one second's calls, and a cap on calls in flight. Waiting calls go in the order they came, the patient
 * ones after all others.
 */
export function createBudget(perSecond: number, concurrent: number) {
  const capacity = Math.max(1, perSecond)
  const urgent: (() => void)[] = []
  const background: (() => void)[] = []
  const waits = () => urgent.length + background.length > 0
  let tokens = capacity
  let filledAt = performance.now()
  let inFlight = 0
  let timer: NodeJS.Timeout | undefined

  function fill() {
    if (perSecond === Infinity) return
    const now = performance.now()
    tokens = Math.min(capacity, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
  }

  function admit() {
    fill()
    while (waits() && inFlight < concurrent && tokens >= 1) {
      tokens -= 1
      inFlight += 1
      const start = urgent.shift() ?? background.shift()
      start?.()
    }
    if (!waits() || inFlight >= concurrent || timer) return
    timer = setTimeout(
      () => {
        timer = undefined
        admit()
      },
      Math.ceil(((1 - tokens) / perSecond) * 1000),
    )
  }

  return {
    size: Math.floor(Math.min(capacity, concurrent)),
    enter(isBackground: boolean): Promise<void> {
      return new Promise((resolve) => {
        ;(isBackground ? background : urgent).push(resolve)
        admit()
      })
    },
    leave() {
      inFlight -= 1
      admit()
    },
    left(): number {
      fill()
      return Math.max(0, Math.floor(Math.min(tokens, concurrent - inFlight)))
    },
  }
}
