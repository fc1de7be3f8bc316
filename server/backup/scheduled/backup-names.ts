/** Names of the files of scheduled backups, and which of them are kept. */
export type KeptBackup = { name: string; day: string; ownerId: string }
export type Keep = { daily: number; weekly: number }

export function nameOf(day: string, ownerId: string): string {
  return `${day}_${ownerId}.backup`
}

/** Other files of the place are none of ours. */
export function ourBackups(names: readonly string[]): KeptBackup[] {
  return names.flatMap((name) => {
    const [, day, ownerId] = /^(\d{4}-\d\d-\d\d)_([0-9a-f-]{36})\.backup$/.exec(name) ?? []
    return day && ownerId ? [{ name, day, ownerId }] : []
  })
}

/** Files that a process was writing when it was killed: they never become whole, and hold what people bought. */
export function unfinishedBackups(names: readonly string[]): string[] {
  return names.filter((name) => /^\d{4}-\d\d-\d\d_[0-9a-f-]{36}\.backup\.\d+\.part$/.test(name))
}

/**
 * Those to remove: of each account, all but the newest `daily` ones and the newest of each of the last `weekly` weeks. Those of an
 * account that was deleted go by their age, so that none stays for ever.
 */
export function expiredBackups(
  backups: readonly KeptBackup[],
  keep: Keep,
  today: string,
  owners: ReadonlySet<string>,
): string[] {
  const oldest = daysBefore(today, Math.max(keep.daily, keep.weekly * 7))
  return [...Map.groupBy(backups, ({ ownerId }) => ownerId)].flatMap(([ownerId, files]) => {
    if (!owners.has(ownerId)) return files.filter(({ day }) => day < oldest).map(({ name }) => name)
    const newestFirst = files.toSorted((a, b) => (a.day < b.day ? 1 : -1))
    const kept = new Set(newestFirst.slice(0, keep.daily))
    const weeks = [...Map.groupBy(newestFirst, ({ day }) => mondayOf(day)).values()].slice(0, keep.weekly)
    for (const [newest] of weeks) if (newest) kept.add(newest)
    return newestFirst.filter((one) => !kept.has(one)).map(({ name }) => name)
  })
}

const dayMs = 86_400_000

function mondayOf(day: string): string {
  return daysBefore(day, (new Date(day).getUTCDay() + 6) % 7)
}

export function daysBefore(day: string, days: number): string {
  return new Date(new Date(day).getTime() - days * dayMs).toISOString().slice(0, 10)
}
