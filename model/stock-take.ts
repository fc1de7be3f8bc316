/** A count of what lies in a warehouse, which is booked as movements in one step. */
export const stockTakeStates = ['open', 'booked', 'canceled'] as const
export type StockTakeState = (typeof stockTakeStates)[number]

/** Limits of one stock take and of an account's open ones. */
export const stockTakeLimits = { rows: 5000, scans: 100_000, scansPerCall: 200, open: 20 } as const

/** Results of scans that count nothing. */
export const scanRejections = ['unknown', 'several', 'bundle', 'full'] as const
export type ScanRejection = (typeof scanRejections)[number]
