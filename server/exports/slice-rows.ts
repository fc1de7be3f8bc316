/** Initial memory of a slice; it grows. */
const firstBytes = 1024 * 1024
const [tab, newline, carriageReturn, comma] = [9, 10, 13, 44] as const

/** Place of a record, and the end of its rows among the bytes. */
type Kept = { place: string; end: number; rows: number }

/**
 * Gathers the rows of a slice in one piece of memory. In front of each row stands the place of its record, by which records
 * are told apart; it is not part of the file.
 */
export class SliceRows {
  #bytes = Buffer.allocUnsafe(firstBytes)
  #length = 0
  readonly #kept: Kept[] = []
  readonly #placeCells: number
  readonly #isCsv: boolean
  rows = 0

  constructor(placeCells: number, isCsv: boolean) {
    this.#placeCells = placeCells
    this.#isCsv = isCsv
  }

  get records(): number {
    return this.#kept.length
  }

  get #separator(): number {
    return this.#isCsv ? comma : tab
  }

  /** A row as PostgreSQL wrote it, with its line's end. */
  add(row: Buffer): void {
    let placeEnd = -1
    for (let cell = 0; cell < this.#placeCells; cell++) placeEnd = row.indexOf(this.#separator, placeEnd + 1)
    this.#makeRoom(row.length)
    this.#length += row.copy(this.#bytes, this.#length, placeEnd + 1)
    if (this.#isCsv) {
      // RFC 4180 ends a line with both.
      this.#bytes[this.#length - 1] = carriageReturn
      this.#bytes[this.#length++] = newline
    }
    this.rows++
    const place = row.toString('latin1', 0, placeEnd)
    const last = this.#kept.at(-1)
    if (last && last.place === place) {
      last.end = this.#length
      last.rows++
    } else this.#kept.push({ place, end: this.#length, rows: 1 })
  }

  /** Whole records that have at most `room` rows together, and the place of the last; one that has more by itself, if asked for. */
  fitting(
    room: number,
    evenIfTooBig: boolean,
  ): { bytes: Buffer; rows: number; records: number; place: string[] | undefined } {
    let rows = 0
    let records = 0
    let last: Kept | undefined
    for (const kept of this.#kept) {
      if (rows + kept.rows > room && (last || !evenIfTooBig)) break
      rows += kept.rows
      records++
      last = kept
    }
    return {
      bytes: this.#bytes.subarray(0, last?.end ?? 0),
      rows,
      records,
      place: last?.place.split(String.fromCodePoint(this.#separator)),
    }
  }

  #makeRoom(more: number): void {
    if (this.#length + more < this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + more + 1))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
