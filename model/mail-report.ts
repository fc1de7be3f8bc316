/** Reports of figures by mail: how often a user gets one, and why one was left out. */

export const reportRhythms = ['off', 'daily', 'weekly'] as const
export type ReportRhythm = (typeof reportRhythms)[number]

export const reportSkips = ['no_permission', 'inactive', 'no_mail_server'] as const
export type ReportSkip = (typeof reportSkips)[number]

/** `weekday`: 1 is Monday; of weekly ones. `hour`: of the account's clocks. */
export type ReportChoice = { rhythm: Exclude<ReportRhythm, 'off'>; weekday: number; hour: number }

/** The form begins with it. */
export const firstChoice = { rhythm: 'off', weekday: 1, hour: 8 } as const
