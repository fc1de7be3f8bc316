import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import styles from './pager.module.css'

type Props = {
  page: number
  pages: number
  size: number
  sizes: readonly number[]
  summary: string
  labels: {
    label: string
    previous: string
    next: string
    jump: string
    page: (page: number) => string
    size: string
    perPage: (size: number) => string
  }
  figure: (value: number) => string
  /** Reads a figure as it is typed; undefined: none. */
  read: (text: string) => number | undefined
  onPage: (page: number) => void
  onSize: (size: number) => void
}

/** Shows the current page of a list, the pages around it, and a field to go to any page. */
export function Pager({ page, pages, size, sizes, summary, labels, figure, read, onPage, onSize }: Props) {
  return (
    <nav className={styles['pager']} aria-label={labels.label}>
      <span className={styles['summary']}>{summary}</span>
      <select
        className={styles['size']}
        aria-label={labels.size}
        value={size}
        onChange={(event) => onSize(Number(event.target.value))}
      >
        {sizes.map((one) => (
          <option key={one} value={one}>
            {labels.perPage(one)}
          </option>
        ))}
      </select>
      <button
        type="button"
        className={styles['step']}
        aria-label={labels.previous}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={16} aria-hidden="true" />
      </button>
      <ul className={styles['numbers']}>
        {pagesAround(page, pages).map((one, at) =>
          one === null ? (
            <li key={`gap${at}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={one}>
              <button
                type="button"
                className={styles['number']}
                aria-label={labels.page(one)}
                aria-current={one === page ? 'page' : undefined}
                onClick={() => onPage(one)}
              >
                {figure(one)}
              </button>
            </li>
          ),
        )}
      </ul>
      <button
        type="button"
        className={styles['step']}
        aria-label={labels.next}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </button>
      {pages > 7 && (
        <form
          key={page}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('page')
            const wanted = typeof typed === 'string' ? pageIn(typed, pages, read) : undefined
            if (wanted !== undefined) onPage(wanted)
          }}
        >
          <input
            className={styles['jump']}
            name="page"
            inputMode="numeric"
            placeholder={labels.jump}
            aria-label={labels.jump}
            autoComplete="off"
          />
        </form>
      )}
    </nav>
  )
}

/** The page that somebody typed, or the last one behind which there is none. */
export function pageIn(text: string, pages: number, read: Props['read']): number | undefined {
  const page = read(text)
  return page === undefined || page < 1 ? undefined : Math.min(page, pages)
}

/** First, last and the neighbours of the present page; null where pages are left out. */
export function pagesAround(page: number, pages: number): (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages)
  return wanted.flatMap((one, at) => {
    const before = wanted[at - 1]
    if (before === undefined || one === before + 1) return [one]
    return one === before + 2 ? [one - 1, one] : [null, one]
  })
}
