/** Input of every part of the bench. */
import type { BenchServer } from './bench-database.ts'
import type { Running } from './processes.ts'
import type { SeededData } from './seed-orders.ts'

export type BenchOptions = {
  orders: number
  seconds: number
  rounds: number
  syncOrders: number
  /** Number of shops that are linked together, and of orders in each of them. */
  shops: number
  shopOrders: number
  /** Number of SKUs, each listed in five shops. */
  skus: number
  growth: boolean
  /** Only the reads whose name has this in it. */
  match: string
}

export type Bench = {
  server: BenchServer
  options: BenchOptions
  /** The data of this size, loaded now when no earlier run has. */
  seeded(orders: number): Promise<SeededData>
  /** Peak memory so far, for the table at the end. */
  noteMemory(process: Running): void
  report(line: string): void
  /** The command that prints a part again. */
  command(part: string): string
}
