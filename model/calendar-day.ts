/** A day that the calendar has, as YYYY-MM-DD: addresses and files are written by hand as well. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Some engines take 31 February for the third of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
