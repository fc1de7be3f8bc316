/** Causes of movements of the stock ledger. */
export const movementKinds = [
  'order',
  'cancel',
  'ship',
  'return',
  'write_off',
  'adjust',
  'transfer',
  'receipt',
  'import',
  'merge',
  'split',
] as const
export type MovementKind = (typeof movementKinds)[number]

/** Ends of a push: the channel took the figure, refused it, or shows another one than it was sent. */
export const pushEventKinds = ['sent', 'refused', 'differs'] as const
export type PushEventKind = (typeof pushEventKinds)[number]

/** Parts of a SKU's timeline: movements; figures that were sent or are shown otherwise; figures that were refused. */
export const timelineFilters = ['all', 'stock', 'sent', 'refused'] as const
export type TimelineFilter = (typeof timelineFilters)[number]
