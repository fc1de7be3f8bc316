/** Papers that a program beside a printer prints. */

/** Sizes that rules know: labels of up to 105 x 160 mm, and all larger sheets. */
export const paperGroups = ['label', 'office'] as const
export type PaperGroup = (typeof paperGroups)[number]

/** Points; a label of 100 x 150 mm is 283 wide. */
const widestLabel = 300

export const paperGroupOf = (width: number, height: number): PaperGroup =>
  Math.min(width, height) <= widestLabel ? 'label' : 'office'

export const printJobStates = ['waiting', 'claimed', 'unsure', 'printed', 'failed'] as const
export type PrintJobState = (typeof printJobStates)[number]

export const printerStates = ['ready', 'error', 'offline', 'unknown'] as const
export type PrinterState = (typeof printerStates)[number]

export type Printer = { name: string; state: PrinterState; message: string | null }

/** Programs of an account. */
export const mostPrintAgents = 50

/** An agent that was not heard of for this long is off. It asks at least every 25 s. */
export const agentOfflineMs = 60_000
