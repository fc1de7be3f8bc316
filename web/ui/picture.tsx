import { useState } from 'react'
import styles from './picture.module.css'

/** A product's picture, or a quiet pattern that is always the same for the same thing, also where a shop has taken its picture away. */
export function Picture({ source, seed, size = 36 }: { source: string | null; seed: string; size?: number }) {
  const [missing, setMissing] = useState<string>()
  const box = { width: size, height: size }
  if (source && source !== missing)
    return (
      <img
        className={styles['picture']}
        style={box}
        src={source}
        alt=""
        loading="lazy"
        onError={() => setMissing(source)}
      />
    )
  return (
    <span
      className={styles['picture']}
      style={{ ...box, '--hue': hueOf(seed) } as object}
      aria-hidden="true"
    />
  )
}

function hueOf(seed: string): number {
  let hash = 7
  for (const letter of seed) hash = (hash * 131 + (letter.codePointAt(0) ?? 0)) % 100_003
  return hash % 360
}
