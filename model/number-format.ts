/** Dots between thousands in every language, or the marks of the reader's language. */
export const numberFormats = ['dots', 'language'] as const

export type NumberFormat = (typeof numberFormats)[number]
