import styles from './avatar.module.css'

/** The user's picture, or the first letters of the name. Decoration beside the name. */
export function Avatar({
  name,
  picture,
  size = 40,
}: {
  name: string
  picture: string | null
  size?: number
}) {
  const box = { width: size, height: size }
  if (picture) return <img className={styles['avatar']} style={box} src={picture} alt="" />
  return (
    <span className={styles['avatar']} style={box} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0],
  )
  return letters.join('').toUpperCase()
}
