/** Publishing many templates as one action. */
export const bulkPublishStates = ['open', 'done', 'canceled'] as const
export type BulkPublishState = (typeof bulkPublishStates)[number]

export const bulkTemplateStates = ['waiting', 'published', 'left_out', 'canceled'] as const
export type BulkTemplateState = (typeof bulkTemplateStates)[number]

/** Outcomes of a template of a bulk publish, in the order of its results: what somebody has to mend comes first. */
export const bulkOutcomes = ['failed', 'left_out', 'open', 'canceled', 'uploaded'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** Bulk publishes of an account that may be open at once. They run one after another. */
export const mostOpenBulkPublishes = 5

/** Templates of one bulk publish. */
export const mostBulkTemplates = 500
