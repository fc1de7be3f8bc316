/** Time within which the second of two clicks or presses comes. */
const doublePressMs = 500

let last = { of: '', at: -Infinity }

/** Answers whether the same was asked for a moment ago: a double click, or a key that is pressed twice or held, asks once. */
export function isSecondPress(of: string, now = performance.now()): boolean {
  const isSecond = last.of === of && now - last.at < doublePressMs
  last = { of, at: now }
  return isSecond
}
