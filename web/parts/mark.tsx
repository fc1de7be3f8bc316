/** The console's own mark: a shopping bag. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M9 12h14l-1.2 11.2a1.5 1.5 0 0 1-1.5 1.3h-8.6a1.5 1.5 0 0 1-1.5-1.3zM12.5 14v-2.5a3.5 3.5 0 0 1 7 0V14"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
