/**
 * The sandbox's own time. It runs with the machine's clock plus an offset that the control interface moves, so
 * that a test can let a token expire or a push be tried again three hours later without waiting.
 */
export interface Clock {
  /** Seconds since 1970. */
  now(): number
  nowMs(): number
  offset(): number
  /** Moves the time; tasks that become due run at once, in the order of their times. */
  shift(seconds: number): void
  /** Runs a task at a moment of this clock; the function returned calls it off. */
  at(timeMs: number, task: () => void): () => void
  /** Back to the machine's time, with nothing planned. */
  reset(): void
  close(): void
}

interface Task {
  timeMs: number
  run: () => void
}

// The longest delay that setTimeout takes; a later task is looked at again then.
const LONGEST_WAIT = 2 ** 31 - 1

export function createClock(wallMs: () => number = Date.now): Clock {
  let offsetMs = 0
  let timer: NodeJS.Timeout | undefined
  const tasks: Task[] = []
  const nowMs = (): number => wallMs() + offsetMs

  const arm = (): void => {
    clearTimeout(timer)
    const first = tasks[0]
    if (!first) return
    timer = setTimeout(runDue, Math.min(Math.max(first.timeMs - nowMs(), 0), LONGEST_WAIT))
    timer.unref()
  }

  const runDue = (): void => {
    for (let first = tasks[0]; first && first.timeMs <= nowMs(); first = tasks[0]) {
      tasks.shift()
      first.run()
    }
    arm()
  }

  return {
    nowMs,
    now: () => Math.floor(nowMs() / 1000),
    offset: () => Math.round(offsetMs / 1000),
    shift(seconds) {
      offsetMs += seconds * 1000
      runDue()
    },
    at(timeMs, run) {
      const task = { timeMs, run }
      let place = tasks.length
      while (place > 0 && tasks[place - 1]!.timeMs > timeMs) place--
      tasks.splice(place, 0, task)
      if (place === 0) arm()
      return () => {
        const found = tasks.indexOf(task)
        if (found >= 0) tasks.splice(found, 1)
      }
    },
    reset() {
      clearTimeout(timer)
      tasks.length = 0
      offsetMs = 0
    },
    close() {
      clearTimeout(timer)
      tasks.length = 0
    },
  }
}
