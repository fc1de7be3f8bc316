/**
 * Awaits calls that write at once. All of them have ended before a failure is told: what is read back then is final, and no figure
 * arrives behind a newer one.
 *
 * @throws the first failure
 */
export async function allTold<T>(calls: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(calls)
  const failed = settled.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
}
