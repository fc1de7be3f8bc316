/** Causes of movements of the stock ledger. */
export const movementKinds = ['order', 'cancel', 'ship', 'return', 'write_off', 'adjust', 'import'] as const
export type MovementKind = (typeof movementKinds)[number]
