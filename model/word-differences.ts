/** Words that two texts share and do not share, so that people see what a suggestion would change. */

export type WordPart = { text: string; kind: 'same' | 'old' | 'new' }

/** Longer texts are shown as wholly different: the table of a comparison grows with the square of their length. */
const mostWords = 1500

export function wordDifferences(before: string, after: string): WordPart[] {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  if (old.length > mostWords || next.length > mostWords)
    return joined([
      { text: before, kind: 'old' },
      { text: after, kind: 'new' },
    ])
  const shared = sharedLengths(old, next)
  const parts: WordPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < next.length) {
    const [a, b] = [old[i], next[j]]
    if (a !== undefined && a === b) {
      parts.push({ text: a, kind: 'same' })
      i += 1
      j += 1
    } else if (
      b === undefined ||
      (a !== undefined && lengthAt(shared, i + 1, j) >= lengthAt(shared, i, j + 1))
    ) {
      parts.push({ text: a ?? '', kind: 'old' })
      i += 1
    } else {
      parts.push({ text: b, kind: 'new' })
      j += 1
    }
  }
  return joined(parts)
}

/** Words with the spaces behind them; scripts without spaces letter by letter. */
function wordsOf(text: string): string[] {
  return (
    text.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*|\s+/gu,
    ) ?? []
  )
}

/** For each pair of places, how many words their remainders share in order. */
function sharedLengths(old: string[], next: string[]): Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--) {
      const row = rows[i]
      if (!row) continue
      row[j] =
        old[i] === next[j]
          ? lengthAt(rows, i + 1, j + 1) + 1
          : Math.max(lengthAt(rows, i + 1, j), lengthAt(rows, i, j + 1))
    }
  return rows
}

function lengthAt(rows: Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0
}

function joined(parts: WordPart[]): WordPart[] {
  const result: WordPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else if (part.text !== '') result.push({ ...part })
  }
  return result
}
