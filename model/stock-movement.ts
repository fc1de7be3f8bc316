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
] as const
export type MovementKind = (typeof movementKinds)[number]
